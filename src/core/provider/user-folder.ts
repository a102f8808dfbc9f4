import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Makes a folder that only the user can read, if it is not there. */
export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requireOwn(folder);
}

/** All users share the temporary folder: each has a folder of its own below it, whose owner is checked. */
export const folderOfUser = (): string => join(tmpdir(), `pulumi-edge-ingress-${digestOf(userInfo().username)}`);

function requireOwn(folder: string): void {
  const stats = lstatSync(folder);
  const isOwn = process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
  if (!stats.isDirectory() || !isOwn) throw new Error(`other users can access ${folder}`);
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
