import { canonical, equal } from "./diff";
import type { ObjectRow, Row, Table } from "./field";
import { inWrittenOrder, leafBehavior } from "./kinds";
import { isRedacted } from "./secrets";
import { defined, isObject, isSet, stableJson, type Values } from "./values";

/**
 * The state of an object after a refresh: the server's values, merged into the values that the program wrote. An equal value
 * keeps the program's spelling. A value that the program left out is added only if the server's value is not the documented
 * default. So the state differs from the program exactly where the object does.
 */
export function merge(table: Table, written: Values, actual: Values): Values {
  const merged = mergeMembers(table, written, actual, refreshedField);
  const isInUse = (name: string) => merged[name] !== undefined && written[name] !== undefined;
  return withoutObsolete(table, merged, actual, isInUse);
}

/** The whole state of an object that no program wrote, defaults included. `known` may contain values that no response has. */
export function mergeWhole(table: Table, known: Values, actual: Values): Values {
  const merged = mergeMembers(table, known, actual, wholeField);
  return withoutObsolete(table, merged, actual, (name) => merged[name] !== undefined);
}

type MergeField = (row: Row, known: unknown, actual: unknown) => unknown;

const mergeMembers = (
  table: Table,
  known: Values,
  actual: Values,
  mergeField: MergeField,
): Values =>
  defined(
    Object.entries(table).map(([key, row]) => [key, mergeField(row, known[key], actual[key])]),
  );

/**
 * The values without those that need another argument which is gone: outputs of an argument that is not in use, and values that
 * no response has and that require another value.
 */
function withoutObsolete(
  table: Table,
  merged: Values,
  actual: Values,
  isInUse: (argument: string) => boolean,
): Values {
  const isObsolete = (key: string): boolean => {
    const { presentWith, requiredWith = {} } = table[key] ?? {};
    if (presentWith !== undefined) return !isInUse(presentWith);
    const lacksRequirement = Object.keys(requiredWith).some((name) => !isSet(merged[name]));
    return lacksRequirement && !isSet(actual[key]);
  };
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !isObsolete(key)));
}

function refreshedField(row: Row, known: unknown, actual: unknown): unknown {
  if (row.output) return outputValue(row, known, actual);
  if (isNeverRead(row, known, actual)) return known;
  if (row.computed && known === undefined) return undefined;
  return refreshedValue(row, known, actual);
}

function wholeField(row: Row, known: unknown, actual: unknown): unknown {
  if (row.output) return outputValue(row, undefined, actual);
  if (isNeverRead(row, known, actual)) return known;
  return wholeValue(row, known, actual);
}

/** The server's value, or the known value if the two are equal. */
function refreshedValue(row: Row, known: unknown, actual: unknown): unknown {
  if (row.kind === "object" && isObject(actual))
    return merge(row.fields, membersInUse(row, known, actual), actual);
  if (equal(row, known, actual)) return known;
  if (row.kind === "objects" && Array.isArray(actual)) {
    const items = actual.map((item) => merge(row.fields, {}, item));
    return inKnownForm(row, items, known);
  }
  return inKnownForm(row, actual, known);
}

/** The server's value. In place of a value that equals the default, the canonical form of the default. */
function wholeValue(row: Row, known: unknown, actual: unknown): unknown {
  if (row.kind === "object" && isObject(actual))
    return mergeWhole(row.fields, membersInUse(row, known, actual), actual);
  if (row.kind === "objects" && Array.isArray(actual))
    return actual.map((item) => mergeWhole(row.fields, {}, item));
  return equal(row, undefined, actual) ? canonical(row, undefined) : actual;
}

/** An output. A list is never absent, as its type promises: without a list in the response, it is empty. */
function outputValue(row: Row, before: unknown, actual: unknown): unknown {
  const isList = row.kind === "objects" || row.kind === "set";
  const present = actual ?? (isList ? [] : undefined);
  if (before !== undefined && equal(row, before, present)) return before;
  return inKnownForm(row, present, before);
}

/** True if the response does not reveal the value that the service has. */
function isNeverRead(row: Row, known: unknown, actual: unknown): boolean {
  if (row.writeOnly || row.providerOnly) return true;
  // The address of an object is never taken from a response, which may be about another object.
  if (row.pathParameter && known !== undefined) return true;
  // An API may return a secret as absent, null, empty, or with asterisks in its place.
  return row.secret === true && (!isSet(actual) || isRedacted(actual));
}

/** The known members of a nested object. If exactly one member may be set, the member in the response ends all others. */
function membersInUse(row: ObjectRow, known: unknown, actual: Values): Values {
  const members = isObject(known) ? known : {};
  if (!row.exactlyOne || !Object.values(actual).some(isSet)) return members;
  return Object.fromEntries(Object.entries(members).filter(([key]) => isSet(actual[key])));
}

/** The server's value in the known spelling and order, as far as the two agree. */
function inKnownForm(row: Row, actual: unknown, known: unknown): unknown {
  switch (row.kind) {
    case "object":
      return actual;
    case "objects":
      if (row.ordered) return actual;
      return inWrittenOrder(actual, known, (item) => stableJson(canonical(row, [item])));
    default:
      return leafBehavior(row).inProgramSpelling?.(actual, known, row) ?? actual;
  }
}
