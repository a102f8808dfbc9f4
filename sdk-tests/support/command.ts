import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderOfTests } from "./folders";
import { COMMAND } from "./workspace";

/** Runs `edge-ingress`, as it is built, to its end. */
export function edgeIngress(args: readonly string[], options: SpawnSyncOptions = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], options);
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** A folder with these files for the tests of a file, and `edge-ingress` in it. */
export function commandFolder(files: Readonly<Record<string, string>> = {}) {
  const folder = folderOfTests();
  /** Writes a file, and returns its name. */
  const write = (name: string, content: string | Uint8Array): string => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    return name;
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const run = (
    args: readonly string[],
    input: string | Uint8Array = "",
    options: SpawnSyncOptions = {},
  ) => edgeIngress(args, { cwd: folder, input, ...options });
  return { folder, write, run };
}
