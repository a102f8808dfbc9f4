import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Log } from "../schema/problem";

/** All users share the temporary folder: each has a folder of its own below it, whose owner is checked. */
export const folderOfUser = (): string => join(tmpdir(), `pulumi-edge-ingress-${digestOf(userInfo().username)}`);

/** A folder that only the user can read, in which processes share files. */
export class SharedFolder {
  private isUsable: boolean | undefined;

  constructor(
    readonly path: string,
    /** Runs before the first use, when the folder is there. */
    private readonly prepare: () => void,
    /** The warning that the processes cannot share anything, from its cause. */
    private readonly warn: (cause: string) => string,
    private readonly log: Log,
  ) {}

  /** Does something with the files. A failure ends the sharing, with a warning; no operation fails because of it. */
  use<T>(action: () => T, otherwise: T): T {
    if (this.isUsable === false) return otherwise;
    try {
      if (this.isUsable === undefined) this.open();
      this.isUsable = true;
      return action();
    } catch (error) {
      this.isUsable = false;
      this.log({ severity: "warning", text: this.warn((error as Error).message) });
      return otherwise;
    }
  }

  private open(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const stats = lstatSync(this.path);
    const isOwn = process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
    if (!stats.isDirectory() || !isOwn) throw new Error(`other users can access ${this.path}`);
    this.prepare();
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export const digestOf = (...texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 32);
