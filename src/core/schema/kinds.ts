import type { LeafRow } from "./field";
import { isObject, stableJson } from "./values";

/** How values of one kind behave. Nested objects are not here: what walks a table steps into them. */
interface Kind {
  /** Equal values have the same canonical form; `undefined` is the one of an absent value. */
  canonical(value: unknown, row: LeafRow): unknown;
  /** Whether an answer's member has the kind's JSON type. */
  isWire(value: unknown): boolean;
  /** The server's value, spelled and ordered as the program's if the two agree. */
  inProgramForm?(actual: unknown, written: unknown): unknown;
}

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);

/** A list or object without elements is an absent one. */
export const unlessEmpty = (value: unknown): unknown =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0 ? undefined : value;

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...new Set(value)].sort() : value);

const lowerCase = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((item) => (isString(item) ? item.toLowerCase() : item)) : value;

const withLowerCaseNames = (fields: unknown): unknown =>
  isObject(fields)
    ? Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.toLowerCase(), text]))
    : fields;

/** The server's elements in the order in which they are known, additions last: a refresh shows what changed and nothing else. */
export function inWrittenOrder(actual: unknown, written: unknown): unknown {
  if (!Array.isArray(actual) || !Array.isArray(written)) return actual;
  const [known, found] = [new Set(written.map(stableJson)), new Set(actual.map(stableJson))];
  return [
    ...written.filter((item) => found.has(stableJson(item))),
    ...actual.filter((item) => !known.has(stableJson(item))),
  ];
}

/** The server's values under the names as the program has written them: their letter case means nothing. */
function inWrittenCase(actual: unknown, written: unknown): unknown {
  if (!isObject(actual) || !isObject(written)) return actual;
  const names = new Map(Object.keys(written).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(actual).map(([name, text]) => [names.get(name.toLowerCase()) ?? name, text]),
  );
}

const orDefault = (value: unknown, row: LeafRow): unknown => value ?? row.default;

const number: Kind = { canonical: orDefault, isWire: isNumber };

const unordered = { isWire: isStrings, inProgramForm: inWrittenOrder };

const kinds: Readonly<Record<LeafRow["kind"], Kind>> = {
  string: { canonical: (value, row) => orDefault(value === "" ? undefined : value, row), isWire: isString },
  domain: {
    canonical: (value) => (isString(value) ? value.toLowerCase().replace(/\.$/, "") : value),
    isWire: isString,
  },
  oneOf: { canonical: orDefault, isWire: (value) => isString(value) || isNumber(value) },
  boolean: { canonical: (value, row) => orDefault(value, row) ?? false, isWire: (value) => typeof value === "boolean" },
  uint32: number,
  fraction: number,
  set: { canonical: (value) => sorted(unlessEmpty(value)), ...unordered },
  list: { canonical: unlessEmpty, isWire: isStrings },
  headerNames: { canonical: (value) => sorted(lowerCase(unlessEmpty(value))), ...unordered },
  headers: {
    canonical: (value) => unlessEmpty(withLowerCaseNames(value)),
    isWire: (value) => isObject(value) && Object.values(value).every(isString),
    inProgramForm: inWrittenCase,
  },
  json: { canonical: unlessEmpty, isWire: isObject },
};

/** The behaviour of a leaf's kind. */
export const kindOf = (row: LeafRow): Kind => kinds[row.kind];
