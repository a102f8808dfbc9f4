import { isDeepStrictEqual } from "node:util";
import { canonical, equal } from "../schema/diff";
import { canonicalText, type Equivalence } from "../schema/equivalence";
import { bodyRows, type Row, type Table } from "../schema/field";
import { isObject, type Values } from "../schema/values";

/*
 * A service may store a text in a spelling that no table names, such as a path in lower case. The response to a request shows
 * it. From then on, the spelling of the program and that of the service are equal for this argument of this object.
 */

/** The member of a state that has, for an argument, up to what its two spellings are equal. The engine does not show it. */
const MEMBER = "__spellings";

type Spellings = Readonly<Record<string, Equivalence>>;

/** Differences that a service makes when it stores a text. */
const STORED_FORMS: readonly Equivalence[] = ["whiteSpace", "letterCase"];

export const spellingsIn = (state: Values): Spellings => (isObject(state[MEMBER]) ? (state[MEMBER] as Spellings) : {});

/** The state after a request: an argument that the service stores in another spelling is as the program has asked for it. */
export function learnSpellings(table: Table, asked: Values, state: Values): Values {
  return withSpellings(table, asked, state, (row, _, value, shown) =>
    STORED_FORMS.find((form) => isEqualUpTo(form, row, value, shown)),
  );
}

/** The state after a refresh: an argument keeps its spelling if the service still shows the other one. */
export function keepSpellings(table: Table, known: Values, state: Values): Values {
  const spellings = spellingsIn(known);
  return withSpellings(table, known, state, (row, key, value, shown) => {
    const form = spellings[key];
    return form !== undefined && isEqualUpTo(form, row, value, shown) ? form : undefined;
  });
}

type FindForm = (row: Row, key: string, value: unknown, shown: unknown) => Equivalence | undefined;

function withSpellings(table: Table, wanted: Values, state: Values, formOf: FindForm): Values {
  const forms = bodyRows(table).flatMap(([key, row]): [string, Equivalence][] => {
    if (equal(row, wanted[key], state[key])) return [];
    const form = formOf(row, key, wanted[key], state[key]);
    return form === undefined ? [] : [[key, form]];
  });
  if (forms.length === 0) return state;
  const values = forms.map(([key]) => [key, wanted[key]]);
  return { ...state, ...Object.fromEntries(values), [MEMBER]: Object.fromEntries(forms) };
}

const isEqualUpTo = (form: Equivalence, row: Row, a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(spelled(form, canonical(row, a)), spelled(form, canonical(row, b)));

/** A value with all its texts in a form. */
function spelled(form: Equivalence, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => spelled(form, item));
  if (!isObject(value)) return canonicalText(form, value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spelled(form, member)]));
}
