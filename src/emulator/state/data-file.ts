import { chmodSync, closeSync, lstatSync, openSync, type Stats, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { requireNode } from "../../core/requirements/versions";

/** The tables of a database of this server. */
export const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    sequence INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, path)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (account, kind, path);
`;

/** The application id that SQLite keeps in the header of a database of this server: "EING" in ASCII. */
const APPLICATION_ID = 0x45494e47;

/** The version of the schema. */
const FORMAT_VERSION = 1;

// The connection keeps the lock until the file is closed, and the operating system releases it when the process ends.
// The version is written each time, so that a file or a folder that is not writable fails here and not with the first
// object.
export const claim = `
  PRAGMA locking_mode = EXCLUSIVE;
  BEGIN EXCLUSIVE;
  ${schema}
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT_VERSION};
  COMMIT;
`;

/** A failure of the file that keeps the objects, which the message names. */
export class DataFileError extends Error {
  constructor(file: string, cause: unknown) {
    super(`the data file ${file} cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = "DataFileError";
  }
}

const SQLITE_BUSY = 5;

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const isBusy = "errcode" in cause && cause.errcode === SQLITE_BUSY;
  return isBusy
    ? "another server or program has it open; stop that, or use another file"
    : cause.message;
}

/**
 * Opens a database file, or a database in memory for ":memory:". Some supported Node versions print an experimental
 * warning when the module is first loaded; users of the emulator can do nothing about it, so that warning is dropped.
 */
export function openDatabase(
  file: string | URL,
  options: { readonly readOnly?: true } = {},
): DatabaseSync {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return new (sqlite().DatabaseSync)(file, options);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** @throws an Error with the required version of Node.js, if this version has no SQLite */
function sqlite(): typeof import("node:sqlite") {
  requireNode(process.versions.node);
  return process.getBuiltinModule("node:sqlite");
}

/**
 * Ensures that a file exists, is a database of this server, and can be read by its owner alone. A file of another
 * program is not changed.
 *
 * Nothing here opens and closes an existing file: when a process closes any descriptor of a file, POSIX releases all of
 * its locks on that file. SQLite itself takes care of that.
 *
 * @returns the file's identity
 * @throws an Error with the fault of the file
 */
export function prepareFile(file: string): string {
  if (identityOf(file) === undefined) create(file);
  const found = statSync(file);
  requireOwnFile(found);
  // SQLite opens a short text as an empty database, and a database whose changes are in a log next to it looks empty.
  if (found.size > 0) requireOwnDatabase(file);
  if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  return identityOf(file) ?? "";
}

function create(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(
      "it is a symbolic link to a file that does not exist; create that file, or name another one",
    );
  closeSync(openSync(file, "wx", 0o600));
}

/**
 * Returns an identity that distinguishes a file from another file with the same name; undefined if there is no such
 * file.
 */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function requireOwnFile(found: Stats): void {
  if (!found.isFile()) throw new Error("it is not a regular file; name another one");
  const user = process.geteuid?.();
  if (user !== undefined && found.uid !== user)
    throw new Error("it belongs to another user; name a file of your own");
}

function requireOwnDatabase(file: string): void {
  // The database is opened without a lock, and without the files that SQLite creates next to a database.
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  using database = openDatabase(url, { readOnly: true });
  const id = pragma(database, "application_id");
  const version = pragma(database, "user_version");
  if (id !== APPLICATION_ID && !isUnmarked(database, id, version))
    throw new Error("it is a database of another program; name another file");
  if (version > FORMAT_VERSION)
    throw new Error(
      "a newer version of this server has written it; use that version, or another file",
    );
}

/** True if a version of this server that set no application id has written the database. */
function isUnmarked(database: DatabaseSync, id: number, version: number): boolean {
  if (id !== 0 || version > FORMAT_VERSION) return false;
  using own = openDatabase(":memory:");
  own.exec(schema);
  return definitionsIn(database).join() === definitionsIn(own).join();
}

const definitionsIn = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    .all()
    .map(({ sql }) => String(sql).replace(/\s+/g, " "));

const pragma = (database: DatabaseSync, name: "application_id" | "user_version"): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
