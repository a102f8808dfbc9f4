import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { COMMAND } from "./workspace";

/** Runs `edge-ingress`, as it is built, to its end. */
export function edgeIngress(args: readonly string[], options: SpawnSyncOptions = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], options);
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}
