import { type Credential, credentialReason, credentialsIn, proseReason } from "./credentials";
import type { Row, Table } from "./field";
import { isObject, isPlainObject, UNKNOWN, type Values } from "./values";
import { isMap, memberPath, type Visited, visits, walk } from "./walk";

/** A credential in an argument that the API does not call secret. */
export interface UndescribedSecret extends Pick<Credential, "text" | "reason"> {
  /** Such as `requestHeaders.add["X-Api-Key"]`, and `[0]` for an item of a list. */
  readonly path: string;
  /** The names of the members in the path. */
  readonly names: readonly string[];
}

/**
 * The credentials in the arguments of a table.
 *
 * @param plaintextNames Names, in lower case, of which the user says that no value below them is a credential. Default: none.
 */
export const undescribedSecrets = (
  table: Table,
  values: Values,
  plaintextNames: ReadonlySet<string> = new Set(),
): UndescribedSecret[] =>
  visits(table, values)
    .flatMap((visited) => (isSearched(visited) ? inArgument(visited) : []))
    .filter(({ names }) => !names.some((name) => plaintextNames.has(name.toLowerCase())));

/** Whether a value is searched as a whole: members of a map are searched with the map, since its names belong to them. */
const isSearched = ({ row, names, table }: Visited): boolean =>
  row !== undefined && row.kind !== "object" && !row.secret && !row.output && Object.hasOwn(table, names.at(-1) ?? "");

function inArgument({ row, value, path, names }: Visited): UndescribedSecret[] {
  const secrets = secretsOf(row, value).filter(({ text }) => text !== UNKNOWN);
  return secrets.map(({ path: steps, text, reason }) => ({
    path: steps.reduce<string>((above, step) => stepPath(above, step), path),
    names: [...names, ...steps.filter((step) => typeof step === "string")],
    text,
    reason,
  }));
}

/** The credentials in the value of an argument. */
function secretsOf(row: Row | undefined, value: unknown): Credential[] {
  if (row && isMap(row)) return credentialsIn(value);
  const reasonOf = row?.freeText ? proseReason : credentialReason;
  return [...inTexts(value, [], reasonOf)];
}

function* inTexts(
  value: unknown,
  path: Credential["path"],
  reasonOf: (text: string) => string | undefined,
): Generator<Credential> {
  if (typeof value === "string") {
    const reason = reasonOf(value);
    if (reason !== undefined) yield { path, text: value, reason };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* inTexts(item, [...path, index], reasonOf);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) yield* inTexts(member, [...path, name], reasonOf);
  }
}

/** Arguments with a replacement for each of their texts at the paths of the replacements. */
export const withReplacements = (table: Table, values: Values, replacements: ReadonlyMap<string, unknown>): Values =>
  walk(table, values, ({ path, value, below }) =>
    replacements.has(path) || Array.isArray(value) ? replacedTexts(value, path, replacements) : below(),
  );

/** The same for the value at a path, and for what is in lists, into which a walk of a table does not lead. */
export function replacedTexts(value: unknown, path: string, replacements: ReadonlyMap<string, unknown>): unknown {
  if (replacements.has(path)) return replacements.get(path);
  if (Array.isArray(value)) return value.map((item, index) => replacedTexts(item, stepPath(path, index), replacements));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    return [name, replacedTexts(member, stepPath(path, name), replacements)];
  });
  return Object.fromEntries(members);
}

/** The path of a member or an item of the value at a path. */
const stepPath = (path: string, step: string | number): string =>
  typeof step === "number" ? `${path}[${step}]` : memberPath(path, step);

/** The path of the nearest value that a walk comes to: a list is marked as a whole. */
export const markablePath = (path: string): string => path.replace(/\[\d+\].*$/s, "");
