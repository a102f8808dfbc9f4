import { equal } from "../../core/schema/canonical";
import type { Row, Table } from "../../core/schema/field";
import { isObject, isSet, UNKNOWN, type Values } from "../../core/schema/values";
import { MASK } from "../stack/secrets";
import type { Part } from "./parts";

/** A difference between two parts of the same table, by the path of its argument. */
export interface Difference {
  readonly path: string;
  readonly row: Row;
  /**
   * `unknown`: only an apply will know the new value; `hidden`: a secret changes; `uncertain`: a secret moves, so that
   * nothing shows whether it changes.
   */
  readonly outcome: "changed" | "unknown" | "hidden" | "uncertain";
}

/** What differs between two parts, leaf by leaf. Spelling and order without a meaning are no difference. */
export const differences = (before: Part, after: Part): Difference[] =>
  tableDifferences(before.table, before.values, after.values, "", secretOutcomes(before, after));

type SecretOutcome = (path: string) => Difference["outcome"] | undefined;

/** A secret has changed if the engine reports it; the engine reports nothing of a secret that moves to another resource. */
const secretOutcomes =
  (before: Part, after: Part): SecretOutcome =>
  (path) => {
    if (before.source.urn !== after.source.urn || before.source.prefix !== after.source.prefix) return "uncertain";
    const covers = (changed: string) =>
      changed === "" ||
      // It stands for a module that is a secret as a whole.
      path === "enabled" ||
      changed === path ||
      path.startsWith(`${changed}.`) ||
      (/^[.[]/.test(changed.slice(path.length)) && changed.startsWith(path));
    return after.source.changed.some(covers) ? "hidden" : undefined;
  };

function tableDifferences(table: Table, before: Values, after: Values, below: string, ofSecret: SecretOutcome) {
  return Object.entries(table).flatMap(([key, row]): Difference[] => {
    // The subject of a module resource already says where the module is.
    if (row.output || row.providerOnly || (row.pathParameter && "adopt" in table)) return [];
    return rowDifferences(row, before[key], after[key], below + key, ofSecret);
  });
}

function rowDifferences(row: Row, before: unknown, after: unknown, path: string, ofSecret: SecretOutcome) {
  if (row.kind === "object" && isObject(before) && isObject(after)) {
    return tableDifferences(row.fields, before, after, `${path}.`, ofSecret);
  }
  const outcome = outcomeOf(row, before, after, () => ofSecret(path));
  return outcome ? [{ path, row, outcome }] : [];
}

function outcomeOf(row: Row, before: unknown, after: unknown, ofSecret: () => Difference["outcome"] | undefined) {
  if (hasUnknown(after)) return "unknown";
  if ((after === MASK || before === MASK) && isSet(before)) return ofSecret();
  return equal(row, before, after) ? undefined : "changed";
}

const hasUnknown = (value: unknown): boolean =>
  value === UNKNOWN ||
  (Array.isArray(value) && value.some(hasUnknown)) ||
  (isObject(value) && Object.values(value).some(hasUnknown));
