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
  /** Every value that changed, by its path. Where there is any, those for the provider alone are among them. */
  readonly details: Details;
  /** The outputs that stay as they are. */
  readonly stables: readonly string[];
}

/** Whether the object already is what a changed argument asks for, so that the change asks for nothing. */
export type SuppressDiff = (argument: string, state: Values, inputs: Values) => boolean;

/** Compares the state of a resource with the arguments that its program states now. Sends nothing. */
export function diff(table: Table, state: Values, inputs: Values, suppress?: SuppressDiff): Diff {
  const differing = inputRows(table).filter(
    ([key, row]) => !equal(row, state[key], inputs[key]) && !suppress?.(key, state, inputs),
  );
  const rows = differing.filter(([, row]) => !row.providerOnly);
  const changed = rows.map(([key]) => key);
  const replaces = rows.flatMap(([key, row]) => (row.createOnly ? [key] : []));
  // An argument for the provider alone controls how the others change; its own change is not one.
  const reported = rows.length > 0 ? differing : [];
  const details = Object.assign({}, ...reported.map(([key, row]) => detailsOf(row, key, state[key], inputs[key])));
  return { changed, replaces, details, stables: replaces.length > 0 ? [] : stablesOf(table, changed) };
}

const stablesOf = (table: Table, changed: readonly string[]): string[] =>
  outputRows(table).flatMap(([key, row]) => (changed.some((argument) => isFrom(row, argument)) ? [] : [key]));

/** Whether an output follows from an argument. */
const isFrom = ({ presentWith, repeats = [] }: Row, argument: string): boolean =>
  argument === presentWith || repeats.includes(argument);
