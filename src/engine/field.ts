import type { Unwrap } from "@pulumi/pulumi";

/**
 * Rows: what the engine knows of a field, as plain data. A resource or module is a {@link Table} of rows beside the
 * interface that documents its arguments; checks, diffs, request bodies, answers and refresh all follow the rows.
 */
export type Row =
  | ({ readonly kind: "string"; readonly maxBytes?: number } & RowOptions)
  | ({ readonly kind: "domain" } & RowOptions)
  | ({ readonly kind: "oneOf"; readonly values: readonly (string | number)[] } & RowOptions)
  | ({ readonly kind: "boolean" } & RowOptions)
  | ({ readonly kind: "set" } & RowOptions)
  | ObjectRow;

/** A nested object with a table of its own. */
export type ObjectRow = {
  readonly kind: "object";
  readonly fields: Table;
  /** Exactly one member is set; on the wire the others are null. */
  readonly exactlyOne?: true;
} & RowOptions;

/** What any row may say. */
export interface RowOptions {
  /** The member's name on the wire, where it is not the key in snake_case. */
  readonly wire?: string;
  /** The program has to state it. */
  readonly required?: true;
  /** The documented default: an absent argument equals it. Booleans default to false. */
  readonly default?: string | boolean;
  /** Encrypted in state, never in a message; where the API masks it on read, state keeps it. */
  readonly secret?: true;
  /** Read-only: an output, not an argument. */
  readonly output?: true;
  /** A change replaces the resource. */
  readonly createOnly?: true;
  /** The API never returns it: state keeps what the program said. */
  readonly writeOnly?: true;
  /** Arguments beside it that have to be set too: to anything (`true`) or to that value. */
  readonly needs?: Readonly<Record<string, true | string>>;
}

/** Rows by argument name. */
export type Table = Readonly<Record<string, Row>>;

/** A row for values of type `T`; the type parameters exist for the compiler alone. */
export type RowOf<T, Required = unknown, Output = unknown> = Row & {
  readonly _types?: { value: (value: T) => T; required: Required; output: Output };
};

type Value<T> = Exclude<Unwrap<T>, undefined>;

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

type Is<O, Key extends keyof RowOptions> = O extends { readonly [K in Key]: true } ? true : false;
type Built<T, O> = RowOf<T, Is<O, "required">, Is<O, "output">>;
type Options = Omit<RowOptions, "default">;

/** Text; an empty text is an absent one. `maxBytes` counts UTF-8 bytes. */
export const string = <const O extends Options & { readonly default?: string; readonly maxBytes?: number }>(
  options?: O,
): Built<string, O> => ({ kind: "string", ...options });

/** A domain name: letter case and a trailing dot make no difference. */
export const domain = <const O extends Options>(options?: O): Built<string, O> => ({ kind: "domain", ...options });

/** One of a few texts or numbers. */
export const oneOf = <
  const V extends string | number,
  const O extends Options & { readonly default?: NoInfer<V> & string },
>(
  values: readonly V[],
  options?: O,
): Built<V, O> => ({ kind: "oneOf", values, ...options });

/** A flag. */
export const boolean = <const O extends Options & { readonly default?: boolean }>(options?: O): Built<boolean, O> => ({
  kind: "boolean",
  ...options,
});

/** A list of texts whose order and repetitions mean nothing. */
export const set = <const O extends Options>(options?: O): Built<string[], O> => ({ kind: "set", ...options });

/** A nested object. */
export const object = <A, const O extends Options & { readonly exactlyOne?: true }>(
  table: Fields<A>,
  options?: O,
): Built<Value<A>, O> => ({ kind: "object", fields: table, ...options });

/** The member's name on the wire: the API's snake_case. */
export const wireName = (key: string, row: Row): string =>
  row.wire ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The rows of arguments. */
export const inputRows = (table: Table): [string, Row][] =>
  Object.entries(table).filter(([, row]) => row.output === undefined);

/** The rows of read-only outputs. */
export const outputRows = (table: Table): [string, Row][] =>
  Object.entries(table).filter(([, row]) => row.output === true);
