import { inputRows, type Row, type Table } from "./field";
import { isObject, isSet, type Values } from "./values";

/*
 * Leaves that the service chooses if the program leaves them out. The state of an imported object does not contain them, because
 * no program has declared them. Its inputs contain them, so that a program that is generated from the inputs declares the values
 * of the service.
 */

/** Values without the leaves that the service chooses, apart from the leaves that `kept` has. */
export function withoutServiceChoices(table: Table, values: Values, kept: Values = {}): Values {
  const rows = new Map(inputRows(table));
  const remaining: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const row = rows.get(key);
    if (row?.kind === "object" && isObject(value))
      remaining[key] = withoutServiceChoices(row.fields, value, members(kept[key]));
    else if (value !== undefined && !(row && isServiceChoice(row) && !isSet(kept[key])))
      remaining[key] = value;
  }
  return remaining;
}

/**
 * The state, with the choices of the service that an import has put into the inputs and that the program now declares: a value that
 * the last inputs and the declared arguments have, and the state does not.
 */
export function withDeclaredChoices(
  table: Table,
  state: Values,
  lastInputs: Values,
  declared: Values,
): Values {
  const completed: Record<string, unknown> = { ...state };
  for (const [key, row] of inputRows(table)) {
    const known = state[key];
    const last = lastInputs[key];
    if (row.kind === "object" && isObject(known))
      completed[key] = withDeclaredChoices(
        row.fields,
        known,
        members(last),
        members(declared[key]),
      );
    else if (isServiceChoice(row) && !isSet(known) && isSet(last) && isSet(declared[key]))
      completed[key] = last;
  }
  return completed;
}

const isServiceChoice = (row: Row): boolean => row.computed === true && row.kind !== "object";

const members = (value: unknown): Values => (isObject(value) ? value : {});
