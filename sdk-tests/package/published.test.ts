import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type DocumentLink, documentLinks, leadsToHeading } from "../support/documents";
import { root } from "../support/files";
import { folderOfTest, folderOfTests } from "../support/folders";
import { type PackedFile, pack } from "../support/published";

const folder = folderOfTests();

let tarball: string;
let packed: readonly PackedFile[];
let files: readonly string[];

beforeAll(async () => {
  ({ path: tarball, files: packed } = await pack(folder));
  files = packed.map(({ path }) => path);
});

/** Returns the objections of a package's command to the tarball. */
const check = (name: string, ...args: string[]) => {
  const manifest = join(root, "node_modules", name, "package.json");
  const [script] = Object.values<string>(createRequire(__filename)(manifest).bin);
  const { status, stdout } = spawnSync(process.execPath, [
    join(dirname(manifest), script ?? ""),
    ...args,
  ]);
  return status === 0 ? "no problems" : stdout.toString();
};

it("the package holds what runs, its types, documents and examples, and nothing else", () => {
  const kinds = [
    /^dist\/(chunks\/)?[\w-]+\.cjs$/,
    /^dist\/types\/.*\.d\.ts$/,
    /^dist\/(chunks\/page\.html|licenses\.txt)$/,
    /^plugin\/(pulumi-resource-edge-ingress(\.cmd)?|plugin\.cjs|licenses\.txt|(package|schema)\.json)$/,
    /^docs\/((guides|reference)\/.*|[\w-]+)\.md$/,
    /^docs\/(expectations\.schema\.json|(map|review)\.svg)$/,
    /^examples\/.*\.(ts|js|json|yaml|md)$/,
    /^(package\.json|(README|SECURITY)\.md|LICENSE)$/,
  ];
  expect(files).toEqual(
    expect.arrayContaining(["dist/provider-v1.cjs", "dist/types/provider-v1.d.ts", "LICENSE"]),
  );
  expect(files.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([]);
});

it("the package holds the plugin, which can be executed, and what runs it on Windows and below any folder", () => {
  const plugin = packed.filter(({ path }) => path.startsWith("plugin/"));
  expect(plugin.map(({ path }) => path)).toEqual([
    "plugin/licenses.txt",
    "plugin/package.json",
    "plugin/plugin.cjs",
    "plugin/pulumi-resource-edge-ingress",
    "plugin/pulumi-resource-edge-ingress.cmd",
    "plugin/schema.json",
  ]);
  // Windows has no executable bit.
  if (process.platform !== "win32") expect((plugin[3]?.mode ?? 0) & 0o111).toBe(0o111);
});

it("the package runs no install script, which npm would ask its users to allow", () => {
  const manifest = execFileSync("tar", ["-xzOf", tarball, "package/package.json"], {
    encoding: "utf8",
  });
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  expect(
    // npm runs `prepare` in a clone, and not in an installation from a registry.
    Object.keys(scripts).filter((name) =>
      /^(pre|post)?install$|^(pre|post)prepare$|^prepublish$/.test(name),
    ),
  ).toEqual([]);
});

it("the package is packed as publint wants it", () => {
  expect(check("publint", "run", tarball, "--strict")).toBe("no problems");
});

it("the package has types for every way of importing it", () => {
  // The tool mistakes the exports of `export type *` for values.
  expect(check("@arethetypeswrong/cli", tarball, "--ignore-rules", "named-exports")).toBe(
    "no problems",
  );
});

const program = `
import { AgentIngress } from "pulumi-edge-ingress";
import { type Emulator, startEmulator } from "pulumi-edge-ingress/emulator";
import { expectIngress } from "pulumi-edge-ingress/expectations";
import type { EdgeIngressPoliciesArgs } from "pulumi-edge-ingress/policy";
import { agentIngress } from "pulumi-edge-ingress/provider-v1";

export const url = async (emulator: Emulator): Promise<string> => (await startEmulator()).url + emulator.url;
export const check = (): void => expectIngress("{}").path("/").toRequire("oauth");
export const policies: EdgeIngressPoliciesArgs = { all: "mandatory", "tls-minimum": { version: "1.3" } };
export const found: AgentIngress | undefined = AgentIngress.isInstance(agentIngress) ? agentIngress : undefined;
// @ts-expect-error: it is no string, so that the types were found and are not any.
export const wrong: string = agentIngress;
`;

it("the package has types for the module resolution of older templates, which knows no exports", () => {
  // The folder is below the repository, so that Node.js finds the package.
  const project = folderOfTest(join(root, ".edge-ingress/tests"));
  const compilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      target: "es2020",
      module: "commonjs",
      moduleResolution: "node10",
    },
    ...{ types: ["node"], skipLibCheck: true, ignoreDeprecations: "6.0" },
  };
  writeFileSync(join(project, "index.ts"), program);
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["index.ts"] }),
  );
  expect(check("typescript", "-p", project)).toBe("no problems");
});

it("policies without their optional peer fail with an error that names the package to install", () => {
  const project = folderOfTest();
  const modules = join(project, "node_modules");
  const installed = join(modules, "pulumi-edge-ingress");
  mkdirSync(installed, { recursive: true });
  mkdirSync(join(modules, "@pulumi"));
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  const link = (name: string) =>
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  link("@pulumi/pulumi");
  const isLinked = (name: string) => !["@pulumi", "pulumi-edge-ingress"].includes(name);
  for (const name of readdirSync(join(root, "node_modules")).filter(isLinked)) link(name);
  const load =
    "try { require('pulumi-edge-ingress/policy') } catch ({ message }) { console.log(message) }";
  const printed = execFileSync(process.execPath, ["-e", load], { cwd: project, encoding: "utf8" });
  expect(printed).toBe(
    "pulumi-edge-ingress/policy needs the package @pulumi/policy, which is not installed: run `npm install @pulumi/policy`\n",
  );
});

/**
 * The list of all changes, pages for contributors and for a decision about the package, and examples in other languages: they
 * are in the repository alone.
 */
const REPOSITORY_ONLY =
  /^(C(ONTRIBUTING|HANGELOG)\.md|docs\/(architecture|compatibility|measurements[\w-]*|performance|releasing|reliability-tests|review-labels)\.md|docs\/decisions\b.*|examples\/(go|java|python|yaml)\b.*)$/;

it("the package contains all that its documents link to, but for what is in the repository alone", () => {
  const all = files.filter((path) => path.endsWith(".md")).flatMap(documentLinks);
  const links = all.filter(({ target }) => !REPOSITORY_ONLY.test(target));
  const isThere = ({ target }: DocumentLink) =>
    files.some((path) => path === target || path.startsWith(`${target}/`));
  expect(links.length).toBeGreaterThan(150);
  expect(
    links.filter((link) => !isThere(link) || !leadsToHeading(link)).map(({ label }) => label),
  ).toEqual([]);
  expect(files.filter((path) => REPOSITORY_ONLY.test(path))).toEqual([]);
});

it("the package has at most 1.0 MB, and 3.6 MB unpacked", () => {
  const unpacked = packed.reduce((sum, { size }) => sum + size, 0);
  expect(statSync(tarball).size).toBeLessThanOrEqual(1_000_000);
  expect(unpacked).toBeLessThanOrEqual(3_600_000);
});
