import { isWithin } from "../../core/schema/walk";
import type { Finding, Severity } from "./finding";

/** An entry of an ignore file, or an option: findings of a rule that a team accepts, or to which it gives another severity. */
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
  /** The option of the command that states the suppression, in place of an entry of a file. */
  readonly option?: string;
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

/** The effect of suppressions on findings, or on differences. */
interface Suppressed<T> {
  readonly kept: readonly Kept<T>[];
  readonly ignored: readonly Ignored<T>[];
  /** The suppressions that match nothing, although they are expected to match in every run. */
  readonly unused: readonly Suppression[];
}

/**
 * Applies suppressions to findings, or to differences.
 *
 * @param stacks The stacks of the run. A suppression for another stack is not expected to match.
 */
export function applySuppressions<T>(
  suppressions: readonly Suppression[],
  stacks: readonly string[],
  items: readonly T[],
  targetOf: (item: T) => Target,
): Suppressed<T> {
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

/**
 * True if a suppression that matches nothing in a run is unused, so that a team should remove it. Suppressions for other stacks, for a
 * single change, or of the severity of a whole rule may match nothing.
 */
function isExpectedToMatch(suppression: Suppression, stacks: readonly string[]): boolean {
  const { stack, until, isExpired } = suppression;
  if (stack !== undefined && !stacks.includes(stack)) return false;
  if (isExpired) return true;
  // A suppression with a last day may be for a single change, which has no findings before and after it.
  const mayBeForSingleChange = until !== undefined;
  return !mayBeForSingleChange && !setsSeverityOfRule(suppression);
}

/** True if a suppression gives a rule another severity for all resources, also in runs without a finding of the rule. */
const setsSeverityOfRule = ({ severity, resource, argument }: Suppression): boolean =>
  severity !== undefined && resource === undefined && argument === undefined;

const matches = (suppression: Suppression, target: Target): boolean =>
  !suppression.isExpired &&
  suppression.rule === target.rule &&
  matchesResource(suppression.resource, target.resource) &&
  (suppression.argument === undefined || isWithin(target.argument, suppression.argument)) &&
  (suppression.stack === undefined || target.stacks.includes(suppression.stack));

/**
 * True if a suppression selects a resource, by its class, by its name, or by both. A selector that begins with the class is the class
 * with a name, even if the name of a resource begins with the class, too.
 *
 * @param resource Class and name of a resource.
 */
function matchesResource(selector: string | undefined, resource: string): boolean {
  const [resourceClass = ""] = resource.split(" ", 1);
  if (selector === undefined || selector === resourceClass) return true;
  if (selector.startsWith(`${resourceClass} `)) return selector === resource;
  return selector === resource.slice(resourceClass.length + 1);
}

/** A message about a suppression that ignores nothing, with the advice to remove it. */
export function unusedNote(suppression: Suppression, noun: "finding" | "difference"): string {
  const { option, until, isExpired } = suppression;
  const name = nameInNote(suppression);
  if (isExpired) {
    return `${name} expired after ${until} and ignores nothing: review it again, then renew or remove it`;
  }
  // A last day is for a change that happens once. A difference of stacks stays until a team removes it, and an option has no last day.
  const canGetLastDay = noun === "finding" && option === undefined;
  const alternative = ', or add "until" if it is for a change that happens once';
  return `${name} matches no ${noun}: remove it${canGetLastDay ? alternative : ""}`;
}

/** The name of a suppression: `--ignore edgeId`, or `ignore[0] (tls-lowered, HttpsEdgeRoute api)`. */
function nameInNote({ path, option, rule, resource, argument, stack }: Suppression): string {
  if (option !== undefined) return `${option} ${argument ?? rule}`;
  const selectors = [rule, resource, argument, stack && `stack ${stack}`];
  return `${path} (${selectors.filter((selector) => selector !== undefined).join(", ")})`;
}

/** An unused suppression in a report in JSON: its members as in a file, and whether it is expired. */
export const unusedJson = ({
  path: _path,
  option: _option,
  isExpired = false,
  ...suppression
}: Suppression): object => ({
  ...suppression,
  expired: isExpired,
});
