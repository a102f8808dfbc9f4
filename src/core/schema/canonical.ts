import { isDeepStrictEqual } from "node:util";
import { inputRows, type ObjectRow, type ObjectsRow, type Row, type Table } from "./field";
import { kindOf, unlessEmpty } from "./kinds";
import { defined, isObject, isSet, type Values } from "./values";

/**
 * The value in the form in which equal values are the same; `undefined` is the form of an absent one. What is of no form,
 * as an unknown value, is its own.
 */
export function canonical(row: Row, value: unknown): unknown {
  const present = value === null ? undefined : value;
  if (row.kind === "objects") return canonicalItems(row, present);
  if (row.kind !== "object") return kindOf(row).canonical(present, row);
  return isObject(present) ? canonicalObject(row, present) : present;
}

/** Whether two values mean the same to the API. */
export const equal = (row: Row, a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(canonical(row, a), canonical(row, b));

/** A service may store an object without members as null. */
function canonicalObject({ fields, exactlyOne }: ObjectRow, values: Values): unknown {
  if (!exactlyOne) return unlessEmpty(canonicalMembers(fields, values));
  const stated = inputRows(fields).filter(([key]) => isSet(values[key]));
  // Which one there is makes a difference, whatever it has.
  return defined(stated.map(([key, row]) => [key, canonical(row, values[key]) ?? {}]));
}

const canonicalMembers = (table: Table, values: Values): Values =>
  defined(inputRows(table).map(([key, row]) => [key, canonical(row, values[key])]));

function canonicalItems(row: ObjectsRow, items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  if (items.length === 0) return undefined;
  const forms = items.map((item) => (isObject(item) ? canonicalMembers(row.fields, item) : item));
  return row.ordered ? forms : [...new Set(forms.map((item) => JSON.stringify(item)))].sort();
}
