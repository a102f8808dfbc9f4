import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { APPLICATION_ID, FORMAT_VERSION, identityOf, prepareFile, schema } from "./data-ownership";
import { openDatabase } from "./sqlite";

/** A failure of the file that keeps the objects, which the message names. */
export class DataFileError extends Error {
  constructor(file: string, cause: unknown) {
    super(`the data file ${file} cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = "DataFileError";
  }
}

// The lock is kept until the file is closed, and the operating system gives it up when the process is gone. The version
// is written each time, so that a file or a folder that cannot be written fails here and not with the first object.
const claim = `
  PRAGMA locking_mode = EXCLUSIVE;
  BEGIN EXCLUSIVE;
  ${schema}
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT_VERSION};
  COMMIT;
`;

/** A database of objects: in a file, which one emulator at a time has open, or in memory. */
export class DataFile {
  readonly #file: string | undefined;
  readonly #identity: string | undefined;
  readonly #database: DatabaseSync;

  /** @param file created when missing; undefined keeps nothing. @throws DataFileError */
  constructor(file: string | undefined) {
    this.#file = file === undefined ? undefined : resolve(file);
    this.#identity = this.#named(() => this.#file && prepareFile(this.#file));
    this.#database = this.#named(() => openDatabase(this.#file ?? ":memory:"));
    try {
      this.use((database) => {
        database.exec(this.#file === undefined ? schema : claim);
        requireJsonBodies(database);
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Works on the database. @throws DataFileError, also when the file is no longer the one that was opened */
  use<T>(work: (database: DatabaseSync) => T): T {
    return this.#named(() => {
      if (this.#file !== undefined && identityOf(this.#file) !== this.#identity) {
        throw new Error("it was deleted or replaced; start the server again");
      }
      return work(this.#database);
    });
  }

  close(): void {
    this.#database.close();
  }

  #named<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#file === undefined ? error : new DataFileError(this.#file, error);
    }
  }
}

function requireJsonBodies(database: DatabaseSync): void {
  const bodyType = "CASE WHEN json_valid(body) THEN json_type(body) END";
  const damaged = database.prepare(`SELECT path FROM objects WHERE ${bodyType} IS NOT 'object' LIMIT 1`).get();
  if (damaged !== undefined) throw new Error(`the object ${damaged.path} in it is damaged`);
}

const SQLITE_BUSY = 5;

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const isBusy = "errcode" in cause && cause.errcode === SQLITE_BUSY;
  return isBusy ? "another server or program has it open; stop that, or use another file" : cause.message;
}
