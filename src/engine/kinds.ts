import { type ZodType, z } from "zod";
import type { Row } from "./field";

/** A row of any kind but `object`. */
export type LeafRow = Exclude<Row, { kind: "object" }>;
type RowOfKind<K extends LeafRow["kind"]> = Extract<LeafRow, { kind: K }>;

/** How values of one kind behave. Nested objects are not here: what walks a table steps into them. */
interface Kind<R extends LeafRow = LeafRow> {
  /** What an argument has to be. */
  schema(row: R): ZodType;
  /** Equal values have the same normal form; `undefined` is the one of an absent value. */
  normal(value: unknown, row: R): unknown;
  /** Whether an answer's member has the kind's JSON type. */
  isWire(value: unknown): boolean;
  /** The server's value, spelled and ordered as the program's where the two agree. */
  respell?(actual: unknown, written: unknown): unknown;
}

const isString = (value: unknown): value is string => typeof value === "string";

const text = (maxBytes?: number): ZodType =>
  z.string().superRefine((value, { addIssue }) => {
    const bytes = Buffer.byteLength(value);
    if (value.includes("\0")) addIssue("must not contain a NUL character");
    if (maxBytes !== undefined && bytes > maxBytes) addIssue(`must be at most ${maxBytes} bytes, got ${bytes}`);
  });

/** The server's elements in the program's order, additions last: a refresh shows what changed and nothing else. */
function inWrittenOrder(actual: unknown, written: unknown): unknown {
  if (!Array.isArray(actual) || !Array.isArray(written)) return actual;
  const kept = written.filter((item) => actual.includes(item));
  return [...kept, ...actual.filter((item) => !kept.includes(item))];
}

const kinds: { readonly [K in LeafRow["kind"]]: Kind<RowOfKind<K>> } = {
  string: {
    schema: (row) => text(row.maxBytes),
    normal: (value) => (value === "" ? undefined : value),
    isWire: isString,
  },
  domain: {
    schema: () => text(),
    normal: (value) => (isString(value) ? value.toLowerCase().replace(/\.$/, "") : value),
    isWire: isString,
  },
  oneOf: {
    schema: (row) => z.literal([...row.values]),
    normal: (value, row) => value ?? row.default,
    isWire: (value) => isString(value) || typeof value === "number",
  },
  boolean: {
    schema: () => z.boolean(),
    normal: (value, row) => value ?? row.default ?? false,
    isWire: (value) => typeof value === "boolean",
  },
  set: {
    schema: () => z.array(text()),
    normal: (value) => (Array.isArray(value) ? (value.length === 0 ? undefined : [...new Set(value)].sort()) : value),
    isWire: (value) => Array.isArray(value) && value.every(isString),
    respell: inWrittenOrder,
  },
};

/** The behaviour of a leaf's kind. */
export const kindOf = (row: LeafRow): Kind => kinds[row.kind] as Kind;
