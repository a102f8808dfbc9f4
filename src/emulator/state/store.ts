import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import type { Wire } from "../wire";
import { DataFile } from "./data-file";

/** A row: `path` is the API path that locates the object, and `body` its wire members without computed ones. */
export interface StoredObject {
  readonly account: string;
  /** What it is: `agent_ingress`, `https_edge_route`, `edge_module` and so on. The modules of a route are kept inside the route. */
  readonly kind: string;
  readonly path: string;
  readonly body: Wire;
}

/** The objects of all accounts, in SQLite. */
export class Store {
  readonly #file: DataFile;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file path of the database, created when missing; undefined keeps nothing. @throws DataFileError */
  constructor(file: string | undefined) {
    this.#file = new DataFile(file);
  }

  get(account: string, path: string): StoredObject | undefined {
    return this.#all("SELECT account, kind, path, body FROM objects WHERE account = ? AND path = ?", account, path)[0];
  }

  /** The object at a path, whatever account it belongs to; the first one created when several have it. */
  find(path: string): StoredObject | undefined {
    return this.#all("SELECT account, kind, path, body FROM objects WHERE path = ? ORDER BY sequence LIMIT 1", path)[0];
  }

  /** Stores an object, or replaces the one that has its account and path. */
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

  /** Objects of one kind, newest first, at most `limit`, only those created before the one at the path `before`. */
  page(account: string, kind: string, limit: number, before: string | undefined): StoredObject[] {
    const older = before === undefined ? "" : "AND path < ?";
    const parameters = before === undefined ? [account, kind] : [account, kind, before];
    const sql = `SELECT account, kind, path, body FROM objects WHERE account = ? AND kind = ? ${older} ORDER BY path DESC LIMIT ?`;
    return this.#all(sql, ...parameters, limit);
  }

  /** Every object of every account, oldest first. */
  all(): StoredObject[] {
    return this.#all("SELECT account, kind, path, body FROM objects ORDER BY sequence");
  }

  /** The path of every object of every account. */
  paths(): string[] {
    const rows = this.#file.use((database) => this.#prepare(database, "SELECT path FROM objects").all());
    return rows.map(({ path }) => String(path));
  }

  close(): void {
    this.#file.close();
  }

  #all(sql: string, ...parameters: readonly SQLInputValue[]): StoredObject[] {
    return this.#file.use((database) =>
      this.#prepare(database, sql)
        .all(...parameters)
        .map(toObject),
    );
  }

  /** @returns how many rows changed */
  #run(sql: string, ...parameters: readonly SQLInputValue[]): number {
    return this.#file.use((database) => Number(this.#prepare(database, sql).run(...parameters).changes));
  }

  #prepare(database: DatabaseSync, sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function toObject({ account, kind, path, body }: Record<string, SQLOutputValue>): StoredObject {
  return {
    account: String(account),
    kind: String(kind),
    path: String(path),
    body: JSON.parse(String(body)) as Wire,
  };
}
