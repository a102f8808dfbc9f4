import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ImportProject } from "./import-project";

const COMMAND = join(__dirname, "../../dist/cli/main.js");
const KILL_AT = join(__dirname, "kill-at.cjs");

/** Starts `edge-ingress import` in a process group of its own; it kills itself at an event of `kill-at.cjs`, if it is given one. */
export function startImport({ folder, environment }: ImportProject, args: readonly string[], at = ""): ChildProcess {
  return spawn(process.execPath, ["--require", KILL_AT, COMMAND, "import", ".", ...args], {
    cwd: folder,
    env: { ...process.env, ...environment, KILL_AT: at },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

/** Waits for the end of an import, and of all that it has started; gives the signal that ended it. */
export async function signalOf(child: ChildProcess): Promise<unknown> {
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  while (isRunning(child)) await wait(20);
  return child.signalCode;
}

/** Whether a process of the group is there. */
function isRunning({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
