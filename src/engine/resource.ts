import type { Client } from "../client/client";
import type { Table } from "./field";
import type { Values, WireObject } from "./values";

/** A resource as the provider knows it: its type, its fields, and the operations that the API offers for it. */
export interface Resource {
  /** The last part of the type token `pulumi-nodejs:dynamic/edge-ingress:<type>`. */
  readonly type: string;
  readonly fields: Table;
  readonly operations: Operations;
  /** Whether the object already is what a changed argument asks for, so that the change asks for nothing. */
  holds?(argument: string, state: Values, inputs: Values): boolean;
  /** Lines that the user should read after a create, update or refresh. */
  notices?(state: Values): readonly string[];
}

/** What the API does with one kind of object. A missing object is an `HttpError` with status 404. */
export interface Operations {
  create(client: Client, body: WireObject): Promise<Created>;
  read(client: Client, id: string): Promise<WireObject>;
  /** `body` holds the changed members alone. */
  update(client: Client, id: string, body: WireObject): Promise<WireObject>;
  delete(client: Client, id: string): Promise<void>;
}

/** A new object: its id, and the API's answer. */
export interface Created {
  readonly id: string;
  readonly answer: WireObject;
}
