import { snakeCase } from "./case";
import type { Equivalence } from "./equivalence";
import { isSet, type Values } from "./values";

/** The schema of a field, as plain data. Checks, diffs, request bodies, the reading of responses, and refreshes follow the rows. */
export type Row = LeafRow | ObjectRow | ObjectsRow;

/** A row whose values have no rows for their parts. */
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

/** The format of a text; see `leaves.ts`. */
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
  /** The order of the items means something. */
  readonly ordered?: true;
} & RowOptions;

/** The row of each item of a list. */
export const itemRow = ({ fields }: ObjectsRow): ObjectRow => ({ kind: "object", fields });

/** The options of any row. */
export interface RowOptions {
  /** The member's name on the wire, if it is not the key in snake_case. */
  readonly wire?: string;
  /** The path of the value in a response, if it differs from the path in a request: `backend.id`, `ip_policies[].id`. */
  readonly readFrom?: string;
  /** The program has to declare the argument. */
  readonly required?: true;
  /** Differences between texts that mean nothing. Default: every difference means something. */
  readonly equalUpTo?: Equivalence;
  /** The documented default: an absent argument equals it. Booleans default to false. */
  readonly default?: string | number | boolean;
  /** The default is sent if a body would contain nothing else, because the API may treat an empty object as absent. */
  readonly sentWhenEmpty?: true;
  /** The service, or another party, chooses the value if the program does not. The provider then ignores it. */
  readonly computed?: true;
  /** Every response contains it: a response without it is about something else. The same is true of a required row. */
  readonly essential?: true;
  /** Encrypted in the state, and never in a message. If the API masks the value on read, the state keeps it. */
  readonly secret?: true;
  /** Text and data of the program that the API does not interpret. */
  readonly freeText?: true;
  /** Read-only: an output, not an argument. */
  readonly output?: true;
  /** The argument without which there is no such output. */
  readonly presentWith?: string;
  /** The arguments whose values an output repeats or reveals. If the program marks such an argument as secret, the output is secret, too. */
  readonly repeats?: readonly string[];
  /** A change replaces the resource. */
  readonly createOnly?: true;
  /** The API never returns it: the state keeps the value of the program. */
  readonly writeOnly?: true;
  /** The kind of the object that the id identifies: the name of its definition, or of a kind that this package does not manage. */
  readonly refersTo?: string;
  /** A part of the path, not of any body. */
  readonly pathParameter?: true;
  /** For the provider alone: not sent, and not compared by itself. */
  readonly providerOnly?: true;
  /** Other arguments that have to be set, too: to any value (`true`) or to a certain value. */
  readonly requiredWith?: Readonly<Record<string, true | string>>;
  /** The environment variable from which a setting of the provider comes if its configuration does not have it. */
  readonly environment?: string;
}

/** Rows by argument name. */
export type Table = Readonly<Record<string, Row>>;

/** The member's name on the wire: the API's snake_case. */
export const wireName = (key: string, row: Row): string => row.wire ?? snakeCase(key);

/** A function that computes its result once for each table or row. Both are constant, and are used for every value. */
export const memoized = <K extends Table | Row, T>(compute: (key: K) => T): ((key: K) => T) => {
  const results = new WeakMap<K, T>();
  return (key) => {
    const result = results.get(key) ?? compute(key);
    results.set(key, result);
    return result;
  };
};

export type Rows = readonly (readonly [key: string, row: Row])[];

/** A function that returns the rows of a table that meet a condition. */
export const rowFilter = (condition: (row: Row) => unknown) =>
  memoized((table: Table): Rows => Object.entries(table).filter(([, row]) => condition(row)));

/** The rows of arguments. */
export const inputRows = rowFilter((row) => !row.output);

/** The rows of read-only outputs. */
export const outputRows = rowFilter((row) => row.output);

/** The rows of arguments that a request body contains. */
export const bodyRows = rowFilter((row) => !row.output && !row.pathParameter && !row.providerOnly);

/** True if values contain an output, which no program declares. */
export const hasOutputs = (table: Table, values: Values): boolean =>
  outputRows(table).some(([name]) => isSet(values[name]));

/** The names of the arguments in the path, in the order in which they form the id of a module. */
export const pathKeys = memoized((table: Table): readonly string[] =>
  inputRows(table).flatMap(([key, row]) => (row.pathParameter ? [key] : [])),
);
