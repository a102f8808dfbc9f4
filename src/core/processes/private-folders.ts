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
 * The folder of a user below the temporary folder, which all users share. It follows the id of the user: a user may have no
 * name, and images that share the folder may give one name to several users.
 */
export const folderOfUser = (): string => join(tmpdir(), `pulumi-edge-ingress-${userKey()}`);

function userKey(): string {
  if (process.geteuid) return String(process.geteuid());
  try {
    return digestTexts(userInfo().username);
  } catch {
    // Windows has a temporary folder for each user.
    return "user";
  }
}

/** What identifies a folder, as long as it exists. */
export type FolderIdentity = Pick<Stats, "dev" | "ino">;

/**
 * Makes a folder that only the user can access, and its parents below the temporary folder. All of them are checked: whoever
 * can write to one of them can replace those in it.
 */
export function makePrivate(path: string): FolderIdentity {
  for (const folder of foldersBelowTemporary(path)) {
    makeFolder(folder);
    mendModes(folder);
    requirePrivate(folder);
  }
  return checkPrivate(path);
}

/** Throws unless only the user can access a folder and its parents below the temporary folder. */
export function checkPrivate(path: string): FolderIdentity {
  for (const folder of foldersBelowTemporary(path)) requirePrivate(folder);
  return lstatSync(path);
}

/** From the outermost to the folder itself. A folder elsewhere is checked alone. */
function foldersBelowTemporary(path: string): string[] {
  const below = relative(tmpdir(), path);
  if (below.startsWith("..") || dirname(below) === ".") return [path];
  const names = below.split(sep);
  return names.map((_, index) => join(tmpdir(), ...names.slice(0, index + 1)));
}

/** Without the option `recursive`, which would make a missing temporary folder, and reports a wrong cause for some failures. */
function makeFolder(path: string): void {
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

/** Others may have been able to read the digests. If they could write, the folder may contain files of theirs, and stays as it is. */
function mendModes(path: string): void {
  const { mode } = lstatSync(path);
  if ((mode & 0o077) === 0 || (mode & 0o022) !== 0) return;
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  const folder = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    if (isOwn(fstatSync(folder))) fchmodSync(folder, 0o700);
  } finally {
    closeSync(folder);
  }
}

const isOwn = ({ uid }: Stats): boolean =>
  process.geteuid === undefined || uid === process.geteuid();

function requirePrivate(path: string): void {
  const problem = problemOf(lstatSync(path));
  if (problem)
    throw new Error(`${path} ${problem}: remove it, or set TMPDIR to a folder of your own`);
}

function problemOf(stats: Stats): string | undefined {
  if (stats.isSymbolicLink()) return "is a link";
  if (!stats.isDirectory()) return "is not a folder";
  if (!isOwn(stats)) return "belongs to another user";
  if (process.geteuid && (stats.mode & 0o077) !== 0) return "can be accessed by other users";
  return undefined;
}
