import { canonicalText } from "./equivalence";
import type { LeafRow } from "./field";
import { isObject, stableJson } from "./values";

/** How values of one kind behave. Nested objects are not here: what walks a table steps into them. */
interface LeafBehavior {
  /** Equal values have the same canonical form; `undefined` is the one of an absent value. */
  canonical(value: unknown, row: LeafRow): unknown;
  /** Whether an answer's member has the kind's JSON type. */
  hasWireType(value: unknown): boolean;
  /** The server's value, spelled and ordered as the program's if the two agree. */
  inProgramSpelling?(actual: unknown, written: unknown, row: LeafRow): unknown;
}

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString);

/** A list or object without elements is an absent one. */
export const unlessEmpty = (value: unknown): unknown =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0
    ? undefined
    : value;

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value)].sort() : value;

const isBlank = (letter: string | undefined): boolean => letter === " " || letter === "\t";

/** The value of a header field is without the white space around it (RFC 9110, section 5.5). */
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
 * The server's elements in the order and spelling in which they are known, additions last: a refresh shows what changed and
 * nothing else. Elements that mean the same have the same key.
 */
export function inWrittenOrder(
  actual: unknown,
  written: unknown,
  keyOf: (item: unknown) => string = stableJson,
): unknown {
  if (!Array.isArray(actual) || !Array.isArray(written)) return actual;
  const known = new Set(written.map(keyOf));
  const found = new Set(actual.map(keyOf));
  return [
    ...written.filter((item) => found.has(keyOf(item))),
    ...actual.filter((item) => !known.has(keyOf(item))),
  ];
}

/** The server's header fields, with names and values as the program has written them if the two agree. */
function inWrittenCase(actual: unknown, written: unknown): unknown {
  if (!isObject(actual) || !isObject(written)) return actual;
  const known = new Map(Object.entries(written).map((field) => [field[0].toLowerCase(), field]));
  const fields = Object.entries(actual).map(([shownName, shown]) => {
    const [name, value] = known.get(shownName.toLowerCase()) ?? [shownName, shown];
    return [name, fieldValue(value) === fieldValue(shown) ? value : shown];
  });
  return Object.fromEntries(fields);
}

const orDefault = (value: unknown, row: LeafRow): unknown => value ?? row.default;

/** An empty text is an absent one, also if only its canonical form is empty. */
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

const kinds: Readonly<Record<LeafRow["kind"], LeafBehavior>> = {
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

/** The behaviour of a leaf's kind. */
export const leafBehavior = (row: LeafRow): LeafBehavior => kinds[row.kind];
