import type { Row, Table } from "./field";
import { kindOf } from "./kinds";
import { equal } from "./normal";
import { defined, isObject, isSet, type Values } from "./values";

/**
 * The new state of an object: the server's values, projected onto what the program wrote. What is equal keeps the
 * program's spelling; what the program left out is added only where the server's value is not the documented default.
 * So a state differs from the program exactly where the object does.
 */
export const project = (table: Table, written: Values, actual: Values): Values =>
  defined(Object.entries(table).map(([key, row]) => [key, projectValue(row, written[key], actual[key])]));

function projectValue(row: Row, written: unknown, actual: unknown): unknown {
  if (row.output) return equal(row, written, actual) ? written : actual;
  if (row.writeOnly || (row.secret && isMasked(actual))) return written;
  if (row.kind === "object" && isObject(actual)) return project(row.fields, isObject(written) ? written : {}, actual);
  if (equal(row, written, actual)) return written;
  return row.kind === "object" ? actual : (kindOf(row).respell?.(actual, written) ?? actual);
}

/** An API may show a secret as absent, null, empty or starred. */
const isMasked = (actual: unknown): boolean => !isSet(actual) || (typeof actual === "string" && /\*{3}/.test(actual));
