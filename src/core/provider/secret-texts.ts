import type { Row, Table } from "../schema/field";
import { withRepeats } from "../schema/marked";
import { isMap, namesIn } from "../schema/paths";
import { secretsIn } from "../schema/secrets";
import { isObject, type Values } from "../schema/values";

/**
 * The texts that no message may show: those of the table's secrets, all below what the program has marked, and the outputs
 * that repeat it.
 */
export function secretTexts(table: Table, values: Values, marked: readonly string[] = []): string[] {
  const paths = withRepeats(table, marked);
  return [...secretsIn(table, values), ...paths.flatMap((path) => textsAt(table, values, namesIn(path)))];
}

function textsAt(table: Table, values: unknown, [key = "", ...rest]: readonly string[]): string[] {
  const row = table[key];
  if (!row || !isObject(values)) return [];
  if (rest.length > 0 && row.kind === "object") return textsAt(row.fields, values[key], rest);
  return isMap(row) ? textsIn(memberAt(values[key], rest)) : textsOf(row, values[key]);
}

const memberAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce((member, name) => (isObject(member) ? member[name] : undefined), value);

/** The names of a row's members are the API's, and no secret; those in a map are the program's. */
function textsOf(row: Row, value: unknown): string[] {
  if (row.kind === "objects" && Array.isArray(value)) return value.flatMap((item) => textsBelow(row.fields, item));
  return row.kind === "object" ? textsBelow(row.fields, value) : textsIn(value);
}

const textsBelow = (table: Table, value: unknown): string[] =>
  isObject(value) ? Object.entries(table).flatMap(([key, row]) => textsOf(row, value[key])) : [];

function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]) : [];
}
