import { canonical, equal } from "./diff";
import type { Row, Table } from "./field";
import { inWrittenOrder, kindOf } from "./kinds";
import { isStarred } from "./secrets";
import { defined, isObject, isSet, type Values } from "./values";

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

const mergeObject = (table: Table, known: Values, actual: Values, isWhole: boolean): Values =>
  defined(
    Object.entries(table).map(([key, row]) => {
      const { presentWith } = row;
      const isAbsent = presentWith !== undefined && (isWhole ? actual : known)[presentWith] === undefined;
      return [key, isAbsent ? undefined : mergeField(row, known[key], actual[key], isWhole)];
    }),
  );

function mergeField(row: Row, known: unknown, actual: unknown, isWhole: boolean): unknown {
  if (row.output) return output(row, isWhole ? undefined : known, actual);
  if (row.writeOnly || row.providerOnly) return known;
  // The address of an object is never taken from an answer, which may be about another object.
  if (row.pathParameter && known !== undefined) return known;
  if (row.computed && known === undefined && !isWhole) return undefined;
  // An API may show a secret as absent, null, empty or starred.
  if (row.secret && (!isSet(actual) || isStarred(actual))) return known;
  if (row.kind === "object" && isObject(actual))
    return mergeObject(row.fields, isObject(known) ? known : {}, actual, isWhole);
  if (!isWhole && equal(row, known, actual)) return known;
  if (row.kind === "objects" && Array.isArray(actual))
    return actual.map((item) => mergeObject(row.fields, {}, item, isWhole));
  if (!isWhole) return inKnownForm(row, actual, known);
  return equal(row, undefined, actual) ? canonical(row, undefined) : actual;
}

/** A list is never absent, as its type says: if an answer has none, it is empty. */
function output(row: Row, before: unknown, actual: unknown): unknown {
  const present = actual ?? (row.kind === "objects" || row.kind === "set" ? [] : undefined);
  return before !== undefined && equal(row, before, present) ? before : inKnownForm(row, present, before);
}

/** The server's value in the spelling and order in which it is known, as far as the two agree. */
function inKnownForm(row: Row, actual: unknown, before: unknown): unknown {
  if (row.kind === "object") return actual;
  if (row.kind === "objects") return row.ordered ? actual : inWrittenOrder(actual, before);
  return kindOf(row).inProgramForm?.(actual, before) ?? actual;
}
