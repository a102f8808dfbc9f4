import { inputRows, type Row, type Table } from "./field";
import { isObject, isSet, type Values } from "./values";

/*
 * Leaves that the service chooses if the program leaves them out. The state of an imported object does not have them, since no
 * program has stated them; its inputs do, so that a program which is generated from them states what the service shows.
 */

/** Values without the leaves that the service chooses, apart from the leaves that `kept` has. */
export function withoutServiceChoices(table: Table, values: Values, kept: Values = {}): Values {
  return mapInputs(table, values, (row, key, value) => {
    if (row.kind === "object" && isObject(value))
      return withoutServiceChoices(row.fields, value, membersOf(kept[key]));
    return isChosen(row) && !isSet(kept[key]) ? undefined : value;
  });
}

/** The state, with the leaves that the service chooses as the last inputs have them, if the program states them too. */
export function withDeclaredChoices(
  table: Table,
  state: Values,
  inputs: Values,
  stated: Values,
): Values {
  const chosen = inputRows(table).flatMap(([key, row]): [string, unknown][] => {
    const known = state[key];
    const last = inputs[key];
    const asked = stated[key];
    if (row.kind === "object" && isObject(known))
      return [[key, withDeclaredChoices(row.fields, known, membersOf(last), membersOf(asked))]];
    return isChosen(row) && !isSet(known) && isSet(last) && isSet(asked) ? [[key, last]] : [];
  });
  return { ...state, ...Object.fromEntries(chosen) };
}

const isChosen = (row: Row): boolean => row.computed === true && row.kind !== "object";

const membersOf = (value: unknown): Values => (isObject(value) ? value : {});

function mapInputs(
  table: Table,
  values: Values,
  change: (row: Row, key: string, value: unknown) => unknown,
): Values {
  const inputs = new Map(inputRows(table));
  const changed = Object.entries(values).map(([key, value]) => {
    const row = inputs.get(key);
    return [key, row ? change(row, key, value) : value] as const;
  });
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
}
