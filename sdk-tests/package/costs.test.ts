import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { root, withSlashes } from "../support/files";
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

/** The files that a new process loads to run a script, in addition to those that it had loaded before. */
function loadedBy(
  script: string,
  before = "",
): { files: string[]; packages: string[]; bytes: number } {
  const print =
    "console.log(JSON.stringify(Object.keys(require.cache).filter((path) => !old.includes(path))))";
  const code = `${before}; const old = Object.keys(require.cache); Promise.resolve(${script}).finally(() => ${print})`;
  const paths: string[] = JSON.parse(printedBy("-e", code));
  const files = paths.map((path) => withSlashes(path));
  const packages = files.flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  return { files, packages: [...new Set(packages)], bytes };
}

describe("what is loaded", () => {
  it("by a program beside Pulumi's SDK, nothing that sends requests or checks", () => {
    const { files, packages, bytes } = loadedBy(
      'require("pulumi-edge-ingress")',
      'require("@pulumi/pulumi")',
    );
    expect(packages).toEqual(["fastest-levenshtein"]);
    const own = files.flatMap((file) => file.split(withSlashes(join(root, "dist/")))[1] ?? []);
    expect([...new Set(own.map(roomOf))].sort()).toEqual([
      "definitions",
      "index.js",
      "program",
      "pulumi",
      "requirements",
      "schema",
    ]);
    expect(files.length).toBeLessThanOrEqual(56 + Object.keys(definitions).length);
    expect(bytes).toBeLessThanOrEqual(
      123_000 + BYTES_OF_RESOURCE * Object.keys(definitions).length,
    );
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

  it("by a provider process with its first call, a single file", () => {
    const call =
      'require("pulumi-edge-ingress/provider-v1").agentIngress.check({}, { domain: "example.com" })';
    const { files, bytes } = loadedBy(call);
    expect(files).toHaveLength(1);
    expect(bytes).toBeLessThanOrEqual(1_200_000);
  });

  it("by the plugin, a single file", () => {
    expect(statSync(join(root, "plugin/plugin.cjs")).size).toBeLessThanOrEqual(1_800_000);
  });

  it.each([
    { title: "by a comparison of stacks, no package", file: "diff/compare.js", packages: [] },
    {
      title: "by a review, lists of domains and what reads formats and metadata alone",
      file: "review/findings.js",
      packages: ["zod", "email-providers", "tldts", "@rgrove/parse-xml"],
    },
  ])("$title", ({ file, packages }) => {
    expect(loadedBy(`require("./dist/insight/${file}")`).packages).toEqual(packages);
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
