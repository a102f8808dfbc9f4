import type { Resource } from "../engine/resource";
import { secretsIn } from "../engine/secrets";
import { isObject, UNKNOWN, type Values } from "../engine/values";

/**
 * Values as the host passes them. Beside the resource's own stand the provider's text, and `__secrets`: the paths of
 * what the program itself has marked as secret. The engine passes such values in clear and without the mark, so that the
 * class adds the paths where there are any. A property with a name like these is shown nowhere and never compared.
 */
export type Props = Readonly<Record<string, unknown>>;

/** The values alone. */
export function valuesOf({ __provider, __secrets, ...values }: Props): Values {
  return values;
}

/** The paths of what the program has marked, as they stand among the values; nothing where there are none. */
export const marksOf = ({ __secrets }: Props): Props => (__secrets === undefined ? {} : { __secrets });

/** The texts that no message may show: those of the table's secrets, and all below what the program has marked. */
export function secretsOf(resource: Resource, props: Props): string[] {
  const values = valuesOf(props);
  const paths = Array.isArray(props.__secrets) ? props.__secrets.map(String) : [];
  return [...secretsIn(resource.fields, values), ...paths.flatMap((path) => textsIn(at(values, path)))];
}

const at = (values: Values, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), values);

function textsIn(value: unknown): string[] {
  if (value === UNKNOWN) return [];
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => [...nameOf(value, key), ...textsIn(member)])
    : [];
}

/** In a map that is secret the names are, too. */
const nameOf = (holder: object, key: string): string[] => (Array.isArray(holder) ? [] : [key]);
