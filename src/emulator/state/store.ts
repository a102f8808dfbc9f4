import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import type { Wire } from "../wire";
import { openDatabase } from "./sqlite";

/** A row: `path` is the API path that locates the object, and `body` its wire members without computed ones. */
export interface StoredObject {
  readonly account: string;
  /** What it is: `agent_ingress`, `https_edge_route`, `edge_module` and so on. The modules of a route are kept inside the route. */
  readonly kind: string;
  readonly path: string;
  readonly body: Wire;
}

const schema = `
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

/** The objects of all accounts, in SQLite. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file path of the database, created when missing; ":memory:" keeps nothing */
  constructor(file: string) {
    this.#database = openDatabase(file);
    this.#database.exec(schema);
  }

  get(account: string, path: string): StoredObject | undefined {
    return toObject(this.#prepare("SELECT * FROM objects WHERE account = ? AND path = ?").get(account, path));
  }

  /** The object at a path, whatever account it belongs to; the first one created when several have it. */
  find(path: string): StoredObject | undefined {
    return toObject(this.#prepare("SELECT * FROM objects WHERE path = ? ORDER BY sequence LIMIT 1").get(path));
  }

  /** Stores an object, or replaces the one that has its account and path. */
  put({ account, kind, path, body }: StoredObject): void {
    this.#prepare(
      "INSERT INTO objects (account, kind, path, body) VALUES (?, ?, ?, ?) " +
        "ON CONFLICT (account, path) DO UPDATE SET body = excluded.body",
    ).run(account, kind, path, JSON.stringify(body));
  }

  /** @returns false when there was nothing to delete */
  delete(account: string, path: string): boolean {
    return this.#prepare("DELETE FROM objects WHERE account = ? AND path = ?").run(account, path).changes > 0;
  }

  /** Deletes every object of every account. */
  clear(): void {
    this.#database.exec("DELETE FROM objects");
  }

  /** Objects of one kind, newest first, at most `limit`, only those created before the one at the path `before`. */
  page(account: string, kind: string, limit: number, before: string | undefined): StoredObject[] {
    const older = before === undefined ? "" : "AND path < ?";
    const parameters = before === undefined ? [account, kind] : [account, kind, before];
    return this.#prepare(`SELECT * FROM objects WHERE account = ? AND kind = ? ${older} ORDER BY path DESC LIMIT ?`)
      .all(...parameters, limit)
      .flatMap((row) => toObject(row) ?? []);
  }

  /** Every object of every account, oldest first. */
  all(): StoredObject[] {
    return this.#prepare("SELECT * FROM objects ORDER BY sequence")
      .all()
      .flatMap((row) => toObject(row) ?? []);
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function toObject(row: Record<string, SQLOutputValue> | undefined): StoredObject | undefined {
  if (row === undefined) return undefined;
  const { account, kind, path, body } = row;
  return {
    account: String(account),
    kind: String(kind),
    path: String(path),
    body: JSON.parse(String(body)) as Wire,
  };
}
