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

/**
 * The time after which the folder of another machine or container is removed, because this process
 * cannot know whether its owner runs.
 */
const FOREIGN_KEPT_MS = 24 * 3_600_000;

/** The container, the process with its start, and a random suffix. */
const FOLDER_NAME = new RegExp(String.raw`^([0-9a-f]{32})\.${PROCESS_NAME_PATTERN}\.\w{6}$`);

/** A temporary folder that only the user can access. */
export class WorkFolder implements Disposable {
  readonly path = createFolder();

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function createFolder(): string {
  const parent = parentFolder();
  if (parent === undefined) return mkdtempSync(join(tmpdir(), "edge-ingress-"));
  for (const name of readdirSync(parent)) removeLeftBehind(join(parent, name), name);
  return mkdtempSync(join(parent, `${containerDigest()}.${processName(localProcesses.current)}.`));
}

/** The folder of the user for temporary folders; undefined if another user could change it. */
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
  const [, container, pid, start = ""] = FOLDER_NAME.exec(name) ?? [];
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (container === undefined || !stats?.isDirectory()) return;
  const isForeign = container !== containerDigest();
  const isInUse = isForeign
    ? Date.now() - stats.mtimeMs <= FOREIGN_KEPT_MS
    : localProcesses.isRunning({ pid: Number(pid), start });
  if (isInUse) return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process may remove the folder at the same time, or a file may be open on Windows.
  }
}
