import * as definitions from "../../core/definitions";
import { type IgnoreEntry, type IgnoreTarget, isIgnoredBy, unusedOf } from "../report/exception";
import type { Comparison, Difference } from "./compare";

/** A comparison without what was to be ignored. */
export interface Filtered extends Comparison {
  /** How many differences were ignored. */
  readonly ignored: number;
  /** The rules that no difference met. */
  readonly unused: readonly string[];
  /** The exceptions for differences that ignore nothing. */
  readonly unusedExceptions: readonly IgnoreEntry[];
}

/** The rule of differences in an ignore file. */
export const STACK_DIFFERENCE = "stack-difference";

const types: readonly string[] = Object.values(definitions).map(({ type }) => type);

/**
 * Leaves out the differences that one of the rules meets, or an exception of an ignore file. A rule is
 * `[TYPE::][NAME::]PATH`, `[TYPE::]NAME` or `TYPE`; `*` is any name; a path covers all below it.
 */
export function ignore(
  comparison: Comparison,
  rules: readonly string[],
  exceptions: readonly IgnoreEntry[] = [],
): Filtered {
  const exceptional = comparison.differences.map((difference) => exceptionalOf(difference, comparison));
  const meets = (each: IgnoreTarget, list: readonly IgnoreEntry[]) =>
    list.some((exception) => isIgnoredBy(exception, each));
  // A severity is for findings alone.
  const all = [...rules.flatMap(exceptionsOf), ...exceptions.filter(({ severity }) => severity === undefined)];
  const differences = comparison.differences.filter((_, index) => !meets(exceptional[index] as IgnoreTarget, all));
  const own = exceptions.filter(({ rule }) => rule === STACK_DIFFERENCE);
  return {
    ...comparison,
    differences,
    ignored: comparison.differences.length - differences.length,
    unused: rules.filter((text) => !exceptional.some((each) => meets(each, exceptionsOf(text)))),
    unusedExceptions: unusedOf(own, comparison.stacks, exceptional),
  };
}

/** A single word is a resource's name or a path. */
function exceptionsOf(text: string): IgnoreEntry[] {
  const common = { rule: STACK_DIFFERENCE, reason: "--ignore" };
  const [first = "", ...rest] = text.split("::");
  const isType = types.includes(first);
  if (!isType && rest.length === 0)
    return [
      { ...common, resource: first },
      { ...common, argument: first },
    ];
  const [name = "*", argument] = isType ? rest : [first, ...rest];
  const resource = [...(isType ? [first] : []), ...(name === "*" ? [] : [name])].join(" ");
  return [{ ...common, ...(resource !== "" && { resource }), ...(argument !== undefined && { argument }) }];
}

function exceptionalOf(difference: Difference, { stacks }: Comparison): IgnoreTarget {
  const { type, name } = difference.resource;
  const argument = "path" in difference ? difference.path : "";
  return { rule: STACK_DIFFERENCE, type, name, argument, stacks };
}
