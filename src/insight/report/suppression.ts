import { isWithin } from "../../core/schema/walk";
import type { Finding, Severity } from "./finding";

/** An entry of an ignore file: findings of a rule that a team accepts, or to which it gives another severity. */
export interface Suppression {
  readonly rule: string;
  /** The reason for which the findings are accepted. */
  readonly reason: string;
  /** Class of the resource, its name, or both. Default: every resource. */
  readonly resource?: string;
  /** Path of the argument, including all below it. Default: every argument. */
  readonly argument?: string;
  /** Name of the stack. Default: every stack. */
  readonly stack?: string;
  /** The severity that findings have instead of being ignored. Default: they are ignored. */
  readonly severity?: Severity;
  /** The last day of the suppression, in UTC: `2027-01-31`. Default: without an end. */
  readonly until?: string;
  /** The last day is over, so that the suppression matches nothing. */
  readonly isExpired?: boolean;
  /** The place of the entry in its file, `ignore[0]`. */
  readonly path?: string;
}

/** The members of a finding, or of a difference, that a suppression selects by. */
type Target = Pick<Finding, "resource" | "argument"> &
  Readonly<{ rule: string; stacks: readonly string[] }>;

/** A finding or a difference that is reported. */
export interface Kept<T> {
  readonly item: T;
  /** The severity that a suppression gives it. */
  readonly severity: Severity | undefined;
}

/** A finding or a difference that is not reported, with the reason of its suppression. */
export interface Ignored<T> {
  readonly item: T;
  readonly reason: string;
}

/**
 * Divides findings, or differences, into those that are reported and those that suppressions ignore.
 *
 * @param stacks The stacks of the run. A suppression for another stack is not unused.
 */
export function applySuppressions<T>(
  suppressions: readonly Suppression[],
  stacks: readonly string[],
  items: readonly T[],
  targetOf: (item: T) => Target,
) {
  const kept: Kept<T>[] = [];
  const ignored: Ignored<T>[] = [];
  const used = new Set<Suppression>();
  for (const item of items) {
    const target = targetOf(item);
    const matching = suppressions.filter((suppression) => matches(suppression, target));
    for (const suppression of matching) used.add(suppression);
    const ignoring = matching.find(({ severity }) => severity === undefined);
    if (ignoring) ignored.push({ item, reason: ignoring.reason });
    else kept.push({ item, severity: matching[0]?.severity });
  }
  const unused = suppressions.filter(
    (suppression) => !used.has(suppression) && isExpectedToMatch(suppression, stacks),
  );
  return { kept, ignored, unused };
}

/** Whether a suppression matches something in every run: a team needs some that match nothing in this run. */
function isExpectedToMatch(suppression: Suppression, stacks: readonly string[]): boolean {
  const { stack, until, isExpired } = suppression;
  const isOfRun = stack === undefined || stacks.includes(stack);
  if (!isOfRun) return false;
  if (isExpired) return true;
  // A change that happens once has no finding before the change and after it.
  const isForOneChange = until !== undefined;
  return !isForOneChange && !setsSeverityOfRule(suppression);
}

/** A suppression that gives a rule another severity for all resources also holds in runs without a finding of the rule. */
const setsSeverityOfRule = ({ severity, resource, argument }: Suppression): boolean =>
  severity !== undefined && resource === undefined && argument === undefined;

const matches = (suppression: Suppression, target: Target): boolean =>
  !suppression.isExpired &&
  suppression.rule === target.rule &&
  matchesResource(suppression.resource, target.resource) &&
  (suppression.argument === undefined || isWithin(target.argument, suppression.argument)) &&
  (suppression.stack === undefined || target.stacks.includes(suppression.stack));

/**
 * Compares whole names. A text that begins with the class is the class with a name, even if the name of a resource begins with the
 * class, too.
 *
 * @param resource Class and name of a resource.
 */
function matchesResource(wanted: string | undefined, resource: string): boolean {
  const [type = ""] = resource.split(" ", 1);
  if (wanted === undefined || wanted === type) return true;
  return wanted === (wanted.startsWith(`${type} `) ? resource : resource.slice(type.length + 1));
}

/** A message about a suppression that ignores nothing, with what to do. */
export function unusedNote(suppression: Suppression, noun: "finding" | "difference"): string {
  const { path, rule, resource, argument, stack, until, isExpired, reason } = suppression;
  const selected = [rule, resource, argument, stack && `stack ${stack}`].filter(
    (part) => part !== undefined,
  );
  // A suppression without a path comes from the option `--ignore`.
  const name =
    path === undefined ? `${reason} ${argument ?? rule}` : `${path} (${selected.join(", ")})`;
  if (isExpired) {
    return `${name} expired after ${until} and ignores nothing: review it again, then renew or remove it`;
  }
  // A difference of stacks stays until a team removes it. A change that is reviewed happens once.
  const mayBeOfOneChange = noun === "finding" && path !== undefined;
  const once = mayBeOfOneChange ? ', or add "until" if it is for a change that happens once' : "";
  return `${name} matches no ${noun}: remove it${once}`;
}

export const unusedJson = ({
  path: _,
  isExpired = false,
  ...suppression
}: Suppression): object => ({
  ...suppression,
  expired: isExpired,
});
