import { isDeepStrictEqual } from "node:util";
import { canonical, equal } from "../schema/diff";
import { canonicalText } from "../schema/equivalence";
import { bodyRows, type Row, type Table } from "../schema/field";
import { isObject, type Values } from "../schema/values";

/*
 * A service may store a text in a form that no table names, such as a path in lower case. The response to a request shows it. From
 * then on, an argument of this object counts as unchanged as long as the service shows exactly that form of what the program states.
 */

/** Forms in which a service may store all texts of an argument. */
const STORED_FORMS = {
  lowerCase: (text: string): string => text.toLowerCase(),
  whiteSpace: (text: string): unknown => canonicalText("whiteSpace", text),
} as const;

export type StoredForm = keyof typeof STORED_FORMS;

const FORMS = Object.keys(STORED_FORMS) as StoredForm[];

/** The member of a state that records the form of each argument that the service stores in another form. The engine does not show it. */
const MEMBER = "__spellings";

type Spellings = Readonly<Record<string, StoredForm>>;

export const readSpellings = (state: Values): Spellings =>
  isObject(state[MEMBER]) ? (state[MEMBER] as Spellings) : {};

/**
 * The state after a request: an argument that the service stores in another form is as the program states it.
 *
 * @param sent The arguments in the request. Another argument may have been changed by another party.
 */
export const learnSpellings = (
  table: Table,
  asked: Values,
  state: Values,
  sent: readonly string[],
): Values =>
  withSpellings(table, asked, state, (row, key) =>
    sent.includes(key)
      ? FORMS.find((form) => matchesStoredForm(form, row, asked[key], state[key]))
      : undefined,
  );

/** The state after a refresh, or a request that left arguments out: an argument stays if the service still shows its stored form. */
export function keepSpellings(table: Table, known: Values, state: Values): Values {
  const spellings = readSpellings(known);
  return withSpellings(table, known, state, (row, key) => {
    const form = spellings[key];
    return form !== undefined && matchesStoredForm(form, row, known[key], state[key])
      ? form
      : undefined;
  });
}

type FindForm = (row: Row, key: string) => StoredForm | undefined;

function withSpellings(table: Table, wanted: Values, state: Values, formOf: FindForm): Values {
  const forms = bodyRows(table).flatMap(([key, row]): [string, StoredForm][] => {
    const form = equal(row, wanted[key], state[key]) ? undefined : formOf(row, key);
    return form === undefined ? [] : [[key, form]];
  });
  if (forms.length === 0) return state;
  const values = forms.map(([key]) => [key, wanted[key]]);
  const spellings = { ...readSpellings(state), ...Object.fromEntries(forms) };
  return { ...state, ...Object.fromEntries(values), [MEMBER]: spellings };
}

const matchesStoredForm = (form: StoredForm, row: Row, stated: unknown, shown: unknown): boolean =>
  isDeepStrictEqual(canonical(row, toStoredForm(form, stated)), canonical(row, shown));

/** A value with all its texts in a form. The names of members stay as they are. */
function toStoredForm(form: StoredForm, value: unknown): unknown {
  if (typeof value === "string") return STORED_FORMS[form](value);
  if (Array.isArray(value)) return value.map((item) => toStoredForm(form, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, toStoredForm(form, member)]),
  );
}
