import { canonical, equal } from "./diff";
import type { Row, Table } from "./field";
import { inWrittenOrder, kindOf } from "./kinds";
import { isStarred } from "./secrets";
import { defined, isObject, isSet, type Values } from "./values";

/**
 * The new state of an object: the server's values, merged into what the program wrote. What is equal keeps the program's
 * spelling; what the program left out is added only where the server's value is not the documented default. So a state
 * differs from the program exactly where the object does.
 */
export const merge = (table: Table, written: Values, actual: Values): Values =>
  mergeWith(mergedRules, table, written, actual);

/**
 * The whole state of an object that no program wrote: what it is, with the documented default of what an answer leaves
 * out. `known` may hold what no answer does.
 */
export const mergeWhole = (table: Table, known: Values, actual: Values): Values =>
  mergeWith(wholeRules, table, known, actual);

/** One field: its row, what is known of it, what the answer has, and of what each is a member. */
interface Field {
  readonly row: Row;
  readonly known: unknown;
  readonly actual: unknown;
  readonly siblings: { readonly known: Values; readonly actual: Values };
}

/** What a field becomes where a rule is for it: the first one that is decides. */
interface Rule {
  appliesTo(field: Field): boolean;
  value(field: Field): unknown;
}

const known = ({ known: value }: Field): unknown => value;

const isProviders: Rule = { appliesTo: ({ row }) => Boolean(row.writeOnly || row.providerOnly), value: known };

/** The address of an object is never taken from an answer, which may be about another object. */
const isPathParameter: Rule = {
  appliesTo: ({ row, known }) => row.pathParameter === true && known !== undefined,
  value: known,
};

const isMaskedSecret: Rule = { appliesTo: ({ row, actual }) => row.secret === true && isMasked(actual), value: known };

const mergedRules: readonly Rule[] = [
  {
    appliesTo: ({ row }) => row.output === true,
    value: ({ row, known, actual, siblings }) => output(row, siblings.known, known, actual),
  },
  isProviders,
  isPathParameter,
  { appliesTo: ({ row, known }) => row.computed === true && known === undefined, value: () => undefined },
  isMaskedSecret,
  { appliesTo: isNested, value: (field) => merge(tableOf(field), objectOf(field.known), objectOf(field.actual)) },
  { appliesTo: ({ row, known, actual }) => equal(row, known, actual), value: known },
  { appliesTo: isList, value: (field) => itemsOf(field).map((item) => merge(tableOf(field), {}, item)) },
  { appliesTo: () => true, value: ({ row, known, actual }) => inKnownForm(row, actual, known) },
];

const wholeRules: readonly Rule[] = [
  {
    appliesTo: ({ row }) => row.output === true,
    value: ({ row, actual, siblings }) => output(row, siblings.actual, undefined, actual),
  },
  isProviders,
  isPathParameter,
  isMaskedSecret,
  { appliesTo: isNested, value: (field) => mergeWhole(tableOf(field), objectOf(field.known), objectOf(field.actual)) },
  { appliesTo: isList, value: (field) => itemsOf(field).map((item) => mergeWhole(tableOf(field), {}, item)) },
  { appliesTo: ({ row, actual }) => equal(row, undefined, actual), value: ({ row }) => canonical(row, undefined) },
  { appliesTo: () => true, value: ({ actual }) => actual },
];

const mergeWith = (rules: readonly Rule[], table: Table, knownValues: Values, actualValues: Values): Values => {
  const siblings = { known: knownValues, actual: actualValues };
  return defined(
    Object.entries(table).map(([key, row]) => {
      const field = { row, known: knownValues[key], actual: actualValues[key], siblings };
      return [key, rules.find((rule) => rule.appliesTo(field))?.value(field)];
    }),
  );
};

function isNested({ row, actual }: Field): boolean {
  return row.kind === "object" && isObject(actual);
}

function isList({ row, actual }: Field): boolean {
  return row.kind === "objects" && Array.isArray(actual);
}

const tableOf = ({ row }: Field): Table => (row.kind === "object" || row.kind === "objects" ? row.fields : {});

const objectOf = (value: unknown): Values => (isObject(value) ? value : {});

const itemsOf = ({ actual }: Field): Values[] => (Array.isArray(actual) ? actual : []);

/** A list is never absent, as its type says: where an answer has none, it is empty. */
function output(row: Row, siblings: Values, before: unknown, actual: unknown): unknown {
  if (row.presentWith !== undefined && siblings[row.presentWith] === undefined) return undefined;
  const present = actual ?? (row.kind === "objects" || row.kind === "set" ? [] : undefined);
  return before !== undefined && equal(row, before, present) ? before : inKnownForm(row, present, before);
}

/** The server's value in the spelling and order in which it is known, as far as the two agree. */
function inKnownForm(row: Row, actual: unknown, before: unknown): unknown {
  if (row.kind === "object") return actual;
  if (row.kind === "objects") return row.ordered ? actual : inWrittenOrder(actual, before);
  return kindOf(row).inProgramForm?.(actual, before) ?? actual;
}

/** An API may show a secret as absent, null, empty or starred. */
const isMasked = (actual: unknown): boolean => !isSet(actual) || isStarred(actual);
