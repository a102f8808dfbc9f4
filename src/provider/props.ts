import type { Row, Table } from "../engine/field";
import type { Resource } from "../engine/resource";
import { secretsIn } from "../engine/secrets";
import { isObject, type Values } from "../engine/values";

/**
 * Values as the host passes them. Beside the resource's own stand the provider's text, `__lookUp` where the program looks
 * an object up, and `__secrets`: the paths of
 * what the program itself has marked as secret. The engine passes such values in clear and without the mark, so that the
 * class adds the paths where there are any. A change of them alone is no change of the resource.
 */
export type Props = Readonly<Record<string, unknown>>;

/** The values alone. */
export function valuesOf({ __provider, __secrets, __lookUp, ...values }: Props): Values {
  return values;
}

/** The paths of what the program has marked, as they stand among the values; nothing where there are none. */
export const marksOf = ({ __secrets }: Props): Props => (__secrets === undefined ? {} : { __secrets });

/** The texts that no message may show: those of the table's secrets, and all below what the program has marked. */
export function secretsOf({ fields }: Resource, props: Props): string[] {
  const values = valuesOf(props);
  const paths = Array.isArray(props.__secrets) ? props.__secrets.map(String) : [];
  return [...secretsIn(fields, values), ...paths.flatMap((path) => textsAt(fields, values, path.split(".")))];
}

function textsAt(table: Table, values: unknown, [key = "", ...rest]: readonly string[]): string[] {
  const row = table[key];
  if (!row || !isObject(values)) return [];
  return rest.length > 0 && row.kind === "object" ? textsAt(row.fields, values[key], rest) : textsOf(row, values[key]);
}

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
