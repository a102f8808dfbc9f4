import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { digestTexts } from "../schema/digest";

/**
 * Returns the folder of this user below the temporary folder, which all users share. Its name contains the id of the user: a user
 * may have no name, and container images that share the folder may use one name for several users.
 */
export const userFolder = (): string => join(tmpdir(), `pulumi-edge-ingress-${userKey()}`);

function userKey(): string {
  if (process.geteuid) return String(process.geteuid());
  try {
    return digestTexts(userInfo().username);
  } catch {
    // Windows has a temporary folder for each user.
    return "user";
  }
}

/** Identifies a folder as long as it exists. */
export type FolderIdentity = Pick<Stats, "dev" | "ino">;

/**
 * Creates a folder that only the user can access, and its parents below the temporary folder. All of them are checked, because a
 * user who can write to a parent can replace the folder.
 */
export function createPrivateFolder(path: string): FolderIdentity {
  for (const folder of foldersBelowTemporary(path)) {
    createFolder(folder);
    restrictMode(folder);
    requirePrivate(folder);
  }
  return requirePrivateFolder(path);
}

/** @throws unless only the user can access a folder and its parents below the temporary folder. */
export function requirePrivateFolder(path: string): FolderIdentity {
  for (const folder of foldersBelowTemporary(path)) requirePrivate(folder);
  return lstatSync(path);
}

/** Lists the parents of a folder, the outermost first, and the folder. A folder elsewhere is listed without parents. */
function foldersBelowTemporary(path: string): string[] {
  const relativePath = relative(tmpdir(), path);
  if (relativePath.startsWith("..") || dirname(relativePath) === ".") return [path];
  const names = relativePath.split(sep);
  return names.map((_, index) => join(tmpdir(), ...names.slice(0, index + 1)));
}

/** Avoids the option `recursive`, which would create a missing temporary folder, and reports a wrong cause for some failures. */
function createFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const reason = reasons[code ?? ""];
    if (reason === undefined) throw error;
    throw new Error(`${dirname(path)} ${reason}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EROFS: "is on a read-only file system",
  EACCES: "cannot be written by this user",
  ENOSPC: "is on a full file system",
};

/**
 * Removes the access of other users to a folder that they could only read: it contains digests alone. A folder that they could
 * write to stays as it is, because it may contain their files.
 */
function restrictMode(path: string): void {
  const { mode } = lstatSync(path);
  const isAccessible = (mode & 0o077) !== 0;
  const isWritable = (mode & 0o022) !== 0;
  if (!isAccessible || isWritable) return;
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  const folder = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    if (belongsToUser(fstatSync(folder))) fchmodSync(folder, 0o700);
  } finally {
    closeSync(folder);
  }
}

const belongsToUser = ({ uid }: Stats): boolean =>
  process.geteuid === undefined || uid === process.geteuid();

function requirePrivate(path: string): void {
  const problem = findProblem(lstatSync(path));
  if (problem)
    throw new Error(`${path} ${problem}: remove it, or set TMPDIR to a folder of your own`);
}

function findProblem(stats: Stats): string | undefined {
  if (stats.isSymbolicLink()) return "is a link";
  if (!stats.isDirectory()) return "is not a folder";
  if (!belongsToUser(stats)) return "belongs to another user";
  if (process.geteuid && (stats.mode & 0o077) !== 0) return "can be accessed by other users";
  return undefined;
}
