import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, posix, resolve } from "node:path";
import { ensurePackages } from "../../tools/base/packages.mjs";
import { readJson, root } from "../../tools/base/project.mjs";
import { must } from "../../tools/base/run.mjs";
import { Problem, timed } from "../../tools/base/say.mjs";
import { partBelow } from "./markdown.mts";
import { readSite } from "./pages.mts";
import { stage } from "./stage.mts";

/** The project of the generator. */
export const SITE = join(root, "site");

/**
 * Builds the site of the documents as they are.
 * @param target the folder that a host serves, and the path in it
 */
export async function buildSite({ out, base }: { out: string; base: string }) {
  const folder = resolve(out, `.${base}`);
  requireReplaceable(folder);
  await ensurePackages("site");
  await timed("Building the site", async () => {
    stage(readSite(root), { root, folder: SITE, base, draw: await diagrams() });
    const { version: released } = readJson("package.json") as { version: string };
    const version = describedVersion(released, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
    await generate(base, version);
    rmSync(folder, { recursive: true, force: true });
    cpSync(BUILT, folder, { recursive: true });
    rmSync(BUILT, { recursive: true });
    recordVersion(out, { version, path: base });
  });
}

/** @param folder whose files are removed before each build */
function requireReplaceable(folder: string) {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new Problem(`${folder} is a file: name a folder with --out.`);
  if (
    !existsSync(folder) ||
    readdirSync(folder).length === 0 ||
    existsSync(join(folder, "pagefind"))
  )
    return;
  throw new Problem(
    `${folder} contains files that do not belong to a site: choose an empty folder with --out.`,
  );
}

/** The generator writes only below its own project. */
const BUILT = join(SITE, ".built");

async function generate(base: string, version: string) {
  const astro = join(root, "node_modules", "astro", "bin", "astro.mjs");
  const args = ["build", "--root", SITE, "--base", base, "--outDir", BUILT, "--silent"];
  // Tests have another NODE_ENV, with which the generator would leave the search out.
  const env = {
    ...process.env,
    NODE_ENV: "production",
    ASTRO_TELEMETRY_DISABLED: "1",
    SITE_VERSION: version,
  };
  await must(
    process.execPath,
    [astro, ...args],
    { cwd: SITE, env },
    (text) => `The site cannot be built: ${text}`,
  );
}

interface Diagrams {
  readonly renderMermaidSVG: (source: string, options: object) => string;
}

/** Loads the package that draws Mermaid's diagrams. */
async function diagrams(): Promise<(source: string) => string> {
  // Only the workspace of the site has the package, so that the compiler does not find its types.
  const name: string = "beautiful-mermaid";
  const { renderMermaidSVG }: Diagrams = await import(name);
  return (source) => renderMermaidSVG(source, { padding: 8, layerSpacing: 28 });
}

/** A version of the site on its host. */
type Version = { version: string; path: string };

/** The version that the documents describe: that of package.json, and what came since. A version in development has all of it. */
export const describedVersion = (version: string, changelog: string) =>
  partBelow(changelog, "[Unreleased]") && !version.includes("-")
    ? `${version} + unreleased`
    : version;

/** The versions with this in place of what was at its path, the newest first. */
export const withVersion = (versions: readonly Version[], added: Version): Version[] =>
  [...versions.filter(({ path }) => path !== added.path), added].sort((a, b) =>
    b.version.localeCompare(a.version, "en", { numeric: true }),
  );

/** Adds the version to the list beside the folder of its base, which every page reads. For `/`, it is in the folder. */
export function recordVersion(out: string, added: Version) {
  const file = join(out, posix.join(added.path, ".."), "versions.json");
  const versions = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  writeFileSync(file, `${JSON.stringify(withVersion(versions, added), undefined, 2)}\n`);
}
