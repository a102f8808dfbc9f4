import { inputRows, type Table } from "./field";
import { isSet, UNKNOWN, type Values, valueAt } from "./values";
import { type Visited, walk } from "./walk";
import { ofProvider } from "./wrapped";

/**
 * Wraps every secret in the form that the engine encrypts. A mark made by the program alone would not cover a secret that a
 * refresh meets at a path that the program never wrote.
 *
 * @param marked Paths of other values that are secrets.
 */
export function withSecrets(
  table: Table,
  values: Values,
  wrap: (value: unknown) => object = ofProvider,
  marked: readonly string[] = [],
): Record<string, unknown> {
  const paths = new Set(marked);
  return walk(table, values, ({ row, path, value, below }) =>
    (row?.secret || paths.has(path)) && isSet(value) && value !== UNKNOWN ? wrap(value) : below(),
  );
}

/**
 * The values without the secrets that the state does not have: whether the server has them is not known, and an answer that
 * masks them would not tell. So the next update sends them again.
 */
export const withoutNewSecrets = (table: Table, values: Values, state: Values): Values =>
  walk(table, values, ({ row, names, value, below }) =>
    row?.secret && value !== valueAt(state, names) ? undefined : below(),
  );

/** Whether a secret is set, and an answer shows something else in its place. */
export const isStarred = (actual: unknown): boolean => typeof actual === "string" && /\*{3}/.test(actual);

/** The paths of the secrets that an answer shows as set without their values. */
export function starredSecrets(table: Table, actual: Values): string[] {
  const paths: string[] = [];
  walk(table, actual, ({ row, path, value, below }) => {
    if (row?.secret && isStarred(value)) paths.push(path);
    return below();
  });
  return paths;
}

/** What is sent for an unknown secret. It opens nothing. */
const PLACEHOLDER = "unknown";

/**
 * The values, complete enough to be sent for what is to be out of force: a required secret that the state does not have,
 * because answers mask it, is a placeholder.
 */
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
  row?.secret === true && !isSet(value) && (row.required === true || isNeeded(table, siblings, String(names.at(-1))));

/** Whether an argument beside it that is set needs it. */
const isNeeded = (table: Table, values: Values, key: string): boolean =>
  inputRows(table).some(([other, { requiredWith }]) => isSet(values[other]) && requiredWith?.[key] !== undefined);
