import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** What the package costs wherever it runs: a change that makes it more should be worth it. `npm run bench` has the rest. */

const root = join(__dirname, "../..");

const printedBy = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" });

/** Of each object; a fifth more than with Node.js 24, for what others allocate for the same work. */
const ALLOCATED_BYTES = 70_000;

/** The files that a fresh process has loaded after running a script, beside those that it had loaded before. */
function loadedBy(script: string, before = ""): { files: number; bytes: number } {
  const print = "console.log(JSON.stringify(Object.keys(require.cache).filter((path) => !old.includes(path))))";
  const code = `${before}; const old = Object.keys(require.cache); Promise.resolve(${script}).finally(() => ${print})`;
  const paths: string[] = JSON.parse(printedBy("-e", code));
  return { files: paths.length, bytes: paths.reduce((sum, path) => sum + statSync(path).size, 0) };
}

describe("what is loaded", () => {
  it("by a program beside Pulumi's SDK", () => {
    const { files, bytes } = loadedBy('require("pulumi-edge-ingress")', 'require("@pulumi/pulumi")');
    expect(files).toBeLessThanOrEqual(68);
    expect(bytes).toBeLessThanOrEqual(131_000);
  });

  it("by a provider process with its first call, a single file", () => {
    const call = 'require("pulumi-edge-ingress/provider-v1").agentIngress.check({}, { domain: "example.com" })';
    const { files, bytes } = loadedBy(call);
    expect(files).toBe(1);
    expect(bytes).toBeLessThanOrEqual(1_650_000);
  });

  it("by the plugin, a single file", () => {
    expect(statSync(join(root, "plugin/plugin.cjs")).size).toBeLessThanOrEqual(1_800_000);
  });
});

it("a check and a diff allocate no more than they did, which no machine's speed changes", () => {
  const flags = ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"];
  const interpreted = ["--no-opt", "--no-maglev", "--no-sparkplug"];
  const bytes = Number(printedBy(...flags, ...interpreted, join(__dirname, "../support/allocations.cjs")));
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(ALLOCATED_BYTES);
});
