import type { Row, Table } from "../../core/schema/field";
import { isObject, isSet, UNKNOWN, type Values } from "../../core/schema/values";
import { MASK } from "./preview";

/**
 * Values with every secret masked: those that are always secrets, and those that the program has marked. The engine
 * masks them already, unless somebody made it show them.
 */
export const maskedValues = (table: Table, values: Values, marks: unknown, prefix: string): Values => {
  const marked = new Set(Array.isArray(marks) ? marks.map(String) : []);
  if (marked.has(prefix)) return { enabled: MASK };
  return maskedObject(table, values, prefix === "" ? "" : `${prefix}.`, marked);
};

const maskedObject = (table: Table, values: Values, below: string, marked: ReadonlySet<string>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const row = table[key];
      return row && !row.output ? [[key, masked(row, value, below + key, marked)]] : [];
    }),
  );

function masked(row: Row, value: unknown, path: string, marked: ReadonlySet<string>): unknown {
  if (!isSet(value) || value === UNKNOWN) return value;
  const isMarked = [...marked].some((mark) => mark === path || mark.startsWith(`${path}[`));
  if (row.secret || isMarked) return MASK;
  return row.kind === "object" && isObject(value) ? maskedObject(row.fields, value, `${path}.`, marked) : value;
}
