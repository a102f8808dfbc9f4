import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
  // The tool takes what `export type *` exports for values.
  expect(check("attw", tarball, "--ignore-rules", "named-exports")).toBe("no problems");
});

const program = `
import { AgentIngress } from "pulumi-edge-ingress";
import { type Emulator, startEmulator } from "pulumi-edge-ingress/emulator";
import { agentIngress } from "pulumi-edge-ingress/provider-v1";

export const url = async (emulator: Emulator): Promise<string> => (await startEmulator()).url + emulator.url;
export const found: AgentIngress | undefined = AgentIngress.isInstance(agentIngress) ? agentIngress : undefined;
// @ts-expect-error: it is no string, so that the types were found and are not any.
export const wrong: string = agentIngress;
`;

it("has types for the module resolution of older templates, which knows no exports", { timeout: 60_000 }, () => {
  // Below the repository, so that the package is found from there.
  const scratch = join(root, ".edge-ingress/tests");
  mkdirSync(scratch, { recursive: true });
  const project = mkdtempSync(join(scratch, "resolution-"));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: "es2020", module: "commonjs", moduleResolution: "node10" },
    ...{ types: ["node"], skipLibCheck: true, ignoreDeprecations: "6.0" },
  };
  try {
    writeFileSync(join(project, "index.ts"), program);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    expect(check("tsc", "-p", project)).toBe("no problems");
  } finally {
    rmSync(project, { recursive: true });
  }
});
