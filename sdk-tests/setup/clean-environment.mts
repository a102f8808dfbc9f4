import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../tools/base/project.mjs";

/** Variables with the temporary folder of the tests and of their processes: a folder that is removed after the tests. */
const TEMPORARY_FOLDER = ["TMPDIR", "TMP", "TEMP"];

/**
 * Variables that save a third of the processor time of the started processes, which compile the SDK and collect the
 * engine's garbage.
 */
const FASTER = {
  NODE_COMPILE_CACHE: join(root, ".edge-ingress", "compile-cache"),
  GOGC: "400",
  PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK: "true",
};

/**
 * Removes the user's settings of Pulumi and of this package from the environment, which the processes of the tests inherit.
 * @returns a function that is called after the tests
 */
export function setup(): () => void {
  for (const name of Object.keys(process.env))
    if (/^(PULUMI|EDGE_INGRESS)_/.test(name)) delete process.env[name];
  const folder = mkdtempSync(join(tmpdir(), "edge-ingress-test-"));
  for (const name of TEMPORARY_FOLDER) process.env[name] = folder;
  process.env.PULUMI_HOME = join(folder, "pulumi-home");
  process.env.PULUMI_SKIP_UPDATE_CHECK = "1";
  Object.assign(process.env, FASTER);
  return () => removeInBackground(folder);
}

const REMOVE =
  'require("node:fs").rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 3 })';

/** Removes a folder in a process that outlives the tests: the removal of the packages that tests install takes seconds. */
function removeInBackground(folder: string): void {
  spawn(process.execPath, ["-e", REMOVE, folder], { detached: true, stdio: "ignore" })
    .on("error", () => undefined)
    .unref();
}
