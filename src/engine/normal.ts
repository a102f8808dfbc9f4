import { isDeepStrictEqual } from "node:util";
import { inputRows, type ObjectsRow, type Row, type Table } from "./field";
import { kindOf } from "./kinds";
import { defined, isObject, UNKNOWN, type Values } from "./values";

/** The value in the form in which equal values are the same; `undefined` is the form of an absent one. */
export function normal(row: Row, value: unknown): unknown {
  if (value === UNKNOWN) return UNKNOWN;
  const present = value === null ? undefined : value;
  if (row.kind === "objects") return normalItems(row, present);
  if (row.kind !== "object") return kindOf(row).normal(present, row);
  return isObject(present) ? normalObject(row.fields, present) : present;
}

/** Whether two values mean the same to the API. */
export const equal = (row: Row, a: unknown, b: unknown): boolean => isDeepStrictEqual(normal(row, a), normal(row, b));

const normalObject = (table: Table, values: Values): Values =>
  defined(inputRows(table).map(([key, row]) => [key, normal(row, values[key])]));

function normalItems(row: ObjectsRow, items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  if (items.length === 0) return undefined;
  const normals = items.map((item) => (isObject(item) ? normalObject(row.fields, item) : item));
  return row.ordered ? normals : [...new Map(normals.map((item) => [JSON.stringify(item), item]))].sort();
}
