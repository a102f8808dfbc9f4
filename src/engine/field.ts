import type { Unwrap } from "@pulumi/pulumi";

/**
 * Rows: what the engine knows of a field, as plain data. A resource or module is a {@link Table} of rows beside the
 * interface that documents its arguments; checks, diffs, request bodies, answers and refresh all follow the rows.
 */
export type Row = LeafRow | ObjectRow | ObjectsRow;

/** A row whose values hold no arguments of their own. */
export type LeafRow =
  | ({ readonly kind: "string"; readonly maxBytes?: number } & RowOptions)
  | ({ readonly kind: "domain" } & RowOptions)
  | ({ readonly kind: "oneOf"; readonly values: readonly (string | number)[] } & RowOptions)
  | ({ readonly kind: "boolean" } & RowOptions)
  | ({ readonly kind: "uint32"; readonly max?: number } & RowOptions)
  | ({ readonly kind: "fraction" } & RowOptions)
  | ({ readonly kind: "set" | "list" } & RowOptions)
  | ({ readonly kind: "headers" | "headerNames" } & RowOptions)
  | ({ readonly kind: "json" } & RowOptions);

/** A nested object with a table of its own. */
export type ObjectRow = {
  readonly kind: "object";
  readonly fields: Table;
  /** Exactly one member is set; on the wire the others are null. */
  readonly exactlyOne?: true;
} & RowOptions;

/** A list of nested objects. */
export type ObjectsRow = {
  readonly kind: "objects";
  readonly fields: Table;
  /** Its order means something. */
  readonly ordered?: true;
} & RowOptions;

/** What any row may say. */
export interface RowOptions {
  /** The member's name on the wire, where it is not the key in snake_case. */
  readonly wire?: string;
  /** Where an answer has the value, if not in the member that a body has it in: `backend.id`, `ip_policies[].id`. */
  readonly readFrom?: string;
  /** The program has to state it. */
  readonly required?: true;
  /** The documented default: an absent argument equals it. Booleans default to false. */
  readonly default?: string | boolean;
  /** Left alone, and shown nowhere, while the program does not state it: the service, or somebody else, chooses. */
  readonly computed?: true;
  /** Encrypted in state, never in a message; where the API masks it on read, state keeps it. */
  readonly secret?: true;
  /** Read-only: an output, not an argument. */
  readonly output?: true;
  /** The argument that an output tells more of: without it, there is no such output. */
  readonly of?: string;
  /** The argument whose value an output repeats: where the program marks that as a secret, the output is one too. */
  readonly repeats?: string;
  /** A change replaces the resource. */
  readonly createOnly?: true;
  /** The API never returns it: state keeps what the program said. */
  readonly writeOnly?: true;
  /** A part of the path, not of any body. */
  readonly inPath?: true;
  /** For the provider alone: never sent, never compared. */
  readonly local?: true;
  /** Arguments beside it that have to be set too: to anything (`true`) or to that value. */
  readonly needs?: Readonly<Record<string, true | string>>;
}

/** Rows by argument name. */
export type Table = Readonly<Record<string, Row>>;

/** A row for values of type `T`; the type parameters exist for the compiler alone. */
export type RowOf<T, Required = unknown, Output = unknown> = Row & {
  readonly _types?: { value: (value: T) => T; required: Required; output: Output };
};

/** A value of an argument: without what may stand around it in a program. */
export type Value<T> = Exclude<Unwrap<T>, undefined>;

/** One row for each key of the interfaces, of the key's type: a row forgotten or mistyped does not compile. */
export type TableOf<Args, Outputs = unknown> = {
  readonly [K in keyof Args]-?: RowOf<Value<Args[K]>, undefined extends Args[K] ? false : true, false>;
} & { readonly [K in keyof Outputs]-?: RowOf<Value<Outputs[K]>, unknown, true> };

declare const ARGS: unique symbol;

/** What a table was checked against; for the compiler alone. */
export interface CheckedFor<Args> {
  readonly [ARGS]?: (args: Args) => Args;
}

/** A table that was checked against an interface of arguments. */
export type Fields<Args> = Table & CheckedFor<Args>;

/** Checks a table against the interfaces of its arguments and read-only outputs. */
export const fields =
  <Args, Outputs = unknown>() =>
  (table: TableOf<Args, Outputs>): TableOf<Args, Outputs> & Fields<Args> =>
    table as TableOf<Args, Outputs> & Fields<Args>;

/** The member's name on the wire: the API's snake_case. */
export const wireName = (key: string, row: Row): string =>
  row.wire ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The rows of arguments. */
export const inputRows = (table: Table): [string, Row][] =>
  Object.entries(table).filter(([, row]) => row.output === undefined);

/** The rows of read-only outputs. */
export const outputRows = (table: Table): [string, Row][] =>
  Object.entries(table).filter(([, row]) => row.output === true);

/** The names of the arguments in the path, in the order in which they make the id of a module. */
export const pathKeys = (table: Table): string[] => inputRows(table).flatMap(([key, row]) => (row.inPath ? [key] : []));

/** The rows of arguments that a body carries. */
export const bodyRows = (table: Table): [string, Row][] =>
  inputRows(table).filter(([, row]) => row.inPath === undefined && row.local === undefined);
