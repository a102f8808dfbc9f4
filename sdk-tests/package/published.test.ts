import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = resolve(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "edge-ingress-"));
const tarball = join(folder, "pulumi-edge-ingress.tgz");

let files: readonly string[];

beforeAll(() => {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: root, encoding: "utf8" });
  const [{ filename, files: contents }] = JSON.parse(packed);
  renameSync(join(folder, filename), tarball);
  files = contents.map(({ path }: { path: string }) => path);
});

afterAll(() => rmSync(folder, { recursive: true }));

const check = (tool: string, ...args: string[]) => {
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin", tool), args, { encoding: "utf8" });
  return status === 0 ? "no problems" : stdout;
};

it("holds what runs, its types and its README, and nothing else", () => {
  expect(files).toContain("dist/provider-v1.js");
  expect(files).toContain("dist/provider-v1.d.ts");
  expect(files.filter((path) => !/^(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/.test(path))).toEqual([]);
});

it("is packed as publint wants it", () => {
  expect(check("publint", "run", tarball, "--strict")).toBe("no problems");
});

it("has types for every way of importing it", { timeout: 60_000 }, () => {
  // The tool takes what `export type *` exports for values. Resolution as in Node.js 10 knows no `exports`.
  expect(check("attw", tarball, "--ignore-rules", "named-exports", "--profile", "node16")).toBe("no problems");
});
