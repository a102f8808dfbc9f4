import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensurePackages } from "../../tools/base/packages.mjs";
import { readJson, root } from "../../tools/base/project.mjs";
import { must } from "../../tools/base/run.mjs";
import { Problem, timed } from "../../tools/base/say.mjs";
import { type Options, SITE } from "./options.mts";
import { readSite } from "./pages.mts";
import { stage } from "./stage.mts";
import { describedVersion, recordVersion } from "./versions.mts";

/** Builds the site of the documents as they are. */
export async function buildSite({ out, base }: Pick<Options, "out" | "base">) {
  const folder = resolve(out, `.${base}`);
  requireReplaceable(folder);
  // No install script of its packages is needed.
  await ensurePackages(SITE, "--ignore-scripts");
  await timed("Building the site", async () => {
    stage(readSite(root), { root, folder: SITE, base, draw: await diagrams() });
    const version = versionOfDocuments();
    await generate(base, version);
    replace(folder);
    recordVersion(out, { version, path: base });
  });
}

/** @param folder whose files are removed before each build */
function requireReplaceable(folder: string) {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new Problem(`${folder} is a file: name a folder with --out.`);
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, "pagefind"))) return;
  throw new Problem(`${folder} contains files that do not belong to a site: choose an empty folder with --out.`);
}

function versionOfDocuments() {
  const { version } = readJson("package.json") as { version: string };
  return describedVersion(version, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
}

/** The generator writes only below its own project. */
const BUILT = join(SITE, ".built");

async function generate(base: string, version: string) {
  const astro = join(SITE, "node_modules", "astro", "bin", "astro.mjs");
  const args = ["build", "--root", SITE, "--base", base, "--outDir", BUILT, "--silent"];
  // Tests have another NODE_ENV, with which the generator would leave the search out.
  const env = { ...process.env, NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1", SITE_VERSION: version };
  await must(process.execPath, [astro, ...args], { cwd: SITE, env }, (text) => `The site cannot be built: ${text}`);
}

function replace(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(BUILT, folder, { recursive: true });
  rmSync(BUILT, { recursive: true });
}

/** What draws Mermaid's diagrams. */
async function diagrams(): Promise<(source: string) => string> {
  const module = join(SITE, "node_modules", "beautiful-mermaid", "dist", "index.js");
  const { renderMermaidSVG } = await import(pathToFileURL(module).href);
  return (source) => renderMermaidSVG(source, { padding: 8, layerSpacing: 28 });
}
