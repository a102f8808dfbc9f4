import { formatProblem } from "../../core/schema/leaves";
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

const MODULE_PATH =
  /^\/edges\/(?:https\/([^/]+)\/(?:mutual_tls|tls_termination)|tls\/([^/]+)\/mutual_tls|tcp\/([^/]+)\/backend)$/;

/** The contents of the record in a marked text; undefined if the text has none, or has other members than a run writes. */
export function parseRecord(text: string): RecordContents | undefined {
  const value = parseJson(text.slice(text.indexOf(" ") + 1));
  if (!isObject(value)) return undefined;
  const { edge, pending, routes = [], modules = [] } = value;
  const isRecord =
    (edge === undefined || isId(edge)) &&
    (pending === undefined || typeof pending === "string") &&
    isListOf(routes, isId) &&
    isListOf(modules, isModulePath);
  return isRecord ? { edge, pending, routes, modules } : undefined;
}

const isId = (value: unknown): value is string =>
  typeof value === "string" && formatProblem("id", value) === undefined;

function isModulePath(value: unknown): value is string {
  const match = MODULE_PATH.exec(typeof value === "string" ? value : "");
  return match?.slice(1).some(isId) === true;
}

const isListOf = (
  value: unknown,
  isItem: (item: unknown) => item is string,
): value is readonly string[] => Array.isArray(value) && value.every(isItem);

/**
 * The record of a run, in the metadata of an SSH certificate authority: the API lists neither routes nor modules of edges, so that a
 * later run could not find them.
 */
export class RunRecord {
  contents: RecordContents = EMPTY;
  /** True if the service shows the record as it was written. */
  isKept = false;
  #path: string | undefined;

  constructor(
    private readonly session: Session,
    private readonly run: string,
  ) {}

  /** The metadata of the authority. */
  get text(): string {
    return `${markOf(this.run)} ${stableJson(this.contents)}`;
  }

  /** Uses the authority that was created with {@link text}. */
  keepIn(authority: Values): void {
    this.#path = objectPath(authorities, authority.id);
    this.isKept = authority.metadata === this.text;
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
    if (this.#path === undefined) return;
    const { members } = await this.session.patch(this.#path, { metadata: this.text });
    this.isKept = members.metadata === this.text;
  }
}
