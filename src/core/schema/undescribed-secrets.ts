import { isWrappedSecret, UNKNOWN } from "../pulumi/engine-values";
import { type Credential, credentialReason, credentialsIn, proseReason } from "./credentials";
import type { Row, Table } from "./field";
import { isObject, isPlainObject, type Values } from "./values";
import { isMap, memberPath, walk } from "./walk";

/** A credential in an argument that the API does not call secret. */
export interface UndescribedSecret extends Omit<Credential, "path"> {
  /** The path, such as `requestHeaders.add["X-Api-Key"]`, with `[0]` for an item of a list. */
  readonly path: string;
  /** The names of the members in the path. */
  readonly names: readonly string[];
}

/** The credentials in the arguments of a table. Every check of a resource asks for them, and most resources have none. */
export function undescribedSecrets(table: Table, values: Values): readonly UndescribedSecret[] {
  let found = NONE;
  for (const name of Object.keys(values)) {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row === undefined || row.secret || row.output) continue;
    const secrets = secretsInArgument(row, name, values[name]);
    if (secrets.length > 0) found = [...found, ...secrets];
  }
  return found;
}

/** The secrets without those whose paths contain a name that the user has declared as plaintext. The names are in lower case. */
export const withoutNames = (
  secrets: readonly UndescribedSecret[],
  plaintextNames: ReadonlySet<string>,
): readonly UndescribedSecret[] =>
  secrets.filter(({ names }) => !names.some((name) => plaintextNames.has(name.toLowerCase())));

const NONE: readonly UndescribedSecret[] = [];

function secretsInArgument(row: Row, name: string, value: unknown): readonly UndescribedSecret[] {
  if (row.kind === "object")
    return isPlainObject(value) && !isWrappedSecret(value)
      ? secretsInObject(row.fields, name, value)
      : NONE;
  const secrets = isMap(row)
    ? credentialsIn(value)
    : credentialsInTexts(value, row.freeText === true);
  const known = secrets.filter(({ text }) => text !== UNKNOWN);
  return known.map(({ path, ...secret }) => ({
    ...secret,
    path: path.reduce<string>((above, step) => stepPath(above, step), name),
    names: [name, ...path.filter((step) => typeof step === "string")],
  }));
}

const secretsInObject = (
  table: Table,
  name: string,
  values: Values,
): readonly UndescribedSecret[] =>
  undescribedSecrets(table, values).map((secret) => ({
    ...secret,
    path: `${name}.${secret.path}`,
    names: [name, ...secret.names],
  }));

/** The credentials in a text, a list or an object whose names are the API's. */
function credentialsInTexts(value: unknown, isProse: boolean): readonly Credential[] {
  if (typeof value === "string") {
    const reason = isProse ? proseReason(value) : credentialReason(value);
    return reason === undefined ? [] : [{ path: [], text: value, reason }];
  }
  if (!isObject(value) && !Array.isArray(value)) return [];
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return members.flatMap(([step, member]) =>
    credentialsInTexts(member, isProse).map((secret) => ({
      ...secret,
      path: [step, ...secret.path],
    })),
  );
}

/** Arguments with a replacement for each of their texts at the paths of the replacements. */
export const withReplacements = (
  table: Table,
  values: Values,
  replacements: ReadonlyMap<string, unknown>,
): Values =>
  walk(table, values, ({ path, value, below }) =>
    replacements.has(path) || Array.isArray(value)
      ? replacedTexts(value, path, replacements)
      : below(),
  );

/** The value at a path with the same replacements. It also replaces texts in lists, which a walk of a table does not visit. */
export function replacedTexts(
  value: unknown,
  path: string,
  replacements: ReadonlyMap<string, unknown>,
): unknown {
  if (replacements.has(path)) return replacements.get(path);
  if (Array.isArray(value))
    return value.map((item, index) => replacedTexts(item, stepPath(path, index), replacements));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    return [name, replacedTexts(member, stepPath(path, name), replacements)];
  });
  return Object.fromEntries(members);
}

/** The path of a member or an item of the value at a path. */
const stepPath = (path: string, step: string | number): string =>
  typeof step === "number" ? `${path}[${step}]` : memberPath(path, step);

/** The path of the nearest value that a walk visits: a list is marked as a whole. */
export const markablePath = (path: string): string => path.replace(/\[\d+\].*$/s, "");
