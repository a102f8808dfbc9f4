import { equal } from "./canonical";
import { type Details, detailsOf } from "./details";
import { inputRows, outputRows, type Row, type Table } from "./field";
import type { Values } from "./values";

/** How the arguments that a program states differ from the state. */
export interface Diff {
  /** The arguments that changed, by name. */
  readonly changed: readonly string[];
  /** Those of them that only a new object can have. */
  readonly replaces: readonly string[];
  /** Every value that changed, by its path. */
  readonly details: Details;
  /** The outputs that stay as they are. */
  readonly stables: readonly string[];
}

/** Whether the object already is what a changed argument asks for, so that the change asks for nothing. */
export type SuppressDiff = (argument: string, state: Values, inputs: Values) => boolean;

/** Compares the state of a resource with the arguments that its program states now. Sends nothing. */
export function diff(table: Table, state: Values, inputs: Values, suppress?: SuppressDiff): Diff {
  const rows = inputRows(table).filter(
    ([key, row]) => !row.providerOnly && !equal(row, state[key], inputs[key]) && !suppress?.(key, state, inputs),
  );
  const changed = rows.map(([key]) => key);
  const replaces = rows.flatMap(([key, row]) => (row.createOnly ? [key] : []));
  const details = Object.assign({}, ...rows.map(([key, row]) => detailsOf(row, key, state[key], inputs[key])));
  return { changed, replaces, details, stables: replaces.length > 0 ? [] : stablesOf(table, changed) };
}

const stablesOf = (table: Table, changed: readonly string[]): string[] =>
  outputRows(table).flatMap(([key, row]) => (changed.some((argument) => isFrom(row, argument)) ? [] : [key]));

/** Whether an output follows from an argument. */
const isFrom = ({ presentWith, repeats, follows }: Row, argument: string): boolean =>
  argument === presentWith || argument === repeats || argument === follows;
