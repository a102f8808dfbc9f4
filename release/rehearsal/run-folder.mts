import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Makes a folder of this process, and removes those of processes that have ended: a rehearsal that is killed leaves hundreds of
 * megabytes.
 */
export async function newRunFolder(parent: string, prefix: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const [, pid] = new RegExp(`^${prefix}-(\\d+)-\\w{6}$`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, `${prefix}-${process.pid}-`));
}

/** Signal 0 only tests whether the process exists. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
