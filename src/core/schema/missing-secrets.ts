import { inputRows, type Row, type Table } from "./field";
import { defined, isObject, isSet, UNKNOWN, type Values } from "./values";

/** The paths of the secrets that arguments need and do not have: an answer that masks them was all there is to know of an object. */
export function* missingSecrets(table: Table, values: Values, path = ""): Generator<string> {
  for (const [key, row] of inputRows(table)) {
    const value = values[key];
    if (row.kind === "object" && isObject(value)) yield* missingSecrets(row.fields, value, `${path}${key}.`);
    else if (isMissing(table, values, key, row)) yield path + key;
  }
}

/** The values with unknown ones for those secrets, so that all else can be checked. */
export const withUnknownSecrets = (table: Table, values: Values): Values =>
  defined(
    inputRows(table).map(([key, row]) => {
      const value = values[key];
      if (row.kind === "object" && isObject(value)) return [key, withUnknownSecrets(row.fields, value)];
      return [key, isMissing(table, values, key, row) ? UNKNOWN : value];
    }),
  );

const isMissing = (table: Table, values: Values, key: string, row: Row): boolean =>
  row.secret === true && !isSet(values[key]) && (row.required === true || isNeeded(table, values, key));

/** Whether an argument beside it that is set needs it. */
const isNeeded = (table: Table, values: Values, key: string): boolean =>
  inputRows(table).some(([other, { requiredWith }]) => isSet(values[other]) && requiredWith?.[key] !== undefined);
