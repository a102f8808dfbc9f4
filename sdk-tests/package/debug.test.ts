import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { requiring } from "../../tools/base/run.mjs";
import { writeBundles } from "../../tools/debug/bundles.mts";
import { root } from "../support/files";
import { folderOfTest } from "../support/folders";

/** Tests of what `npm run debug` loads into all Node.js processes of a run: only those of a provider may stop. */

const PRELOAD = join(root, "tools/debug/inspect-provider.cjs");

/** Starts a script below the preload, and returns what its process writes first. */
async function firstOutput(script: string): Promise<string> {
  const file = join(folderOfTest(), script);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'console.log("The script runs.")');
  // Port 0 lets the inspector choose a free port.
  const env = { ...process.env, NODE_OPTIONS: requiring(PRELOAD), EDGE_INGRESS_DEBUG_PORT: "0" };
  const child = spawn(process.execPath, [file], { env });
  const [text] = await Promise.race([once(child.stdout, "data"), once(child.stderr, "data")]);
  child.kill("SIGKILL");
  return String(text);
}

it.each([
  "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js",
  "plugin/pulumi-resource-edge-ingress",
])("npm run debug stops the process of a provider before its script runs: %s", async (script) => {
  expect(await firstOutput(script)).toContain("Debugger listening on");
});

it.each(["node_modules/@pulumi/pulumi/cmd/run/index.js", "npm-cli.js"])(
  "npm run debug does not stop another process: %s",
  async (script) => {
    expect(await firstOutput(script)).toBe("The script runs.\n");
  },
);

it("npm run debug bundles a plugin that starts and a provider that loads, with source maps to src", async () => {
  const folder = folderOfTest();
  await writeBundles(folder);
  const child = spawn(process.execPath, [join(folder, "plugin.cjs")]);
  const [port] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  expect(String(port)).toMatch(/^\d+\n$/);
  expect(require(join(folder, "provider-v1.cjs"))).toHaveProperty("agentIngress");
  for (const name of ["plugin.cjs", "provider-v1.cjs"]) {
    const { sources } = JSON.parse(readFileSync(join(folder, `${name}.map`), "utf8"));
    expect(sources).toContainEqual(expect.stringMatching(/src\/core\/provider\/operations\.ts$/));
  }
});
