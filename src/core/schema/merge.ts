import { canonical, equal } from "./diff";
import type { ObjectRow, Row, Table } from "./field";
import { inWrittenOrder, leafBehavior } from "./kinds";
import { isRedacted } from "./secrets";
import { defined, isObject, isSet, stableJson, type Values } from "./values";

/**
 * The new state of an object: the server's values, merged into what the program wrote. What is equal keeps the program's
 * spelling; what the program left out is added only if the server's value is not the documented default. So a state
 * differs from the program exactly where the object does.
 */
export const merge = (table: Table, written: Values, actual: Values): Values =>
  mergeObject(table, written, actual, false);

/** The whole state of an object that no program wrote, defaults included. `known` may hold what no answer does. */
export const mergeWhole = (table: Table, known: Values, actual: Values): Values =>
  mergeObject(table, known, actual, true);

function mergeObject(table: Table, known: Values, actual: Values, isWhole: boolean): Values {
  const merged = defined(
    Object.entries(table).map(([key, row]) => [
      key,
      mergeField(row, known[key], actual[key], isWhole),
    ]),
  );
  const hasPartner = (name: string) =>
    merged[name] !== undefined && (isWhole || known[name] !== undefined);
  const isOver = ([key]: readonly [string, unknown]): boolean => {
    const { presentWith, requiredWith = {} } = table[key] ?? {};
    if (presentWith !== undefined) return !hasPartner(presentWith);
    // A value that no answer shows goes with the values that it needs.
    return (
      !isSet(actual[key]) && Object.keys(requiredWith).some((needed) => !isSet(merged[needed]))
    );
  };
  return Object.fromEntries(Object.entries(merged).filter((entry) => !isOver(entry)));
}

function mergeField(row: Row, known: unknown, actual: unknown, isWhole: boolean): unknown {
  if (row.output) return output(row, isWhole ? undefined : known, actual);
  if (isNeverRead(row, known, actual)) return known;
  if (row.computed && known === undefined && !isWhole) return undefined;
  if (row.kind === "object" && isObject(actual)) return mergeNested(row, known, actual, isWhole);
  return isWhole ? wholeValue(row, actual) : mergeValue(row, known, actual);
}

/** Whether the value of an answer says nothing of the value that the service has. */
function isNeverRead(row: Row, known: unknown, actual: unknown): boolean {
  if (row.writeOnly || row.providerOnly) return true;
  // The address of an object is never taken from an answer, which may be about another object.
  if (row.pathParameter && known !== undefined) return true;
  // An API may show a secret as absent, null, empty or starred.
  return row.secret === true && (!isSet(actual) || isRedacted(actual));
}

/** The value in the form that is known, as far as the two agree. */
function mergeValue(row: Row, known: unknown, actual: unknown): unknown {
  if (equal(row, known, actual)) return known;
  return inKnownForm(row, itemsOrValue(row, actual, false), known);
}

/** The value that the service has; of a default, the form that stands for it. */
function wholeValue(row: Row, actual: unknown): unknown {
  if (row.kind === "objects" && Array.isArray(actual)) return itemsOrValue(row, actual, true);
  return equal(row, undefined, actual) ? canonical(row, undefined) : actual;
}

function itemsOrValue(row: Row, actual: unknown, isWhole: boolean): unknown {
  if (row.kind !== "objects" || !Array.isArray(actual)) return actual;
  return actual.map((item) => mergeObject(row.fields, {}, item, isWhole));
}

function mergeNested(row: ObjectRow, known: unknown, actual: Values, isWhole: boolean): Values {
  const before = isObject(known) ? known : {};
  // Of a choice, the service has what it shows: what is known of another member is over.
  const isKept = (key: string) =>
    !row.exactlyOne || isSet(actual[key]) || !Object.values(actual).some(isSet);
  const kept = Object.fromEntries(Object.entries(before).filter(([key]) => isKept(key)));
  return mergeObject(row.fields, kept, actual, isWhole);
}

/** A list is never absent, as its type says: if an answer has none, it is empty. */
function output(row: Row, before: unknown, actual: unknown): unknown {
  const present = actual ?? (row.kind === "objects" || row.kind === "set" ? [] : undefined);
  return before !== undefined && equal(row, before, present)
    ? before
    : inKnownForm(row, present, before);
}

/** The server's value in the spelling and order in which it is known, as far as the two agree. */
function inKnownForm(row: Row, actual: unknown, before: unknown): unknown {
  if (row.kind === "object") return actual;
  if (row.kind === "objects")
    return row.ordered
      ? actual
      : inWrittenOrder(actual, before, (item) => stableJson(canonical(row, [item])));
  return leafBehavior(row).inProgramSpelling?.(actual, before, row) ?? actual;
}
