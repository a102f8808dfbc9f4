import { type IgnoreEntry, type IgnoreTarget, isIgnoredBy, unusedOf } from "../report/exception";
import type { Comparison, Difference } from "./compare";

/** A comparison without what was to be ignored. */
export interface Filtered extends Comparison {
  readonly ignored: number;
  /** The exceptions for differences that ignore nothing. */
  readonly unused: readonly IgnoreEntry[];
}

/** The rule of differences in an ignore file. */
export const STACK_DIFFERENCE = "stack-difference";

/** Leaves out the differences that an exception is for. */
export function ignore(comparison: Comparison, exceptions: readonly IgnoreEntry[]): Filtered {
  const { stacks, differences: all } = comparison;
  const targetOf = (difference: Difference): IgnoreTarget => {
    const { type, name } = difference.resource;
    return { rule: STACK_DIFFERENCE, type, name, argument: "path" in difference ? difference.path : "", stacks };
  };
  const own = exceptions.filter(({ rule }) => rule === STACK_DIFFERENCE);
  // A severity is for findings alone.
  const ignoring = own.filter(({ severity }) => severity === undefined);
  const differences = all.filter((each) => !ignoring.some((entry) => isIgnoredBy(entry, targetOf(each))));
  const unused = unusedOf(own, stacks, all.map(targetOf));
  return { ...comparison, differences, ignored: all.length - differences.length, unused };
}
