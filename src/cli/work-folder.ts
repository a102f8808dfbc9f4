import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  containerDigest,
  localProcesses,
  PROCESS_NAME_PATTERN,
  processName,
} from "../core/processes/identity";
import { createPrivateFolder, userFolder } from "../core/processes/private-folders";

/** How long a folder of another machine or container stays: whether its process runs cannot be known here. */
const FOREIGN_KEPT_MS = 24 * 3_600_000;

const NAME = new RegExp(String.raw`^([0-9a-f]{32})\.${PROCESS_NAME_PATTERN}\.\w{6}$`);

/** A folder for files of a command, which only the user can access. */
export class WorkFolder implements Disposable {
  readonly path = makeFolder();

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function makeFolder(): string {
  const parent = parentFolder();
  if (parent === undefined) return mkdtempSync(join(tmpdir(), "edge-ingress-"));
  for (const name of readdirSync(parent)) removeLeftBehind(join(parent, name), name);
  return mkdtempSync(join(parent, `${containerDigest()}.${processName(localProcesses.current)}.`));
}

/** Undefined if the folder of the user cannot be trusted. No other run finds what is made elsewhere. */
function parentFolder(): string | undefined {
  const path = join(userFolder(), "work");
  try {
    createPrivateFolder(path);
    return path;
  } catch {
    return undefined;
  }
}

/** Removes a folder whose process was killed. */
function removeLeftBehind(path: string, name: string): void {
  const [, container, pid, start = ""] = NAME.exec(name) ?? [];
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (container === undefined || !stats?.isDirectory()) return;
  const isOver =
    container === containerDigest()
      ? !localProcesses.isRunning({ pid: Number(pid), start })
      : Date.now() - stats.mtimeMs > FOREIGN_KEPT_MS;
  if (!isOver) return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process removes the folder at the same time, or one of its files is open on Windows.
  }
}
