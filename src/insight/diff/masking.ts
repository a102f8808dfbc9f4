import { UNKNOWN } from "../../core/pulumi/engine-values";
import type { Row, Table } from "../../core/schema/field";
import { undescribedSecrets, withReplacements } from "../../core/schema/undescribed-secrets";
import { isPlainObject, isSet, type Values } from "../../core/schema/values";
import { type Visited, walk } from "../../core/schema/walk";
import { isVisitedSecret, MASK } from "../engine/secrets";

/** The value of an argument with masks in place of its secrets, and of credentials in values that are not secret. */
export function maskedValue(
  row: Row,
  value: unknown,
  path: string,
  secretPaths: readonly string[],
): unknown {
  // `walk` takes a table: the whole path is its only key, so that paths of visited values are those of the argument.
  const table: Table = { [path]: row };
  const masked = withoutSecrets(table, { [path]: value }, "", secretPaths);
  const credentials = new Map(
    undescribedSecrets(table, masked).map((secret) => [secret.path, MASK]),
  );
  return withReplacements(table, masked, credentials)[path];
}

/** Values with masks in place of secrets, and without the members that the table does not have. */
const withoutSecrets = (
  table: Table,
  values: Values,
  prefix: string,
  secretPaths: readonly string[],
): Values => walk(table, values, (visited) => withoutSecret(visited, prefix, secretPaths));

function withoutSecret(visited: Visited, prefix: string, secretPaths: readonly string[]): unknown {
  const { row, value, below } = visited;
  if (!row) return undefined;
  if (!isSet(value) || value === UNKNOWN) return value;
  const path = prefix + visited.path;
  if (isVisitedSecret(visited, path, secretPaths)) return MASK;
  if (row.kind !== "objects" || !Array.isArray(value)) return below();
  return withoutSecretsInItems(row.fields, value, `${path}.`, secretPaths);
}

const withoutSecretsInItems = (
  table: Table,
  items: readonly unknown[],
  prefix: string,
  secretPaths: readonly string[],
): unknown[] =>
  items.map((item) =>
    isPlainObject(item) ? withoutSecrets(table, item, prefix, secretPaths) : item,
  );
