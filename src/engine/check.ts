import type { z } from "zod";
import { inputRows, type ObjectRow, type ObjectsRow, type Row, type Table } from "./field";
import { describe, list, quote, typeName } from "./messages";
import { schemaOf } from "./schemas";
import { notAnArgument } from "./suggest";
import { defined, isObject, isSet, UNKNOWN, type Values } from "./values";

/** The arguments without those that are absent, and every problem with them, each beginning with its argument's path. */
export interface Checked {
  readonly inputs: Values;
  readonly problems: readonly string[];
}

/**
 * Checks the arguments of a resource against its table. What is unknown in a preview passes, and so does every rule
 * that depends on it. No problem shows a text that the program states: it may be a secret.
 */
export function check(table: Table, args: Values): Checked {
  return { inputs: withoutAbsent(table, args), problems: [...problemsOfObject(table, args, "")] };
}

const withoutAbsent = (table: Table, values: Values): Values =>
  defined(inputRows(table).map(([key, row]) => [key, presentValue(row, values[key])]));

function presentValue(row: Row, value: unknown): unknown {
  if (value === null) return undefined;
  if (row.kind === "object" && isObject(value)) return withoutAbsent(row.fields, value);
  if (row.kind === "objects" && Array.isArray(value)) return value.map((item) => presentItem(row, item));
  return value;
}

const presentItem = (row: ObjectsRow, item: unknown): unknown =>
  isObject(item) ? withoutAbsent(row.fields, item) : item;

function* problemsOfObject(table: Table, values: Values, path: string): Generator<string> {
  const rows = inputRows(table);
  const names = rows.map(([name]) => name);
  for (const key of Object.keys(values)) {
    if (isSet(values[key]) && !names.includes(key)) yield notAnArgument(key, names, path);
  }
  for (const [key, row] of rows) {
    const value = values[key];
    if (isSet(value)) {
      yield* problemsOfValue(row, value, path + key);
      yield* unmetNeeds(row, values, path, key);
    } else if (row.required) {
      yield `${path}${key} is required`;
    }
  }
}

function* problemsOfValue(row: Row, value: unknown, path: string): Generator<string> {
  if (value === UNKNOWN) return;
  if (row.kind === "objects") {
    yield* problemsOfItems(row, value, path);
  } else if (row.kind !== "object") {
    yield* problemsOfLeaf(schemaOf(row), value, path);
  } else if (isObject(value)) {
    yield* problemsOfObject(row.fields, value, `${path}.`);
    if (row.exactlyOne) yield* problemsOfChoice(row, value, path);
  } else {
    yield `${path} must be an object, got ${typeName(value)}`;
  }
}

function* problemsOfItems(row: ObjectsRow, value: unknown, path: string): Generator<string> {
  const item: ObjectRow = { kind: "object", fields: row.fields };
  if (!Array.isArray(value)) yield `${path} must be an array, got ${typeName(value)}`;
  else for (const [index, element] of value.entries()) yield* problemsOfValue(item, element, `${path}[${index}]`);
}

const problemsOfLeaf = (schema: z.ZodType, value: unknown, path: string): string[] =>
  (schema.safeParse(value, { error: describe }).error?.issues ?? []).map(
    (issue) => `${path}${issue.path.map((key) => `[${JSON.stringify(key)}]`).join("")} ${issue.message}`,
  );

function* problemsOfChoice(row: ObjectRow, value: Values, path: string): Generator<string> {
  const members = inputRows(row.fields).map(([key]) => key);
  const stated = members.filter((key) => isSet(value[key]));
  const known = stated.filter((key) => value[key] !== UNKNOWN);
  const mayBeOne = known.length <= 1 && stated.length >= 1;
  if (!mayBeOne)
    yield `${path} must have exactly one of ${list(members, "or")}, got ${stated.length === 0 ? "none" : list(stated)}`;
}

function* unmetNeeds(row: Row, values: Values, path: string, key: string): Generator<string> {
  for (const [needed, expected] of Object.entries(row.needs ?? {})) {
    const value = values[needed];
    const met = value === UNKNOWN || (expected === true ? isSet(value) : value === expected);
    if (!met) yield `${path}${key} requires ${path}${needed} to be ${expected === true ? "set" : quote(expected)}`;
  }
}
