import { type IgnoreEntry, type IgnoreTarget, isIgnoredBy, unusedOf } from "../report/exception";
import type { Comparison, Difference } from "./compare";

/** A comparison without what was to be ignored. */
export interface Filtered extends Comparison {
  /** How many differences were ignored. */
  readonly ignored: number;
  /** The exceptions for differences that ignore nothing. */
  readonly unused: readonly IgnoreEntry[];
}

/** The rule of differences in an ignore file. */
export const STACK_DIFFERENCE = "stack-difference";

/** Leaves out the differences that an exception is for. */
export function ignore(comparison: Comparison, exceptions: readonly IgnoreEntry[]): Filtered {
  const own = exceptions.filter(({ rule }) => rule === STACK_DIFFERENCE);
  const targets = comparison.differences.map((each) => targetOf(each, comparison));
  // A severity is for findings alone.
  const ignoring = own.filter(({ severity }) => severity === undefined);
  const differences = comparison.differences.filter(
    (_, index) => !ignoring.some((exception) => isIgnoredBy(exception, targets[index] as IgnoreTarget)),
  );
  const ignored = comparison.differences.length - differences.length;
  return { ...comparison, differences, ignored, unused: unusedOf(own, comparison.stacks, targets) };
}

function targetOf(difference: Difference, { stacks }: Comparison): IgnoreTarget {
  const { type, name } = difference.resource;
  const argument = "path" in difference ? difference.path : "";
  return { rule: STACK_DIFFERENCE, type, name, argument, stacks };
}
