import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json";
import { OLDEST_NODE, requireNode, sdkProblem } from "../../src/core/requirements/versions";
import { withSlashes } from "../support/files";
import { roomOf } from "./rooms";

const root = resolve(__dirname, "../..");

/** How many files of this package a program loads at most beside its definitions: each takes time at every start. */
const MAX_PROGRAM_FILES = 32;

/** The paths that a fresh process has loaded after loading an entry of the built package, and doing something with it. */
const pathsLoadedBy = (entry: string, use = ""): string[] => {
  const print = "console.log(JSON.stringify(Object.keys(require.cache)))";
  const script = `const entry = require(${JSON.stringify(entry)}); Promise.resolve(${use}).finally(() => ${print})`;
  const paths: string[] = JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }));
  return paths.map((path) => withSlashes(path));
};

/** The packages among them. */
const loadedBy = (entry: string, use?: string): string[] => {
  const names = pathsLoadedBy(entry, use).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)];
};

/** The files of this package among them, relative to `dist`. */
const filesLoadedBy = (entry: string): string[] => {
  const dist = withSlashes(join(root, "dist/"));
  return pathsLoadedBy(entry).flatMap((path) => (path.startsWith(dist) ? [path.slice(dist.length)] : []));
};

describe("loading the package", () => {
  it("loads neither undici nor zod in a program", () => {
    const loaded = loadedBy("pulumi-edge-ingress");
    expect(loaded).toContain("@pulumi/pulumi");
    expect(loaded).not.toContain("undici");
    expect(loaded).not.toContain("zod");
  });

  it("loads zod with a program's first lookup, and undici with its request", () => {
    const lookup = "entry.listAgentIngresses().catch(() => undefined)";
    const unconfigured = loadedBy("pulumi-edge-ingress", lookup);
    expect(unconfigured).toContain("zod");
    expect(unconfigured).not.toContain("undici");
    // Refused before anything is sent.
    const env =
      "{ EDGE_INGRESS_API_KEY: 'any', EDGE_INGRESS_BASE_URL: 'https://api.example.com', HTTPS_PROXY: 'http://[' }";
    expect(loadedBy("pulumi-edge-ingress", `(Object.assign(process.env, ${env}), ${lookup})`)).toContain("undici");
  });

  it("loads definitions and classes in a program, and nothing that sends requests", () => {
    const files = filesLoadedBy("pulumi-edge-ingress");
    expect([...new Set(files.map(roomOf))].sort()).toEqual([
      "definitions",
      "index.js",
      "program",
      "requirements",
      "schema",
    ]);
    const others = files.filter((file) => roomOf(file) !== "definitions");
    expect(others.length).toBeLessThanOrEqual(MAX_PROGRAM_FILES);
  });

  it("loads no package at all in a provider, before its first call", () => {
    expect(loadedBy("pulumi-edge-ingress/provider-v1")).toEqual([]);
  });

  it("loads no package at all to compare stacks", () => {
    expect(loadedBy(join(root, "dist/insight/diff/compare.js"))).toEqual([]);
  });

  it("loads the list of public mail domains alone in a review of a preview", () => {
    expect(loadedBy(join(root, "dist/insight/review/findings.js"))).toEqual(["email-providers"]);
  });
});

describe("Node.js", () => {
  it("is required in the oldest version that package.json names, or a newer one", () => {
    expect(manifest.engines.node).toBe(`>=${OLDEST_NODE}`);
  });

  it.each(["20.20.2", "22.18.9", "8.0.0"])("%s is refused in one line that says what to do", (version) => {
    const problem = `pulumi-edge-ingress needs Node.js 22.19 or newer, and this is ${version}`;
    expect(() => requireNode(version)).toThrow(problem);
  });

  it.each(["22.19.0", "23.0.0", "24.1.0"])("%s is accepted", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });
});

describe("the Pulumi SDK", () => {
  it.each(["3.200.0", "3.215.9", "2.270.0"])("%s is refused with what to do", (version) => {
    const problem = `pulumi-edge-ingress needs @pulumi/pulumi 3.216 or newer, and this is ${version}: update it in the dependencies of the project`;
    expect(sdkProblem(version)).toBe(problem);
  });

  it.each(["3.216.0", "3.270.0", "4.0.0", "3.300.0-alpha.1", "unknown"])("%s is accepted", (version) => {
    expect(sdkProblem(version)).toBeUndefined();
  });
});
