import { canonicalText } from "./equivalence";
import type { LeafRow } from "./field";
import { isObject, stableJson } from "./values";

/** The behavior of leaves of a kind. Objects have none: a walk of a table visits their members. */
interface LeafBehavior {
  /** The canonical form, which equal values share. The form of an absent value is `undefined`. */
  canonical(value: unknown, row: LeafRow): unknown;
  /** True if a member of a response has the JSON type of the kind. */
  hasWireType(value: unknown): boolean;
  /** The server's value, in the spelling and order of the program's value as far as the two agree. */
  inProgramSpelling?(actual: unknown, written: unknown, row: LeafRow): unknown;
}

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString);

/** The value. An empty list or object counts as absent. */
export const unlessEmpty = (value: unknown): unknown =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0
    ? undefined
    : value;

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value)].sort() : value;

const isBlank = (letter: string | undefined): boolean => letter === " " || letter === "\t";

/** The value of a header field without the white space around it (RFC 9110, section 5.5). */
export function fieldValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value[start])) start++;
  while (end > start && isBlank(value[end - 1])) end--;
  return value.slice(start, end);
}

const canonicalHeaders = (fields: unknown): unknown =>
  isObject(fields)
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name.toLowerCase(), fieldValue(value)]),
      )
    : fields;

/**
 * The server's elements in the known order and spelling, with additions at the end, so that a refresh shows only what changed.
 * Equal elements have the same key.
 */
export function inWrittenOrder(
  actual: unknown,
  written: unknown,
  key: (item: unknown) => string = stableJson,
): unknown {
  if (!Array.isArray(actual) || !Array.isArray(written)) return actual;
  const writtenKeys = new Set(written.map(key));
  const actualKeys = new Set(actual.map(key));
  return [
    ...written.filter((item) => actualKeys.has(key(item))),
    ...actual.filter((item) => !writtenKeys.has(key(item))),
  ];
}

/** The server's header fields, with the names and values of the program where the two agree. */
function inWrittenCase(actual: unknown, written: unknown): unknown {
  if (!isObject(actual) || !isObject(written)) return actual;
  const known = new Map(Object.entries(written).map((field) => [field[0].toLowerCase(), field]));
  const fields = Object.entries(actual).map(([actualName, actualValue]) => {
    const [name, value] = known.get(actualName.toLowerCase()) ?? [actualName, actualValue];
    return [name, fieldValue(value) === fieldValue(actualValue) ? value : actualValue];
  });
  return Object.fromEntries(fields);
}

const orDefault = (value: unknown, row: LeafRow): unknown => value ?? row.default;

/** A text is absent if its canonical form is empty. */
function canonicalString(value: unknown, row: LeafRow): unknown {
  const text = canonicalText(row.equalUpTo, value);
  return text === "" || text === undefined ? canonicalText(row.equalUpTo, row.default) : text;
}

const number: LeafBehavior = { canonical: orDefault, hasWireType: isNumber };

const unordered: LeafBehavior = {
  canonical: (value, row) => sorted(canonicalText(row.equalUpTo, unlessEmpty(value))),
  hasWireType: isStrings,
  inProgramSpelling: (actual, written, row) =>
    inWrittenOrder(actual, written, (item) => JSON.stringify(canonicalText(row.equalUpTo, item))),
};

const behaviors: Readonly<Record<LeafRow["kind"], LeafBehavior>> = {
  string: { canonical: canonicalString, hasWireType: isString },
  domain: { canonical: (value, row) => canonicalText(row.equalUpTo, value), hasWireType: isString },
  oneOf: {
    canonical: (value, row) => canonicalText(row.equalUpTo, orDefault(value, row)),
    hasWireType: (value) => isString(value) || isNumber(value),
  },
  boolean: {
    canonical: (value, row) => orDefault(value, row) ?? false,
    hasWireType: (value) => typeof value === "boolean",
  },
  uint32: number,
  fraction: number,
  set: unordered,
  list: { canonical: unlessEmpty, hasWireType: isStrings },
  headerNames: unordered,
  headers: {
    canonical: (value) => unlessEmpty(canonicalHeaders(value)),
    hasWireType: (value) => isObject(value) && Object.values(value).every(isString),
    inProgramSpelling: inWrittenCase,
  },
  json: { canonical: unlessEmpty, hasWireType: isObject },
};

/** The behavior of the kind of a leaf. */
export const leafBehavior = (row: LeafRow): LeafBehavior => behaviors[row.kind];
