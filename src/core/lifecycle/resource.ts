import { asProviderError, EdgeIngressError } from "../client/errors";
import type { Client } from "../client/types";
import type { Definition, ListedDefinition } from "../schema/definition";
import type { SuppressDiff } from "../schema/diff";
import type { Log } from "../schema/problem";
import type { Values } from "../schema/values";
import type { Claims } from "./claims";
import type { ModuleOwnership } from "./ownership/ownership";

/** What is special about a resource. */
export interface Special {
  readonly suppressDiff?: SuppressDiff;
  /** Why the object cannot be what the arguments ask for, if it cannot. */
  precondition?(state: Values, inputs: Values): string | undefined;
  /** How messages name an object to which modules belong. */
  displayName?(state: Values): string;
  /** What the user should hear of after a create, update or refresh. */
  diagnose?(state: Values, log: Log): void;
}

/** A kind of object with the operations that the API offers for it, and what is special about it. */
export interface Resource extends Special {
  readonly definition: Definition;
  readonly operations: Operations;
}

/** A kind of object that the API lists: every object of the account, page after page, in the service's order. */
export interface ListedResource extends Resource {
  readonly definition: ListedDefinition;
  readonly operations: Operations & {
    list(api: Client, onUnreadable?: OnUnreadable): AsyncIterable<Found>;
  };
}

/** An object as the engine's state has it: the arguments under their own names, and the read-only outputs. */
export interface ResourceState {
  readonly id: string;
  readonly state: Values;
}

/** The API as operations see it. */
export interface Api extends Client {
  /** The provider's settings, defaults included. */
  readonly settings: Values;
  /** To whom the modules belong that this run of the program meets. */
  readonly modules: ModuleOwnership;
  /** @throws {EdgeIngressError} if another resource of the program has the module at a path in the state. */
  requireOwned(path: string): void;
  /** The objects that other processes on this machine have created. Undefined without an engine, which could run others. */
  readonly claims: Claims | undefined;
  /** How messages tell the user to import an object as the resource at hand; `id` is what it is imported by. */
  howToImport(id: string): string;
  readonly log: Log;
}

/** What the API does with one kind of object. */
export interface Operations {
  /** @throws {ResourceInitFailed} if it failed, and a later update or deletion finds what it may have made by its id. */
  create(api: Api, inputs: Values): Promise<Created>;
  /** What the answer shows; `undefined` if there is no such object. */
  read(api: Client, object: ResourceState): Promise<Values | undefined>;
  /** @throws {ResourceInitFailed} if it failed after a first change was made. */
  update(
    api: Api,
    object: ResourceState,
    inputs: Values,
    changed: readonly string[],
  ): Promise<Values>;
  /** A missing object is an `HttpError` with status 404. */
  delete(api: Api, object: ResourceState): Promise<void>;
}

/** Receives an object that is left out, because the answer does not show it as documented. Without it, that is an error. */
export type OnUnreadable = (id: string, problem: string) => void;

/** An object as an answer shows it. */
export interface Found {
  readonly id: string;
  readonly values: Values;
  /** When it was made, by this machine's wall clock; not a number if it does not show that. */
  readonly madeAtMs: number;
}

/** A new object: its id, and what the answer shows of it. */
export interface Created extends Pick<Found, "id" | "values"> {
  /** Why the answer cannot be read, if it cannot. */
  readonly unreadable?: Error;
}

/** The object exists, or may exist, but not as the program asks. The state keeps it, and the next update mends it. */
export class ResourceInitFailed extends EdgeIngressError {
  override readonly name = "ResourceInitFailed";
  /** Paths of what is secret in the state, beside the table's own secrets: the provider adds them to what it throws. */
  readonly secretPaths: readonly string[] = [];

  constructor(
    override readonly cause: Error,
    readonly id: string,
    /** What is known of it; an operation leaves it to the lifecycle to find out, but for what the last answer has shown. */
    readonly state?: Values,
  ) {
    super(asProviderError(cause).message);
  }
}
