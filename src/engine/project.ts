import type { Row, Table } from "./field";
import { inWrittenOrder, kindOf } from "./kinds";
import { equal, normal } from "./normal";
import { defined, isObject, isSet, type Values } from "./values";

/**
 * The new state of an object: the server's values, projected onto what the program wrote. What is equal keeps the
 * program's spelling; what the program left out is added only where the server's value is not the documented default.
 * So a state differs from the program exactly where the object does.
 */
export const project = (table: Table, written: Values, actual: Values): Values =>
  defined(Object.entries(table).map(([key, row]) => [key, projectValue(row, written, key, actual[key])]));

/**
 * The whole state of an object that no program wrote: what it is, with the documented default of what an answer leaves
 * out. `known` may hold what no answer does.
 */
export const projectWhole = (table: Table, known: Values, actual: Values): Values =>
  defined(Object.entries(table).map(([key, row]) => [key, wholeValue(row, known[key], actual, actual[key])]));

function wholeValue(row: Row, known: unknown, siblings: Values, actual: unknown): unknown {
  if (row.output) return projectOutput(row, siblings, undefined, actual);
  if (row.writeOnly || row.local) return known;
  if (row.secret && isMasked(actual)) return known;
  if (row.kind === "object" && isObject(actual)) return projectWhole(row.fields, isObject(known) ? known : {}, actual);
  if (row.kind === "objects" && Array.isArray(actual)) return actual.map((item) => projectWhole(row.fields, {}, item));
  return equal(row, undefined, actual) ? normal(row, undefined) : actual;
}

function projectValue(row: Row, siblings: Values, key: string, actual: unknown): unknown {
  const written = siblings[key];
  if (row.output) return projectOutput(row, siblings, written, actual);
  if (row.writeOnly || row.local) return written;
  if (row.computed && written === undefined) return undefined;
  if (row.secret && isMasked(actual)) return written;
  if (row.kind === "object" && isObject(actual)) return project(row.fields, isObject(written) ? written : {}, actual);
  if (equal(row, written, actual)) return written;
  if (row.kind === "objects" && Array.isArray(actual)) return actual.map((item) => project(row.fields, {}, item));
  return respell(row, actual, written);
}

/** A list is never absent, as its type says: where an answer has none, it is empty. */
function projectOutput(row: Row, siblings: Values, written: unknown, actual: unknown): unknown {
  if (row.of !== undefined && siblings[row.of] === undefined) return undefined;
  const present = actual ?? (row.kind === "objects" || row.kind === "set" ? [] : undefined);
  return written !== undefined && equal(row, written, present) ? written : respell(row, present, written);
}

/** The server's value in the spelling and order in which it is known, as far as the two agree. */
function respell(row: Row, actual: unknown, written: unknown): unknown {
  if (row.kind === "object") return actual;
  if (row.kind === "objects") return row.ordered ? actual : inWrittenOrder(actual, written);
  return kindOf(row).respell?.(actual, written) ?? actual;
}

/** An API may show a secret as absent, null, empty or starred. */
const isMasked = (actual: unknown): boolean => !isSet(actual) || (typeof actual === "string" && /\*{3}/.test(actual));
