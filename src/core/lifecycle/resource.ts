import { asProviderError, EdgeIngressError } from "../client/errors";
import type { Client } from "../client/types";
import type { Definition, ListedDefinition } from "../schema/definition";
import type { SuppressDiff } from "../schema/diff";
import type { Log } from "../schema/problem";
import type { Values } from "../schema/values";
import type { Claims } from "./claims";
import type { ModuleOwnership } from "./ownership/ownership";

/** The hooks of a resource that tables cannot describe. */
export interface ResourceHooks {
  readonly suppressDiff?: SuppressDiff;
  /** Returns the reason why the object cannot have the arguments. Undefined if it can. */
  precondition?(state: Values, inputs: Values): string | undefined;
  /**
   * Returns the values by which clients know an object that modules belong to: its name in messages, and the key by which the run finds
   * the object that replaces it.
   */
  displayName?(state: Values): string;
  /** Logs problems that the response about an object shows, after a create, an update, a refresh or the lookup of a single object. */
  diagnose?(state: Values, log: Log): void;
}

/** A kind of object, the operations that the API offers for it, and its hooks. */
export interface Resource extends ResourceHooks {
  readonly definition: Definition;
  readonly operations: Operations;
}

/** A kind of object that the API lists: all objects of the account, page after page, in the service's order. */
export interface ListedResource extends Resource {
  readonly definition: ListedDefinition;
  readonly operations: Operations & {
    list(api: Client, onUnreadable?: OnUnreadable): AsyncIterable<ApiObject>;
  };
}

/** An object in the engine's state. The state has the arguments under their own names, and the read-only outputs. */
export interface ResourceState {
  readonly id: string;
  readonly state: Values;
}

/** The client, and the parts of the run that operations use. */
export interface Api extends Client {
  /** The provider's settings, with defaults. */
  readonly settings: Values;
  /** The owners of the modules in this run of the program. */
  readonly modules: ModuleOwnership;
  /** @throws {EdgeIngressError} if another resource of the program has the module at a path in the state. */
  requireOwned(path: string): void;
  /** The objects that processes on this machine have created. Undefined without an engine, because only engines run several processes. */
  readonly claims: Claims | undefined;
  /** Returns the instruction to import an object as the resource of this operation. */
  howToImport(importId: string): string;
  readonly log: Log;
}

/** The operations that the API offers for one kind of object. */
export interface Operations {
  /** @throws {ResourceInitFailed} if the create failed, and the object that it may have created can be addressed by its id. */
  create(api: Api, inputs: Values): Promise<CreatedObject>;
  /** Returns the values in the response. Undefined if the object does not exist. */
  read(api: Client, object: ResourceState): Promise<Values | undefined>;
  /** @throws {ResourceInitFailed} if the update may have changed a part of the object. */
  update(
    api: Api,
    object: ResourceState,
    inputs: Values,
    changed: readonly string[],
  ): Promise<Values>;
  /** Deletes the object. A 404, as an {@link HttpError}, means that there is nothing to delete. */
  delete(api: Api, object: ResourceState): Promise<void>;
}

/** Receives an object that is skipped, because the response does not have the documented form. Without it, such an object is an error. */
export type OnUnreadable = (id: string, problem: string) => void;

/** An object in a response. */
export interface ApiObject {
  readonly id: string;
  readonly values: Values;
  /** The creation time by this machine's wall clock. NaN if the response does not show the time. */
  readonly createdAtMs: number;
}

/** A new object, with the values that the response shows. */
export interface CreatedObject extends Pick<ApiObject, "id" | "values"> {
  /** The reason why the response cannot be read. */
  readonly unreadable?: Error;
}

/** The object exists, or may exist, but differs from the program. The state keeps it, and the next update corrects it. */
export class ResourceInitFailed extends EdgeIngressError {
  override readonly name = "ResourceInitFailed";
  /** The paths of secrets in the state that the table does not name. The provider sets them. */
  readonly secretPaths: readonly string[] = [];

  constructor(
    override readonly cause: Error,
    readonly id: string,
    /**
     * The known state. An operation passes only the values of its last response, if it has any. After an update, the lifecycle replaces
     * them by what a read shows or, if the read fails, merges them into the arguments. After a create, it replaces them by the arguments
     * without secrets.
     */
    readonly state?: Values,
  ) {
    super(asProviderError(cause).message);
  }
}
