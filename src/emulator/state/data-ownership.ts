import { chmodSync, closeSync, lstatSync, openSync, type Stats, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { openDatabase } from "./sqlite";

/** What a database of this server contains. */
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
export const APPLICATION_ID = 0x45494e47;

/** The version of the schema. */
export const FORMAT_VERSION = 1;

/**
 * Makes sure that a file exists, is a database of this server, and can be read by its owner alone. A file of another program
 * is not changed.
 *
 * Nothing here opens and closes an existing file: POSIX takes all locks of a process on a file away when the process closes
 * any descriptor of it. SQLite itself takes care of that.
 *
 * @returns the file's identity
 * @throws an Error that says what is wrong with the file
 */
export function prepareFile(file: string): string {
  if (identityOf(file) === undefined) create(file);
  const found = statSync(file);
  requireOwnFile(found);
  // SQLite takes a short text for an empty database, and a database whose changes are in a log beside it looks empty.
  if (found.size > 0) requireOwnDatabase(file);
  if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  return identityOf(file) ?? "";
}

function create(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error("it is a symbolic link to a file that does not exist; create that file, or name another one");
  closeSync(openSync(file, "wx", 0o600));
}

/** What tells a file from another one of the same name; undefined if there is no such file. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function requireOwnFile(found: Stats): void {
  if (!found.isFile()) throw new Error("it is not a regular file; name another one");
  const user = process.geteuid?.();
  if (user !== undefined && found.uid !== user) throw new Error("it belongs to another user; name a file of your own");
}

function requireOwnDatabase(file: string): void {
  const database = openImmutable(file);
  try {
    const id = pragma(database, "application_id");
    const version = pragma(database, "user_version");
    if (id !== APPLICATION_ID && !isUnmarked(database, id, version))
      throw new Error("it is a database of another program; name another file");
    if (version > FORMAT_VERSION)
      throw new Error("a newer version of this server has written it; use that version, or another file");
  } finally {
    database.close();
  }
}

/** Opens a file without a lock, and without the files that SQLite makes beside a database. */
function openImmutable(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return openDatabase(url, { readOnly: true });
}

/** Whether a version of this server that set no application id has written a database. */
function isUnmarked(database: DatabaseSync, id: number, version: number): boolean {
  if (id !== 0 || version > FORMAT_VERSION) return false;
  return definitionsIn(database).join() === ownDefinitions().join();
}

function ownDefinitions(): string[] {
  const database = openDatabase(":memory:");
  try {
    database.exec(schema);
    return definitionsIn(database);
  } finally {
    database.close();
  }
}

const definitionsIn = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    .all()
    .map(({ sql }) => String(sql).replace(/\s+/g, " "));

const pragma = (database: DatabaseSync, name: "application_id" | "user_version"): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
