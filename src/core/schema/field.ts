import { snakeCase } from "./case";
import type { Equivalence } from "./equivalence";
import { isSet, type Values } from "./values";

/** What stands around a value that only an apply knows; told by its form, so that no library of the engine is needed. */
interface Eventual<T> {
  apply(...args: never[]): unknown;
  get(): T;
}

/** A value of an argument: without the promises and outputs that may stand around it, and its parts, in a program. */
export type Plain<T> =
  T extends Promise<infer P>
    ? PlainParts<P>
    : T extends Eventual<infer E>
      ? PlainParts<E>
      : PlainParts<T>;

type PlainParts<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

/** What is known of a field, as plain data: checks, diffs, request bodies, answers and refreshes all follow the rows. */
export type Row = LeafRow | ObjectRow | ObjectsRow;

/** A row whose values hold no arguments of their own. */
export type LeafRow =
  | ({ readonly kind: "string"; readonly maxBytes?: number; readonly format?: Format } & RowOptions)
  | ({ readonly kind: "oneOf"; readonly values: readonly (string | number)[] } & RowOptions)
  | ({ readonly kind: "uint32"; readonly min?: number; readonly max?: number } & RowOptions)
  | ({ readonly kind: PlainKind } & RowOptions);

/** Kinds of values without options of their own. */
export type PlainKind =
  | "domain"
  | "boolean"
  | "fraction"
  | "set"
  | "list"
  | "headers"
  | "headerNames"
  | "json";

/** What a text has to be the form of; see `leaves.ts`. */
export type Format = "id" | "baseUrl" | "visibleAscii";

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

/** The row of each item of a list. */
export const itemRow = ({ fields }: ObjectsRow): ObjectRow => ({ kind: "object", fields });

/** What any row may say. */
export interface RowOptions {
  /** The member's name on the wire, if it is not the key in snake_case. */
  readonly wire?: string;
  /** Where an answer has the value, if not in the member that a body has it in: `backend.id`, `ip_policies[].id`. */
  readonly readFrom?: string;
  /** The program has to state it. */
  readonly required?: true;
  /** Differences of the texts that mean nothing. Default: each difference means something. */
  readonly equalUpTo?: Equivalence;
  /** The documented default: an absent argument equals it. Booleans default to false. */
  readonly default?: string | number | boolean;
  /** The default is sent if a body would hold nothing else: the API may take an empty object for none. */
  readonly sentWhenEmpty?: true;
  /** Left alone, and not shown, while the program does not set it: the service, or another party, chooses. */
  readonly computed?: true;
  /** No answer is without it: an object that lacks it is not of this kind. The same goes for what is required. */
  readonly essential?: true;
  /** Encrypted in state, never in a message; if the API masks it on read, the state keeps it. */
  readonly secret?: true;
  /** Words and data of the program, of which the API reads nothing. */
  readonly freeText?: true;
  /** Read-only: an output, not an argument. */
  readonly output?: true;
  /** The argument that an output tells more of: without it, there is no such output. */
  readonly presentWith?: string;
  /** The arguments whose values an output repeats or tells: if the program marks one as a secret, the output is one too. */
  readonly repeats?: readonly string[];
  /** A change replaces the resource. */
  readonly createOnly?: true;
  /** The API never returns it: state keeps what the program said. */
  readonly writeOnly?: true;
  /** A part of the path, not of any body. */
  readonly pathParameter?: true;
  /** For the provider alone: never sent, never compared. */
  readonly providerOnly?: true;
  /** Arguments beside it that have to be set too: to anything (`true`) or to that value. */
  readonly requiredWith?: Readonly<Record<string, true | string>>;
  /** The environment variable that has a setting of the provider if its configuration has none. */
  readonly environment?: string;
}

/** Rows by argument name. */
export type Table = Readonly<Record<string, Row>>;

/** A row for values of type `T`. `Has` is what the compiler alone knows of it; see `rows.ts`. */
export type RowOf<T, Has> = Row & { readonly _types?: Has & { value(value: T): T } };

/** A value of an argument that is there. */
export type Value<T> = Exclude<Plain<T>, undefined>;

/** One row for each key of the interfaces, of the key's type: a row forgotten or mistyped does not compile. */
type TableOf<Args, Outputs = unknown, Has = unknown> = {
  readonly [K in keyof Args]-?: RowOf<
    Value<Args[K]>,
    Has & { required: undefined extends Args[K] ? false : true; output: false; refers: keyof Args }
  >;
} & {
  readonly [K in keyof Outputs]-?: RowOf<
    Value<Outputs[K]>,
    Has & { output: true; refers: keyof Args }
  >;
};

declare const CHECKED: unique symbol;

/** A table of a nested object's members, checked against their interface. `Secret` is false if it holds no secret. */
export interface Nested<Args, Secret = boolean> extends Table {
  readonly [CHECKED]: { readonly secret: Secret; args(args: Args): Args };
}

/** A table as it is: the compiler has checked it. */
const checked = (table: Table): never => table as never;

/** Checks a table against the interfaces of its arguments and read-only outputs. */
export const fields = <Args, Outputs = unknown>(): Checker<TableOf<Args, Outputs>, Table> =>
  checked;

/** Checks the table of a nested object: none of its members can be replaced, be a part of a path, or be read-only alone. */
export const nested = <Args>(): Checker<TableOf<Args, unknown, { nestable: true }>, Nested<Args>> =>
  checked;

/** Checks the table of the items of a list, among which a masked secret could not be found again. */
export const items = <Args>(): Checker<
  TableOf<Args, unknown, { nestable: true; secret: false }>,
  Nested<Args, false>
> => checked;

type Checker<T, Mark> = (table: T) => T & Mark;

/** The member's name on the wire: the API's snake_case. */
export const wireName = (key: string, row: Row): string => row.wire ?? snakeCase(key);

/** Finds once what follows from a table or a row: each is constant, and is used again for every value. */
export const memoized = <K extends Table | Row, T>(find: (of: K) => T): ((of: K) => T) => {
  const found = new WeakMap<K, T>();
  return (of) => {
    const known = found.get(of) ?? find(of);
    found.set(of, known);
    return known;
  };
};

export type Rows = readonly (readonly [key: string, row: Row])[];

/** Finds the rows of a table that meet a condition. */
export const rowFilter = (meet: (row: Row) => unknown) =>
  memoized((table: Table): Rows => Object.entries(table).filter(([, row]) => meet(row)));

/** The rows of arguments. */
export const inputRows = rowFilter((row) => !row.output);

/** The rows of read-only outputs. */
export const outputRows = rowFilter((row) => row.output);

/** The rows of arguments that a body carries. */
export const bodyRows = rowFilter((row) => !row.output && !row.pathParameter && !row.providerOnly);

/** Whether values have an output, which no program states. */
export const hasOutputs = (table: Table, values: Values): boolean =>
  outputRows(table).some(([name]) => isSet(values[name]));

/** The names of the arguments in the path, in the order in which they make the id of a module. */
export const pathKeys = memoized((table: Table): readonly string[] =>
  inputRows(table).flatMap(([key, row]) => (row.pathParameter ? [key] : [])),
);
