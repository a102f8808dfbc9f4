import type { Client } from "../client/client";
import type { Table } from "./field";
import type { ModuleOwnership, Place } from "./ownership";
import type { Values, WireObject } from "./values";

/** A resource as the provider knows it: its type, its fields, and the operations that the API offers for it. */
export interface Resource {
  /** The last part of the type token `pulumi-nodejs:dynamic/edge-ingress:<type>`. */
  readonly type: string;
  readonly fields: Table;
  readonly operations: Operations;
  /** Whether the object already is what a changed argument asks for, so that the change asks for nothing. */
  holds?(argument: string, state: Values, inputs: Values): boolean;
  /** Why the object cannot be what the arguments ask for, if it cannot. */
  refuses?(state: Values, inputs: Values): string | undefined;
  /** The modules that it configures, by their paths, as far as its id and arguments are known. */
  modules?(id: string | undefined, inputs: Values): readonly string[];
  /** Where it is, if modules belong to it. */
  place?(live: Live): Place;
  /** Lines that the user should read after a create, update or refresh. */
  notices?(state: Values): readonly string[];
}

/** A resource whose objects the API lists. */
export interface ListedResource extends Resource {
  readonly operations: ListedOperations;
}

/** An object and its state: the arguments under their own names, and the read-only outputs. */
export interface Live {
  readonly id: string;
  readonly state: Values;
}

/** The API as operations see it. */
export interface Api extends Client {
  readonly routeDeletion: RouteDeletion;
  /** To whom the modules belong that this run of the program meets. */
  readonly modules: ModuleOwnership;
  /** Shows the user one line. */
  notify(line: string): void;
}

/** What becomes of a route whose deletion the service does not offer; see `ProviderArgs.routeDeletion`. */
export type RouteDeletion = "delete" | "disable" | "retain" | "require";

/** What the API does with one kind of object. A missing object is an `HttpError` with status 404. */
export interface Operations {
  /** @throws {PartialCreate} if it failed, and a later update or deletion finds what it may have made by its id. */
  create(api: Api, inputs: Values): Promise<Created>;
  read(api: Client, live: Live): Promise<WireObject>;
  /** @throws {PartialUpdate} if it failed after a first change was made. */
  update(api: Api, live: Live, inputs: Values, changed: readonly string[]): Promise<WireObject>;
  delete(api: Api, live: Live): Promise<void>;
}

/** What the API does with objects that have a collection of their own. */
export interface ListedOperations extends Operations {
  /** Every object of the account, page after page, in the service's order. */
  list(api: Client): AsyncIterable<WireObject>;
}

/** A new object: its id, and the API's answer. */
export interface Created {
  readonly id: string;
  readonly answer: WireObject;
}

/** A create failed, and the object of this id may be there, perhaps not as asked. */
export class PartialCreate extends Error {
  constructor(
    readonly id: string,
    override readonly cause: Error,
  ) {
    super(cause.message);
  }
}

/** An update failed after a first change was made. */
export class PartialUpdate extends Error {
  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}
