import { isObject, parseJson, stableJson, type Values } from "../../core/schema/values";
import { markOf } from "../mark";
import type { Session } from "../requests/session";
import { authorities, objectPath } from "./collections";

/** The routes and modules that a run has made: no list shows them. */
export interface RecordContents {
  /** The HTTPS edge of the routes. */
  readonly edge: string | undefined;
  /** The match of a route whose creation has no response yet: the route may exist, and its id is unknown. */
  readonly pending: string | undefined;
  /** Ids of routes. */
  readonly routes: readonly string[];
  /** Paths of modules of edges. */
  readonly modules: readonly string[];
}

const EMPTY: RecordContents = { edge: undefined, pending: undefined, routes: [], modules: [] };

/** The contents of the record in a marked text; undefined if the text has none. */
export function parseRecord(text: string): RecordContents | undefined {
  const value = parseJson(text.slice(text.indexOf(" ") + 1));
  if (!isObject(value)) return undefined;
  return { ...EMPTY, ...value };
}

/**
 * The record of a run, in the metadata of an SSH certificate authority: the API lists neither routes nor modules of edges, so that a
 * later run could not find them.
 */
export class RunRecord {
  contents: RecordContents = EMPTY;
  #path: string | undefined;

  constructor(
    private readonly session: Session,
    private readonly run: string,
  ) {}

  /** True if the service keeps the record. */
  get isKept(): boolean {
    return this.#path !== undefined;
  }

  /** The metadata of the authority. */
  get text(): string {
    return `${markOf(this.run)} ${stableJson(this.contents)}`;
  }

  /** Uses the authority that was created with {@link text}. */
  keepIn(authority: Values): void {
    this.#path = objectPath(authorities, authority.id);
  }

  /** Records that a request is about to create a route. */
  expectRoute = (edge: string, match: string) => this.#change({ edge, pending: match });

  /** Records that the request has not created a route. */
  expectNoRoute = () => this.#change({ pending: undefined });

  addRoute = (id: string) =>
    this.#change({ pending: undefined, routes: [...this.contents.routes, id] });

  removeRoute = (id: string) =>
    this.#change({ routes: this.contents.routes.filter((route) => route !== id) });

  addModule = (path: string) => this.#change({ modules: [...this.contents.modules, path] });

  removeModule = (path: string) =>
    this.#change({ modules: this.contents.modules.filter((module) => module !== path) });

  async #change(changed: Partial<RecordContents>): Promise<void> {
    this.contents = { ...this.contents, ...changed };
    if (this.#path !== undefined) await this.session.patch(this.#path, { metadata: this.text });
  }
}
