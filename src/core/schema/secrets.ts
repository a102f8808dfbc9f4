import { containsSecret, UNKNOWN, wrapSecretForEngine } from "../pulumi/engine-values";
import { inputRows, memoized, outputRows, type Row, rowsThat, type Table } from "./field";
import { defined, isObject, isSet, type Values, valueAt } from "./values";
import { isMap, isNested, isWithin, memberPath, type Visited, visits, walk } from "./walk";

/** Wraps the secrets of the table, also at paths that only a refresh has found, and the values at the marked paths. */
export function withSecrets(
  table: Table,
  values: Values,
  wrap: (value: unknown) => object = wrapSecretForEngine,
  marked: readonly string[] = [],
): Record<string, unknown> {
  const paths = new Set(marked);
  return walk(table, values, ({ row, path, value, below }) =>
    (row?.secret || paths.has(path)) && isSet(value) && value !== UNKNOWN ? wrap(value) : below(),
  );
}

/** The values without secrets that the state lacks: an answer may mask them, so the next update sends them again. */
export const withoutNewSecrets = (table: Table, values: Values, state: Values): Values =>
  walk(table, values, ({ row, names, value, below }) =>
    row?.secret && value !== valueAt(state, names) ? undefined : below(),
  );

/** Whether a secret is set, and an answer shows something else in its place. */
export const isStarred = (actual: unknown): boolean =>
  typeof actual === "string" && /\*{3}/.test(actual);

/** The paths of the secrets that an answer shows as set without their values. */
export const starredSecrets = (table: Table, actual: Values): string[] =>
  visits(table, actual).flatMap(({ row, value, path }) =>
    row?.secret && isStarred(value) ? [path] : [],
  );

/** What is sent for an unknown secret. It opens nothing. */
const PLACEHOLDER = "unknown";

/** The values, complete enough for an inactive module: a placeholder stands for a required secret that is masked. */
export const withPlaceholders = (table: Table, values: Values): Values =>
  walk(table, values, ({ row, value, below }) =>
    row?.secret && row.required && !isSet(value) ? PLACEHOLDER : below(),
  );

/** The values, with unknown ones for the secrets that they need and do not have, so that all else can be checked. */
export function withUnknownSecrets(table: Table, values: Values) {
  const missing: string[] = [];
  const complete = walk(table, values, (visited) => {
    if (!isMissing(visited)) return visited.below();
    missing.push(visited.path);
    return UNKNOWN;
  });
  return { values: complete, missing };
}

const isMissing = ({ row, value, table, siblings, names }: Visited): boolean =>
  row?.secret === true &&
  !isSet(value) &&
  (row.required === true || isNeeded(table, siblings, String(names.at(-1))));

/** Whether an argument beside it that is set needs it. */
const isNeeded = (table: Table, values: Values, key: string): boolean =>
  inputRows(table).some(
    ([other, { requiredWith }]) => isSet(values[other]) && requiredWith?.[key] !== undefined,
  );

/** Paths that the program has marked, each of a row or of a map's member: a marked part makes all of it secret. */
export const markedPaths = (table: Table, values: Values): string[] =>
  visits(table, values)
    .filter(({ row, value, isOpen }) => row && !row.secret && !isOpen && containsSecret(value))
    .map(({ path }) => path);

/** Which values are secret beside the table's own secrets. */
export interface SecretPaths {
  readonly secretPaths: readonly string[];
  /** Those of them at which the program has stated nothing: a host that knows what the program stated does not know these. */
  readonly addedSecretPaths: readonly string[];
}

/** Decides which values that the service has shown are secret. `stated` is what the program states, or the state has. */
export function secretPathsIn(
  table: Table,
  values: Values,
  [marked, before]: readonly [marked: readonly string[], before: readonly string[]],
  stated: Values,
): SecretPaths {
  const addedSecretPaths = markedSince(table, [...marked, ...before], stated, values);
  return { secretPaths: withRepeats(table, [...marked, ...addedSecretPaths]), addedSecretPaths };
}

/** The paths, and the outputs that repeat what is marked there. */
export function withRepeats(table: Table, marked: readonly string[]): string[] {
  const isMarked = (argument: string) => marked.some((path) => isWithin(path, argument));
  const repeating = outputRows(table).filter(([, { repeats = [] }]) => repeats.some(isMarked));
  return [...marked, ...repeating.map(([name]) => name)];
}

/** Paths of members that marked maps have got since they were recorded: each may be a secret under another name. */
export function markedSince(
  table: Table,
  marked: readonly string[],
  recorded: Values,
  values: Values,
): string[] {
  if (marked.length === 0) return [];
  return visits(table, values).flatMap(({ row, value, path, names }) => {
    if (!row || !isMap(row) || !isObject(value) || !marked.some((mark) => isWithin(mark, path)))
      return [];
    const known = valueAt(recorded, names);
    const added = Object.keys(value).filter(
      (name) => !isObject(known) || !Object.hasOwn(known, name),
    );
    return added.map((name) => memberPath(path, name));
  });
}

/** The rows that are secret, or have such rows below them, as a table. */
const secretTable = memoized((table: Table): Table => Object.fromEntries(secretRows(table)));

const secretRows = rowsThat(
  (row) => row.secret || ("fields" in row && secretRows(row.fields).length > 0),
);

/** The texts that no message may show: the table's secrets, what the program has marked, and outputs that repeat it. */
export function secretTexts(
  table: Table,
  values: Values,
  marked: readonly string[] = [],
): string[] {
  // Each message asks for the texts: without a mark, only what the table calls secret is looked at.
  const searched = marked.length > 0 ? table : secretTable(table);
  const known =
    marked.length > 0 ? values : defined(Object.keys(searched).map((key) => [key, values[key]]));
  const paths = withRepeats(table, marked);
  const isSecret = ({ row, path }: Visited) =>
    row?.secret || paths.some((outer) => isWithin(path, outer));
  const secrets = visits(searched, known).filter(
    (visited) => !isNested(visited) && isSecret(visited),
  );
  return [...new Set(secrets.flatMap(({ row, value }) => textsIn(row, value)))];
}

function textsIn(row: Row | undefined, value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(row, item));
  if (!isObject(value)) return [];
  const names = row?.kind === "objects" ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap((member) => textsIn(row, member))];
}
