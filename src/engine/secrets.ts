import type { Row, Table } from "./field";
import { isObject, isSet, UNKNOWN, type Values } from "./values";

const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Wraps every secret in the form that the engine encrypts, wherever it stands. A mark made by the program alone would
 * not cover a secret that a refresh meets at a path that the program never wrote.
 */
export const withSecrets = (table: Table, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, table[key] ? wrap(table[key], value) : value]));

function wrap(row: Row, value: unknown): unknown {
  if (row.kind === "object" && isObject(value)) return withSecrets(row.fields, value);
  if (!row.secret || !isSet(value) || value === UNKNOWN) return value;
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}
