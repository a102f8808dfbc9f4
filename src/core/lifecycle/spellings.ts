import { isDeepStrictEqual } from "node:util";
import { canonical, equal } from "../schema/diff";
import { canonicalText } from "../schema/equivalence";
import { bodyRows, type Row, type Table } from "../schema/field";
import { isObject, type Values } from "../schema/values";

/*
 * A service may store a text in a form that no table names, such as a path in lower case. The response to a request shows the
 * form. After that, an argument of the object counts as unchanged while the service shows exactly that form of its declared value.
 */

/** The forms in which a service may store all texts of an argument. */
const STORED_FORMS = {
  lowerCase: (text: string): string => text.toLowerCase(),
  whiteSpace: (text: string): unknown => canonicalText("whiteSpace", text),
} as const;

export type StoredForm = keyof typeof STORED_FORMS;

const FORM_NAMES = Object.keys(STORED_FORMS) as StoredForm[];

/** The member of a state that records the stored forms. Pulumi does not display it. */
const MEMBER = "__spellings";

/** The stored form of each argument that the service stores in another form. */
type Spellings = Readonly<Record<string, StoredForm>>;

export const readSpellings = (state: Values): Spellings =>
  isObject(state[MEMBER]) ? (state[MEMBER] as Spellings) : {};

/**
 * Returns the state after a request. Arguments that the service stores in another form have their declared values.
 *
 * @param sent The arguments in the request. Other arguments may have changed out of band.
 */
export function learnSpellings(
  table: Table,
  declared: Values,
  state: Values,
  sent: readonly string[],
): Values {
  const findForm = (row: Row, key: string) => {
    if (!sent.includes(key)) return undefined;
    return FORM_NAMES.find((form) => matchesStoredForm(form, row, declared[key], state[key]));
  };
  return withSpellings(table, declared, state, findForm);
}

/**
 * Returns the state after a refresh, or after a request. Arguments that the service still shows in their stored forms have their
 * values of before.
 *
 * @param before The state before, without the arguments that the request has set.
 */
export function keepSpellings(table: Table, before: Values, state: Values): Values {
  const spellings = readSpellings(before);
  const findForm = (row: Row, key: string) => {
    const form = spellings[key];
    if (form === undefined) return undefined;
    return matchesStoredForm(form, row, before[key], state[key]) ? form : undefined;
  };
  return withSpellings(table, before, state, findForm);
}

/** Returns the state after an update that sent nothing, because no argument differs. */
export const withSpellingsOf = (before: Values, state: Values): Values =>
  isObject(before[MEMBER]) ? { ...state, [MEMBER]: before[MEMBER] } : state;

type FindForm = (row: Row, key: string) => StoredForm | undefined;

function withSpellings(table: Table, values: Values, state: Values, findForm: FindForm): Values {
  const spellings: Record<string, StoredForm> = {};
  const declared: Record<string, unknown> = {};
  for (const [key, row] of bodyRows(table)) {
    if (equal(row, values[key], state[key])) continue;
    const form = findForm(row, key);
    if (form === undefined) continue;
    spellings[key] = form;
    declared[key] = values[key];
  }
  if (Object.keys(spellings).length === 0) return state;
  return { ...state, ...declared, [MEMBER]: { ...readSpellings(state), ...spellings } };
}

const matchesStoredForm = (
  form: StoredForm,
  row: Row,
  declared: unknown,
  reported: unknown,
): boolean =>
  isDeepStrictEqual(canonical(row, toStoredForm(form, declared)), canonical(row, reported));

/** Converts all texts of a value. The names of members stay as they are. */
function toStoredForm(form: StoredForm, value: unknown): unknown {
  if (typeof value === "string") return STORED_FORMS[form](value);
  if (Array.isArray(value)) return value.map((item) => toStoredForm(form, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, toStoredForm(form, member)]),
  );
}
