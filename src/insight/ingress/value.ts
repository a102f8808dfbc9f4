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

/** The hidden value that the engine writes in place of a value, if it does. */
export function hiddenIn(value: unknown): Hidden | undefined {
  if (value === ENGINE_UNKNOWN) return UNKNOWN;
  return value === MASK || value instanceof Secret ? SECRET : undefined;
}

/** A value with the texts that the engine has in place of hidden values, for functions that compare values of tables. */
export function engineForm(value: Value): unknown {
  if (isHidden(value)) return value === SECRET ? MASK : ENGINE_UNKNOWN;
  if (Array.isArray(value)) return value.map(engineForm);
  if (!isValueMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, engineForm(member)]),
  );
}

/**
 * Reads the arguments and outputs of a table. The values below `prefix` are secret where the engine, the table or the paths in
 * `secretPaths` say so; members that the table does not have are left out.
 */
export const readValues = (
  table: Table,
  values: Values,
  prefix: string,
  secretPaths: readonly string[],
): ValueMap =>
  walk(table, values, (visited) => {
    const { row, value } = visited;
    if (!row) return undefined;
    if (!isSet(value)) return value;
    return value === ENGINE_UNKNOWN ? UNKNOWN : readValue(row, visited, prefix, secretPaths);
  }) as ValueMap;

function readValue(
  row: Row,
  visited: Visited,
  prefix: string,
  secretPaths: readonly string[],
): unknown {
  const { value, isOpen, below } = visited;
  const path = prefix + visited.path;
  if (isSecretAt(row, visited, path, secretPaths)) return isBlank(value) ? value : SECRET;
  return isOpen ? below() : readElements(row, value, path, secretPaths);
}

/** Whether a value is secret as a whole. The names of headers are shown, unless the program has marked the whole map as a secret. */
const isSecretAt = (
  row: Row,
  { value, isOpen }: Visited,
  path: string,
  secretPaths: readonly string[],
): boolean =>
  row.kind === "headers" && isOpen
    ? isDeclaredSecret(row, path, secretPaths)
    : isSecretValue(row, value, path, secretPaths);

/** A blank text hides nothing, and a rule that judges it has to see that. */
const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

function readElements(
  row: Row,
  value: unknown,
  path: string,
  secretPaths: readonly string[],
): Value {
  if (row.kind !== "objects" || !Array.isArray(value)) return plainValue(value);
  return value.map((item: unknown) =>
    isPlainObject(item) ? readValues(row.fields, item, `${path}.`, secretPaths) : plainValue(item),
  );
}

/** A value of which no part is a secret: the parts that the engine does not know become {@link UNKNOWN}. */
function plainValue(value: unknown): Value {
  const hidden = hiddenIn(value);
  if (hidden) return hidden;
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isObject(value)) return value as Value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, plainValue(member)]),
  );
}
