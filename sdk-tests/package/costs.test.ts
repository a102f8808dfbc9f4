import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { root, textOf, withSlashes } from "../support/files";
import { roomOf } from "./rooms";

/**
 * Tests of the costs of the package wherever it runs: a change that increases them should be worth it. `npm run bench`
 * measures the other costs.
 */

const printedBy = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" });

/**
 * Maximum for each object: a fifth more than with Node.js 24, because other versions of Node.js allocate more for the
 * same work.
 */
const ALLOCATED_BYTES = 80_000;

/** Maximum for the definition, the class and the functions of a resource in a program. */
const BYTES_OF_RESOURCE = 1_500;

/** The modules that a new process loads to run a script, in addition to those that it had loaded before, and the size of their files. */
function loadedBy(
  script: string,
  before = "",
): { modules: string[]; packages: string[]; bytes: number } {
  const print =
    "console.log(JSON.stringify(Object.keys(require.cache).filter((path) => !old.includes(path))))";
  const code = `${before}; const old = Object.keys(require.cache); Promise.resolve(${script}).finally(() => ${print})`;
  const paths: string[] = JSON.parse(printedBy("-e", code));
  const modules = paths.flatMap(modulesIn).map((path) => withSlashes(path));
  const packages = modules.flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  return { modules, packages: [...new Set(packages)], bytes };
}

/** The modules of the bundled files by their paths below `dist`. */
const chunks: Readonly<Record<string, readonly string[]>> = JSON.parse(
  textOf("build/bundles/dist.json"),
);

/** The modules in a file of `dist`; any other file is a module itself. */
const modulesIn = (path: string): readonly string[] =>
  chunks[withSlashes(relative(join(root, "dist"), path))] ?? [path];

describe("what is loaded", () => {
  it("by a program beside Pulumi's SDK, nothing that sends requests or checks", () => {
    const { modules, packages, bytes } = loadedBy(
      'require("pulumi-edge-ingress")',
      'require("@pulumi/pulumi")',
    );
    expect(packages).toEqual(["fastest-levenshtein"]);
    const own = modules.flatMap((file) => file.split(withSlashes(join(root, "src/")))[1] ?? []);
    expect([...new Set(own.map(roomOf))].sort()).toEqual([
      "definitions",
      "index.ts",
      "lifecycle",
      "processes",
      "program",
      "pulumi",
      "requirements",
      "schema",
    ]);
    expect(bytes).toBeLessThanOrEqual(45_000 + BYTES_OF_RESOURCE * Object.keys(definitions).length);
  });

  it("by a program with its first lookup, no schemas, and undici with its request", () => {
    const lookup = 'require("pulumi-edge-ingress").listAgentIngresses().catch(() => undefined)';
    const unconfigured = loadedBy(lookup).packages;
    expect(unconfigured).not.toContain("zod");
    expect(unconfigured).not.toContain("undici");
    // The request is refused before it is sent.
    const env =
      "{ EDGE_INGRESS_API_KEY: 'any', EDGE_INGRESS_BASE_URL: 'https://api.example.com', HTTPS_PROXY: 'http://[' }";
    expect(loadedBy(`(Object.assign(process.env, ${env}), ${lookup})`).packages).toContain(
      "undici",
    );
  });

  it("by a provider process with its first call, no package that is not bundled", () => {
    const call =
      'require("pulumi-edge-ingress/provider-v1").agentIngress.check({}, { domain: "example.com" })';
    const { packages, bytes } = loadedBy(call);
    expect(packages).toEqual(["fastest-levenshtein"]);
    expect(bytes).toBeLessThanOrEqual(200_000);
  });

  it("by the plugin, a single file", () => {
    expect(statSync(join(root, "plugin/plugin.cjs")).size).toBeLessThanOrEqual(1_100_000);
  });

  it.each([
    { title: "by a comparison of stacks, no package", file: "diff/compare.js", packages: [] },
    {
      title: "by a review, lists of domains and what reads formats and metadata alone",
      file: "review/findings.js",
      packages: ["zod", "email-providers", "tldts", "@rgrove/parse-xml"],
    },
  ])("$title", ({ file, packages }) => {
    expect(loadedBy(`require("./build/insight/${file}")`).packages).toEqual(packages);
  });
});

it("a check and a diff allocate no more than they did, which no machine's speed changes", () => {
  const flags = ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"];
  const interpreted = ["--no-opt", "--no-maglev", "--no-sparkplug"];
  const bytes = Number(
    printedBy(...flags, ...interpreted, join(__dirname, "../support/allocations.cjs")),
  );
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(ALLOCATED_BYTES);
});
