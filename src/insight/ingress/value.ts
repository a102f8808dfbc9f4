import { UNKNOWN as ENGINE_UNKNOWN } from "../../core/pulumi/engine-values";
import type { Row, Table } from "../../core/schema/field";
import { isObject, isPlainObject, isSet, type Values } from "../../core/schema/values";
import { type Visited, walk } from "../../core/schema/walk";
import { isDeclaredSecret, isSecretValue, MASK, Secret } from "../engine/secrets";

/** A value that is secret: no report shows it, and nothing compares it. */
export const SECRET: unique symbol = Symbol("secret");

/** A value that only an apply will know. */
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
  if (isSecretAt(row, visited, path, secretPaths)) return isBlank(value) ? value : SECRET;
  return isOpen ? below() : readElements(row, value, path, secretPaths);
}

/** True if a value is secret as a whole. The names of headers are shown, unless the program has marked the whole map as a secret. */
function isSecretAt(
  row: Row,
  { value, isOpen }: Visited,
  path: string,
  secretPaths: readonly string[],
): boolean {
  if (row.kind === "headers" && isOpen) return isDeclaredSecret(row, path, secretPaths);
  return isSecretValue(row, value, path, secretPaths);
}

/** A blank text is not a secret, and a rule has to see that it is blank. */
const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

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
