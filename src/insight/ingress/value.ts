import { UNKNOWN as ENGINE_UNKNOWN } from "../../core/pulumi/engine-values";
import type { Row, Table } from "../../core/schema/field";
import { isObject, isPlainObject, isSet, type Values } from "../../core/schema/values";
import { type Visited, walk } from "../../core/schema/walk";
import { isVisitedSecret, MASK, Secret } from "../engine/secrets";

/** Stands for a value that is secret, so that no report can show the value, and no rule can compare it. */
export const SECRET: unique symbol = Symbol("secret");

/** Stands for a value that only an apply will know. */
export const UNKNOWN: unique symbol = Symbol("known at apply");

/** The reason why a value is hidden. Only printers put words in its place: a symbol in a text is an error. */
export type Hidden = typeof SECRET | typeof UNKNOWN;

/** The value of an argument. At any depth, it is plain, secret or not known. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Hidden
  | readonly Value[]
  | ValueMap;

export interface ValueMap {
  readonly [name: string]: Value;
}

/** An element of a list of texts. */
export type Item = string | Hidden;

export const isHidden = (value: unknown): value is Hidden => value === SECRET || value === UNKNOWN;

export const isValueMap = (value: Value): value is ValueMap => isObject(value);

/** The reason why the engine hides a value; `undefined` if it does not. */
export function hiddenIn(value: unknown): Hidden | undefined {
  if (value === ENGINE_UNKNOWN) return UNKNOWN;
  return value === MASK || value instanceof Secret ? SECRET : undefined;
}

/** A value with the engine's texts in place of its hidden parts, for functions that compare the values of a table. */
export function engineForm(value: Value): unknown {
  if (value === SECRET) return MASK;
  if (value === UNKNOWN) return ENGINE_UNKNOWN;
  if (Array.isArray(value)) return value.map(engineForm);
  if (!isValueMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, engineForm(member)]),
  );
}

/**
 * Reads the values of a table, which are below `prefix` in their resource. A value is secret if the engine masks it, the table
 * declares it as secret, or `secretPaths` contains its path. Members that the table does not have are left out.
 */
export const readValues = (
  table: Table,
  values: Values,
  prefix: string,
  secretPaths: readonly string[],
): ValueMap =>
  walk(table, values, (visited) => readVisited(visited, prefix, secretPaths)) as ValueMap;

function readVisited(visited: Visited, prefix: string, secretPaths: readonly string[]): unknown {
  const { row, value, isOpen, below } = visited;
  if (!row) return undefined;
  if (!isSet(value)) return value;
  if (value === ENGINE_UNKNOWN) return UNKNOWN;
  const path = prefix + visited.path;
  if (isVisitedSecret(visited, path, secretPaths)) return SECRET;
  // The members of an open value, an object or a map, have rows. Any other value has none below it, except a list of objects.
  return isOpen ? below() : readElements(row, value, path, secretPaths);
}

function readElements(
  row: Row,
  value: unknown,
  path: string,
  secretPaths: readonly string[],
): Value {
  if (row.kind !== "objects" || !Array.isArray(value)) return markHidden(value);
  return value.map((item: unknown) =>
    isPlainObject(item) ? readValues(row.fields, item, `${path}.`, secretPaths) : markHidden(item),
  );
}

/** A value without a table, with its hidden parts as symbols. */
function markHidden(value: unknown): Value {
  const hidden = hiddenIn(value);
  if (hidden) return hidden;
  if (Array.isArray(value)) return value.map(markHidden);
  if (!isObject(value)) return value as Value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, markHidden(member)]),
  );
}
