import { type IgnoreEntry, type IgnoreTarget, isIgnoredBy, unusedOf } from "../report/exception";
import type { Comparison, Difference } from "./compare";

/** A comparison without what was to be ignored, and how many differences that was. */
export type Filtered = ReturnType<typeof ignore>;

/** The rule of differences in an ignore file. */
export const STACK_DIFFERENCE = "stack-difference";

/** Leaves out the differences that an exception is for. The unused exceptions ignore none. */
export function ignore(comparison: Comparison, exceptions: readonly IgnoreEntry[]) {
  const { stacks, differences: all } = comparison;
  const targetOf = (difference: Difference): IgnoreTarget => {
    const { type, name } = difference.resource;
    const argument = "path" in difference ? difference.path : "";
    return { rule: STACK_DIFFERENCE, resource: `${type} ${name}`, argument, stacks };
  };
  const own = exceptions.filter(({ rule }) => rule === STACK_DIFFERENCE);
  // A severity is for findings alone.
  const ignoring = own.filter(({ severity }) => severity === undefined);
  const differences = all.filter((each) => !ignoring.some((entry) => isIgnoredBy(entry, targetOf(each))));
  const unused = unusedOf(own, stacks, all.map(targetOf));
  return { ...comparison, differences, ignored: all.length - differences.length, unused };
}
