import {
  isObject,
  parseJson,
  stableJson,
  type Values,
  type WireObject,
} from "../../core/schema/values";
import { markOf } from "../mark";
import type { Session } from "../requests/session";
import { authorities, objectPath } from "./collections";

/** A module of an edge that a run has configured. */
export interface MadeModule {
  readonly path: string;
  /** The response to the PUT. The module is deleted only while it is as the run has made it. */
  readonly body: WireObject;
}

/** What a run has made that no list shows. */
export interface RecordContents {
  readonly edge: string | undefined;
  /** Ids of routes. */
  readonly routes: readonly string[];
  readonly modules: readonly MadeModule[];
}

const EMPTY: RecordContents = { edge: undefined, routes: [], modules: [] };

/** The contents of the record in a marked text; undefined if the text has none. */
export function parseRecord(text: string): RecordContents | undefined {
  const value = parseJson(text.slice(text.indexOf(" ") + 1));
  if (!isObject(value)) return undefined;
  const { edge, routes, modules } = { ...EMPTY, ...value } as RecordContents;
  return { edge, routes, modules };
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

  addRoute = (edge: string, id: string) =>
    this.#change({ edge, routes: [...this.contents.routes, id] });

  removeRoute = (id: string) =>
    this.#change({ routes: this.contents.routes.filter((route) => route !== id) });

  addModule = (module: MadeModule) => this.#change({ modules: [...this.contents.modules, module] });

  removeModule = (path: string) =>
    this.#change({ modules: this.contents.modules.filter((module) => module.path !== path) });

  async #change(changed: Partial<RecordContents>): Promise<void> {
    this.contents = { ...this.contents, ...changed };
    if (this.#path !== undefined) await this.session.patch(this.#path, { metadata: this.text });
  }
}
