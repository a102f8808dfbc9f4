import { resolve } from "node:path";
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { Wire } from "../wire";
import { claim, DataFileError, identityOf, openDatabase, prepareFile, schema } from "./data-file";

/**
 * A stored object: `path` is the API path that locates the object, and `body` its wire members without computed
 * members.
 */
export interface StoredObject {
  readonly account: string;
  /**
   * The kind of the object: `agent_ingress`, `https_edge_route`, `edge_module` and so on. The modules of a route are
   * stored in the route.
   */
  readonly kind: string;
  readonly path: string;
  readonly body: Wire;
}

/** The objects of all accounts, in SQLite: in a file, which one emulator at a time has open, or in memory. */
export class Store {
  readonly #file: string | undefined;
  readonly #identity: string | undefined;
  readonly #database: DatabaseSync;

  /** @param file created when missing; undefined keeps nothing. @throws DataFileError */
  constructor(file: string | undefined) {
    this.#file = file === undefined ? undefined : resolve(file);
    this.#identity = this.#named(() => this.#file && prepareFile(this.#file));
    this.#database = this.#named(() => openDatabase(this.#file ?? ":memory:"));
    try {
      this.#use((database) => {
        database.exec(this.#file === undefined ? schema : claim);
        requireJsonBodies(database);
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get(account: string, path: string): StoredObject | undefined {
    return this.#select("WHERE account = ? AND path = ?", account, path)[0];
  }

  /** The object at a path, in any account; the first created if several accounts have an object there. */
  find(path: string): StoredObject | undefined {
    return this.#select("WHERE path = ? ORDER BY sequence LIMIT 1", path)[0];
  }

  /** Stores an object, or replaces the object with its account and path. */
  put({ account, kind, path, body }: StoredObject): void {
    const sql =
      "INSERT INTO objects (account, kind, path, body) VALUES (?, ?, ?, ?) " +
      "ON CONFLICT (account, path) DO UPDATE SET body = excluded.body";
    this.#run(sql, account, kind, path, JSON.stringify(body));
  }

  /** @returns false when there was nothing to delete */
  delete(account: string, path: string): boolean {
    return this.#run("DELETE FROM objects WHERE account = ? AND path = ?", account, path) > 0;
  }

  /** Deletes every object of every account. */
  clear(): void {
    this.#run("DELETE FROM objects");
  }

  /**
   * An account's objects of a kind, newest first, at most `limit`, only those created before the object at the path
   * `before`.
   */
  newest(
    account: string,
    kind: string,
    { limit = -1, before }: { limit?: number; before?: string | undefined } = {},
  ) {
    const which =
      "WHERE account = ?1 AND kind = ?2 AND (?3 IS NULL OR path < ?3) ORDER BY path DESC LIMIT ?4";
    return this.#select(which, account, kind, before ?? null, limit);
  }

  /** Every object of every account, oldest first. */
  all(): StoredObject[] {
    return this.#select("ORDER BY sequence");
  }

  close(): void {
    this.#database.close();
  }

  #select(which: string, ...parameters: readonly SQLInputValue[]): StoredObject[] {
    const sql = `SELECT account, kind, path, body FROM objects ${which}`;
    return this.#use((database) =>
      database
        .prepare(sql)
        .all(...parameters)
        .map(toObject),
    );
  }

  /** @returns the number of rows that changed */
  #run(sql: string, ...parameters: readonly SQLInputValue[]): number {
    return this.#use((database) => Number(database.prepare(sql).run(...parameters).changes));
  }

  /** Works on the database. @throws DataFileError, also if the file is no longer the file that was opened */
  #use<T>(work: (database: DatabaseSync) => T): T {
    return this.#named(() => {
      if (this.#file !== undefined && identityOf(this.#file) !== this.#identity) {
        throw new Error("it was deleted or replaced; start the server again");
      }
      return work(this.#database);
    });
  }

  #named<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#file === undefined ? error : new DataFileError(this.#file, error);
    }
  }
}

function toObject({ account, kind, path, body }: Record<string, SQLOutputValue>): StoredObject {
  const members = JSON.parse(String(body)) as Wire;
  return { account: String(account), kind: String(kind), path: String(path), body: members };
}

function requireJsonBodies(database: DatabaseSync): void {
  const bodyType = "CASE WHEN json_valid(body) THEN json_type(body) END";
  const damaged = database
    .prepare(`SELECT path FROM objects WHERE ${bodyType} IS NOT 'object' LIMIT 1`)
    .get();
  if (damaged !== undefined) throw new Error(`the object ${damaged.path} in it is damaged`);
}
