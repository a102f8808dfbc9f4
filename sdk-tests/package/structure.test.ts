import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json";
import { OLDEST_NODE, requireNode } from "../../src/provider/node-version";
import { sdkProblem } from "../../src/provider/sdk-version";

const root = resolve(__dirname, "../..");
const source = join(root, "src");

/** Imports of a file that exist at run time: where each leads, relative to `src`, or the package's name. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type\b)(?:[^;]*? from )?"([^"]+)";/gm)].map(
    ([, target = ""]) => (target.startsWith(".") ? relative(source, resolve(dirname(file), target)) : target),
  );

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, imports: importsOf(join(source, name)) }));

const importersOf = (pattern: RegExp): string[] =>
  files.filter(({ imports }) => imports.some((target) => pattern.test(target))).map(({ name }) => name);

describe("the source folders", () => {
  it("import @pulumi/pulumi in program/ alone", () => {
    expect(importersOf(/^@pulumi\//).filter((name) => !name.startsWith("program/"))).toEqual([]);
  });

  it("keep HTTP in client/ and validation in engine/", () => {
    expect(importersOf(/^undici$/)).toEqual(["client/transport.ts"]);
    expect(importersOf(/^zod$/).filter((name) => !name.startsWith("engine/") && !name.startsWith("emulator/"))).toEqual(
      [],
    );
  });

  it("keep the local server independent of the provider", () => {
    const foreign = files.filter(({ name }) => name.startsWith("emulator/")).flatMap(({ imports }) => imports);
    expect(foreign.filter((target) => /^(engine|resources|modules|client|program|provider)\b/.test(target))).toEqual(
      [],
    );
  });

  it("keep the engine and the client free of resources", () => {
    const names = files.filter(({ name }) => /^(engine|client)\//.test(name));
    expect(
      names.filter(({ imports }) => imports.some((target) => /^(resources|modules|program|provider)\b/.test(target))),
    ).toEqual([]);
  });
});

/** The packages that a fresh process has loaded after loading an entry of the built package, and doing something with it. */
const loadedBy = (entry: string, use = ""): string[] => {
  const print = "console.log(JSON.stringify(Object.keys(require.cache)))";
  const script = `const entry = require(${JSON.stringify(entry)}); Promise.resolve(${use}).finally(() => ${print})`;
  const paths: string[] = JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }));
  const names = paths.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)];
};

it("the source folders keep the review free of input and output, and of what runs in programs and providers", () => {
  const imports = files.filter(({ name }) => name.startsWith("review/")).flatMap((file) => file.imports);
  expect(imports.filter((target) => !/^(review|engine|modules|resources)\b/.test(target))).toEqual([]);
});

describe("loading the package", () => {
  it("loads neither undici nor zod in a program", () => {
    const loaded = loadedBy("pulumi-edge-ingress");
    expect(loaded).toContain("@pulumi/pulumi");
    expect(loaded).not.toContain("undici");
    expect(loaded).not.toContain("zod");
  });

  it("loads undici with a program's first lookup, and no zod", () => {
    const loaded = loadedBy("pulumi-edge-ingress", "entry.listAgentIngresses().catch(() => undefined)");
    expect(loaded).toContain("undici");
    expect(loaded).not.toContain("zod");
  });

  it("loads no package at all in a provider, before its first call", () => {
    expect(loadedBy("pulumi-edge-ingress/provider-v1")).toEqual([]);
  });

  it("loads no package at all to compare stacks", () => {
    expect(loadedBy(join(root, "dist/stackdiff/compare.js"))).toEqual([]);
  });

  it("loads no package at all in a review of a preview", () => {
    expect(loadedBy("./dist/review/findings.js")).toEqual([]);
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
