import * as definitions from "../../core/definitions";
import { type Exception, excepts } from "../report/ignore";
import type { Comparison, Difference } from "./compare";

/** A comparison without what was to be ignored. */
export interface Filtered extends Comparison {
  /** How many differences were ignored. */
  readonly ignored: number;
  /** The rules that no difference met. */
  readonly unused: readonly string[];
}

/** The rule of differences in an ignore file. */
export const STACK_DIFFERENCE = "stack-difference";

/** What a rule says of a difference; what it does not say is anything. */
interface Rule {
  readonly type?: string;
  readonly name?: string;
  readonly path?: string;
  /** One word, that is a resource's name or a path. */
  readonly either?: string;
}

const types: readonly string[] = Object.values(definitions).map(({ type }) => type);

/**
 * Leaves out the differences that one of the rules meets, or an exception of an ignore file. A rule is `[TYPE::][NAME::]PATH`, `[TYPE::]NAME` or `TYPE`; `*`
 * is any name; a path stands for all below it.
 */
export function ignore(
  comparison: Comparison,
  rules: readonly string[],
  exceptions: readonly Exception[] = [],
): Filtered {
  const parsed = rules.map((text) => ({ text, rule: ruleOf(text) }));
  const met = new Set<string>();
  const differences = comparison.differences.filter((difference) => {
    const meeting = parsed.filter(({ rule }) => meets(difference, rule));
    for (const { text } of meeting) met.add(text);
    return meeting.length === 0 && !exceptions.some((each) => isExcepted(difference, comparison, each));
  });
  const unused = rules.filter((text) => !met.has(text));
  return { ...comparison, differences, ignored: comparison.differences.length - differences.length, unused };
}

function ruleOf(text: string): Rule {
  const words = text.split("::");
  const [first = "", ...rest] = words;
  if (types.includes(first)) return { type: first, ...nameAndPath(rest) };
  return words.length === 1 ? { either: first } : nameAndPath(words);
}

function nameAndPath([name = "*", path]: readonly string[]): Rule {
  return { ...(name !== "*" && { name }), ...(path !== undefined && { path }) };
}

function isExcepted(difference: Difference, { stacks }: Comparison, exception: Exception): boolean {
  const { type, name } = difference.resource;
  const argument = difference.kind === "resource" ? "" : difference.path;
  return excepts(exception, { rule: STACK_DIFFERENCE, resource: `${type} ${name}`, argument, stacks });
}

function meets(difference: Difference, { type, name, path, either }: Rule): boolean {
  const { resource } = difference;
  const isBelow = (above: string) => difference.kind !== "resource" && `${difference.path}.`.startsWith(`${above}.`);
  if (type !== undefined && resource.type !== type) return false;
  if (name !== undefined && resource.name !== name) return false;
  if (either !== undefined && resource.name !== either && !isBelow(either)) return false;
  return path === undefined || isBelow(path);
}
