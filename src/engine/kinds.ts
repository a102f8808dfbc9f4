import { type ZodType, z } from "zod";
import type { LeafRow } from "./field";
import { headerNames, headers, inWrittenCase, withLowerCaseNames } from "./headers";
import { isObject } from "./values";

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

const MAX_UINT32 = 2 ** 32 - 1;

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);

const text = (maxBytes?: number): ZodType =>
  z.string().superRefine((value, { addIssue }) => {
    const bytes = Buffer.byteLength(value);
    if (value.includes("\0")) addIssue("must not contain a NUL character");
    if (maxBytes !== undefined && bytes > maxBytes) addIssue(`must be at most ${maxBytes} bytes, got ${bytes}`);
  });

/** A list without elements is an absent one. */
const unlessEmpty = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? undefined : value);

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...new Set(value)].sort() : value);

const lowerCase = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((item) => (isString(item) ? item.toLowerCase() : item)) : value;

/** The server's elements in the program's order, additions last: a refresh shows what changed and nothing else. */
function inWrittenOrder(actual: unknown, written: unknown): unknown {
  if (!Array.isArray(actual) || !Array.isArray(written)) return actual;
  const kept = written.filter((item) => actual.includes(item));
  return [...kept, ...actual.filter((item) => !kept.includes(item))];
}

const kinds: { readonly [K in LeafRow["kind"]]: Kind<RowOfKind<K>> } = {
  string: {
    schema: (row) => text(row.maxBytes),
    normal: (value, row) => (value === "" ? undefined : value) ?? row.default,
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
    isWire: (value) => isString(value) || isNumber(value),
  },
  boolean: {
    schema: () => z.boolean(),
    normal: (value, row) => value ?? row.default ?? false,
    isWire: (value) => typeof value === "boolean",
  },
  uint32: {
    schema: (row) =>
      z
        .int()
        .min(0)
        .max(row.max ?? MAX_UINT32),
    normal: (value) => value,
    isWire: isNumber,
  },
  fraction: {
    schema: () => z.number().min(0).max(1),
    normal: (value) => value,
    isWire: isNumber,
  },
  set: {
    schema: () => z.array(text()),
    normal: (value) => sorted(unlessEmpty(value)),
    isWire: isStrings,
    respell: inWrittenOrder,
  },
  list: {
    schema: () => z.array(text()),
    normal: unlessEmpty,
    isWire: isStrings,
  },
  headerNames: {
    schema: () => headerNames,
    normal: (value) => sorted(lowerCase(unlessEmpty(value))),
    isWire: isStrings,
    respell: inWrittenOrder,
  },
  headers: {
    schema: () => headers,
    normal: withLowerCaseNames,
    isWire: (value) => isObject(value) && Object.values(value).every(isString),
    respell: inWrittenCase,
  },
  json: {
    schema: () => z.record(z.string(), z.unknown()),
    normal: (value) => (isObject(value) && Object.keys(value).length === 0 ? undefined : value),
    isWire: isObject,
  },
};

/** The behaviour of a leaf's kind. */
export const kindOf = (row: LeafRow): Kind => kinds[row.kind] as Kind;
