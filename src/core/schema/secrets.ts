import { containsSecret, UNKNOWN, wrapSecretForEngine } from "../pulumi/engine-values";
import { inputRows, memoized, outputRows, type Row, rowFilter, type Table } from "./field";
import { defined, isObject, isSet, type Values, valueAt } from "./values";
import { isMap, isNested, isWithin, memberPath, type Visited, visits, walk } from "./walk";

/** The values with their secrets wrapped: those of the table, and the values at the marked paths. */
export function withSecrets(
  table: Table,
  values: Values,
  wrap: (value: unknown) => object = wrapSecretForEngine,
  marked: readonly string[] = [],
): Record<string, unknown> {
  const paths = new Set(marked);
  return walk(table, values, ({ row, path, value, below }) => {
    const isSecret = row?.secret || paths.has(path);
    return isSecret && isSet(value) && value !== UNKNOWN ? wrap(value) : below();
  });
}

/** The values without secrets that the state does not have: a response may mask them, so the next update sends them again. */
export const withoutNewSecrets = (table: Table, values: Values, state: Values): Values =>
  walk(table, values, ({ row, names, value, below }) =>
    row?.secret && value !== valueAt(state, names) ? undefined : below(),
  );

/** True if a response has asterisks in place of a secret or a part of it. */
export const isRedacted = (actual: unknown): boolean =>
  typeof actual === "string" && /\*{3}/.test(actual);

/** The paths of the secrets that are set, and that the response has in redacted form. */
export const redactedSecretPaths = (table: Table, actual: Values): string[] =>
  visits(table, actual).flatMap(({ row, value, path }) =>
    row?.secret && isRedacted(value) ? [path] : [],
  );

/** The text that is sent in place of an unknown secret. */
const PLACEHOLDER = "unknown";

/** The values with a placeholder for each required secret that is masked: valid for a module that is disabled. */
export const withPlaceholders = (table: Table, values: Values): Values =>
  walk(table, values, ({ row, value, below }) =>
    row?.secret && row.required && !isSet(value) ? PLACEHOLDER : below(),
  );

/** Values in which unknown values replace the missing secrets, and the paths of these secrets. */
export interface CompletedSecrets {
  readonly values: Values;
  readonly missing: readonly string[];
}

/** Completes values with unknown secrets, so that the rest can be checked. */
export function withUnknownSecrets(table: Table, values: Values): CompletedSecrets {
  const missing: string[] = [];
  const complete = walk(table, values, (visited) => {
    if (!isMissingSecret(visited)) return visited.below();
    missing.push(visited.path);
    return UNKNOWN;
  });
  return { values: complete, missing };
}

function isMissingSecret({ row, value, table, siblings, key }: Visited): boolean {
  if (!row?.secret || isSet(value)) return false;
  return row.required === true || isRequiredBySibling(table, siblings, key);
}

/** True if a sibling argument that is set requires the argument. */
const isRequiredBySibling = (table: Table, siblings: Values, key: string): boolean =>
  inputRows(table).some(
    ([sibling, { requiredWith }]) => isSet(siblings[sibling]) && requiredWith?.[key] !== undefined,
  );

/**
 * Paths of the values that the program has marked as secret. A path ends at a row or at a map's member: a marked part makes
 * the whole value secret.
 */
export const markedPaths = (table: Table, values: Values): string[] =>
  visits(table, values)
    .filter(({ row, value, isOpen }) => row && !row.secret && !isOpen && containsSecret(value))
    .map(({ path }) => path);

/** The paths of secret values, in addition to the secrets of the table. */
export interface SecretPaths {
  readonly secretPaths: readonly string[];
  /** The paths among them that the program has not declared. A host knows only the paths that the program has declared. */
  readonly addedSecretPaths: readonly string[];
}

/** The paths that the program has marked as secret, in its newest values and in the values that they replace. */
export interface MarkedPaths {
  readonly now: readonly string[];
  readonly before: readonly string[];
}

/** The secret paths of the values in a response. `declared` are the values of the program or of the state. */
export function secretPathsOfResponse(
  table: Table,
  values: Values,
  { now, before }: MarkedPaths,
  declared: Values,
): SecretPaths {
  const addedSecretPaths = addedMembersOfMarkedMaps(table, [...now, ...before], declared, values);
  return {
    secretPaths: withRepeatingOutputs(table, [...now, ...addedSecretPaths]),
    addedSecretPaths,
  };
}

/** The marked paths, and the names of the outputs that repeat a marked argument. */
export function withRepeatingOutputs(table: Table, marked: readonly string[]): string[] {
  const isMarked = (argument: string) => marked.some((path) => isWithin(path, argument));
  const repeating = outputRows(table).filter(([, { repeats = [] }]) => repeats.some(isMarked));
  return [...marked, ...repeating.map(([name]) => name)];
}

/** Paths of the members that marked maps have got since they were recorded: a new member may be a renamed secret. */
export function addedMembersOfMarkedMaps(
  table: Table,
  marked: readonly string[],
  recorded: Values,
  values: Values,
): string[] {
  if (marked.length === 0) return [];
  const isMarked = (path: string) => marked.some((mark) => isWithin(mark, path));
  return visits(table, values).flatMap(({ row, value, path, names }) => {
    if (!row || !isMap(row) || !isObject(value) || !isMarked(path)) return [];
    const known = valueAt(recorded, names);
    const isAdded = (name: string) => !isObject(known) || !Object.hasOwn(known, name);
    return Object.keys(value)
      .filter(isAdded)
      .map((name) => memberPath(path, name));
  });
}

/** The rows of a table that are secret or have secret rows below them, as a table. */
const secretTable = memoized((table: Table): Table => Object.fromEntries(secretRows(table)));

const secretRows = rowFilter(
  (row) => row.secret || ("fields" in row && secretRows(row.fields).length > 0),
);

/**
 * The texts that no message may contain: the secrets of the table, the values that the program has marked, and the outputs that
 * repeat these.
 */
export function secretTexts(
  table: Table,
  values: Values,
  marked: readonly string[] = [],
): string[] {
  if (marked.length > 0) return secretLeafTexts(table, values, marked);
  // Every message needs the texts. Without a marked value, it is enough to visit the secret rows.
  const searched = secretTable(table);
  const members = defined(Object.keys(searched).map((key) => [key, values[key]]));
  return secretLeafTexts(searched, members, []);
}

function secretLeafTexts(table: Table, values: Values, marked: readonly string[]): string[] {
  const paths = withRepeatingOutputs(table, marked);
  const isSecret = ({ row, path }: Visited) =>
    row?.secret || paths.some((outer) => isWithin(path, outer));
  const leaves = visits(table, values).filter((visited) => !isNested(visited) && isSecret(visited));
  return [...new Set(leaves.flatMap(({ row, value }) => collectTexts(row, value)))];
}

/** The texts and numbers in a secret value, and the names of the members that the program has chosen. */
function collectTexts(row: Row | undefined, value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => collectTexts(row, item));
  if (!isObject(value)) return [];
  const names = row?.kind === "objects" ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap((member) => collectTexts(row, member))];
}
