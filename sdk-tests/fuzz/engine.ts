import type { Values } from "../../src/core/schema/values";
import type { Limits, Options } from "./options";

/** A resource that a program declares. */
export interface Declared {
  readonly type: string;
  readonly args: Values;
  /** The name of the route that it is a module of, and whether it is given that or its ids. */
  readonly on?: { readonly name: string; readonly as: "route" | "ids" };
  /** Whether it has a `Provider` of its own, of the same account. */
  readonly isElsewhere?: boolean;
  /** Pulumi's option `deleteBeforeReplace`. */
  readonly deleteBeforeReplace?: boolean;
  /** Pulumi's option `retainOnDelete`. */
  readonly retainOnDelete?: boolean;
}

/** What a program declares, by name; a name such as `team/login` is one in a component. Routes come before their modules. */
export type Program = ReadonlyMap<string, Declared>;

/** A resource of a stack's state. */
export interface Stored {
  readonly type: string;
  readonly id: string;
  readonly inputs: Values;
  /** What the object is: more than the inputs where an update stopped half-way. */
  readonly outputs: Values;
  /** Pulumi's option `retainOnDelete`, as the last program had it. */
  readonly retainOnDelete?: boolean | undefined;
}

/** A resource that is being made, or, with its id, changed. */
export type UnderWay = Pick<Stored, "type" | "inputs"> & Partial<Pick<Stored, "id">>;

/** A stack, and what can be done to it. */
export interface Engine {
  /** What the state has, by name. */
  readonly state: ReadonlyMap<string, Stored>;
  /** Replaced objects whose deletion failed. */
  readonly pendingDeletes: readonly Stored[];
  /** Messages of all failures. */
  readonly errors: readonly string[];
  /** Creates and updates that have not ended, as far as the engine can tell; any of them otherwise. */
  readonly underWay: readonly UnderWay[] | "any";
  /** Whether two resources may ask for one module, as earlier versions of the classes let them. */
  readonly allowsTwins: boolean;
  /** Makes, changes and deletes until all is as the program declares, or something fails. Tells whether nothing failed. */
  up(program: Program, options?: Options): Promise<boolean>;
  /** The number of changes that an `up` would make. */
  preview(program: Program): Promise<number>;
  /** Reads every resource; drops what is gone. Tells whether nothing failed. */
  refresh(): Promise<boolean>;
  destroy(limits?: Limits): Promise<boolean>;
  /** Ends the provider process as `kill -9` does. */
  kill(): Promise<void>;
  /** Lets another process of the provider run all programs from now on: of another form, version or provider instance. */
  switchProcess(): void;
  /** What the providers have had shown in the last operation, without debugging. */
  said(): Promise<string>;
  /** Ends the last operation; gives all that the providers have had shown in it. Some of it is known only then. */
  end(): Promise<string>;
  /** Everything that the user could see, and what the state contains in plaintext. */
  seen(): Promise<string>;
  /** Forgets the stack; its objects are gone. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
