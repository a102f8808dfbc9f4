import type { Values } from "../../src/core/schema/values";
import type { Limits, Options } from "./options";

/** A resource that a program declares. */
export interface Declared {
  readonly type: string;
  readonly args: Values;
  /** The name of the route of a module, and whether the program passes the route or its ids. */
  readonly on?: { readonly name: string; readonly as: "route" | "ids" };
  /** True if the resource has a separate `Provider`, of the same account. */
  readonly isElsewhere?: boolean;
  /** Pulumi's option `deleteBeforeReplace`. */
  readonly deleteBeforeReplace?: boolean;
  /** Pulumi's option `retainOnDelete`. */
  readonly retainOnDelete?: boolean;
}

/**
 * The declared resources of a program, by name; a name such as `team/login` is that of a resource in a component.
 * Routes come before their modules.
 */
export type Program = ReadonlyMap<string, Declared>;

/** A resource of a stack's state. */
export interface Stored {
  readonly type: string;
  readonly id: string;
  readonly inputs: Values;
  /** The object's actual values: more than the inputs if an update failed half-way. */
  readonly outputs: Values;
  /** Pulumi's option `retainOnDelete` in the last program. */
  readonly retainOnDelete?: boolean | undefined;
}

/** A resource that is being created or, with an id, updated. */
export type UnderWay = Pick<Stored, "type" | "inputs"> & Partial<Pick<Stored, "id">>;

/** A stack, and the operations on it. */
export interface Engine {
  /** The resources of the state, by name. */
  readonly state: ReadonlyMap<string, Stored>;
  /** Replaced objects whose deletion failed. */
  readonly pendingDeletes: readonly Stored[];
  /** Messages of all failures. */
  readonly errors: readonly string[];
  /** Creates and updates that have not ended, if the engine knows them; "any" otherwise. */
  readonly underWay: readonly UnderWay[] | "any";
  /** True if two resources may configure the same module, which earlier versions of the classes allowed. */
  readonly allowsTwins: boolean;
  /**
   * Creates, updates and deletes until all objects match the program, or an operation fails. Returns true if none
   * failed.
   */
  up(program: Program, options?: Options): Promise<boolean>;
  /** The number of changes that an `up` would make. */
  preview(program: Program): Promise<number>;
  /** Reads every resource, and removes deleted objects from the state. Returns true if no read failed. */
  refresh(): Promise<boolean>;
  destroy(limits?: Limits): Promise<boolean>;
  /** Ends the provider process with the signal of `kill -9`. */
  kill(): Promise<void>;
  /**
   * Lets a different process of the provider run all programs from then on: of a different form, version or provider
   * instance.
   */
  switchProcess(): void;
  /** Returns the messages of the providers in the last operation, without debug messages. */
  messages(): Promise<string>;
  /** Ends the last operation, and returns all messages of the providers in it. Some arrive only at the end. */
  end(): Promise<string>;
  /** Returns all output to the user, and the plaintext of the state. */
  seen(): Promise<string>;
  /** Forgets the stack, whose objects are deleted. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
