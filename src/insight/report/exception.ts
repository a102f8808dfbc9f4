import { isWithin } from "../../core/schema/walk";
import type { Finding, Severity } from "./finding";

/** What is known and accepted. */
export interface IgnoreEntry {
  readonly rule: string;
  /** Why it is accepted. */
  readonly reason: string;
  /** Class of the resource, its name, or both. Default: every resource. */
  readonly resource?: string;
  /** Path of the argument, which covers all below it. Default: every argument. */
  readonly argument?: string;
  /** Name of the stack. Default: every stack. */
  readonly stack?: string;
  /** The severity that findings have instead of being ignored. Default: they are ignored. */
  readonly severity?: Severity;
  /** The last day on which it is accepted, in UTC: `2027-01-31`. Default: without an end. */
  readonly until?: string;
  /** That day is over: nothing is excepted. */
  readonly isExpired?: boolean;
  /** Where it is in the file, `ignore[0]`. */
  readonly path?: string;
}

/** What an exception may be for. */
type IgnoreTarget = Pick<Finding, "resource" | "argument"> & Readonly<{ rule: string; stacks: readonly string[] }>;

/** The findings that exceptions leave, each with the severity that an exception gives it, and those that they ignore. */
export function withExceptions<T>(
  exceptions: readonly IgnoreEntry[],
  stacks: readonly string[],
  findings: readonly T[],
  targetOf: (finding: T) => IgnoreTarget,
) {
  const found = findings.map((finding) => {
    const target = targetOf(finding);
    const own = exceptions.filter((each) => isFor(each, target));
    return { finding, own, ignoring: own.find(({ severity }) => severity === undefined) };
  });
  const used = new Set(found.flatMap(({ own }) => own));
  return {
    kept: found.flatMap(({ finding, own, ignoring }) => (ignoring ? [] : [{ finding, severity: own[0]?.severity }])),
    ignored: found.flatMap(({ finding, ignoring }) => (ignoring ? [{ finding, reason: ignoring.reason }] : [])),
    unused: exceptions.filter(
      (each) => !used.has(each) && isForOneOf(stacks, each) && !isForOneTime(each) && !isStanding(each),
    ),
  };
}

/** Whether an exception may match in one of these stacks. */
const isForOneOf = (stacks: readonly string[], { stack }: IgnoreEntry): boolean =>
  stack === undefined || stacks.includes(stack);

/** Until its last day, an exception may be for a change that happens once: before it and after it, it matches nothing. */
const isForOneTime = ({ until, isExpired = false }: IgnoreEntry): boolean => until !== undefined && !isExpired;

/** Whether it decides how severe a rule is, of whatever resource: that holds in runs without a finding of the rule, too. */
const isStanding = ({ severity, resource, argument, isExpired = false }: IgnoreEntry): boolean =>
  severity !== undefined && resource === undefined && argument === undefined && !isExpired;

const isFor = (exception: IgnoreEntry, each: IgnoreTarget): boolean =>
  !exception.isExpired &&
  exception.rule === each.rule &&
  isOf(each.resource, exception.resource) &&
  (exception.argument === undefined || isWithin(each.argument, exception.argument)) &&
  (exception.stack === undefined || each.stacks.includes(exception.stack));

/** Whole names only. A word that begins with the class is the class with a name, even if a resource is called so. */
function isOf(own: string, resource: string | undefined): boolean {
  const [type = ""] = own.split(" ", 1);
  if (resource === undefined || resource === type) return true;
  return resource === (resource.startsWith(`${type} `) ? own : own.slice(type.length + 1));
}

/** Why an exception ignores nothing, and what to do. */
export function unusedNote(exception: IgnoreEntry, noun: "finding" | "difference"): string {
  const { path, rule, resource, argument, stack, until, isExpired, reason } = exception;
  const what = [rule, resource, argument, stack && `stack ${stack}`].filter((part) => part !== undefined).join(", ");
  const name = path === undefined ? `${reason} ${argument ?? rule}` : `${path} (${what})`;
  if (isExpired) {
    return `${name} expired after ${until} and ignores nothing: review it again, then renew or remove it`;
  }
  // Stacks differ until somebody changes them. A change that is reviewed happens once.
  const isForChange = noun === "finding" && path !== undefined;
  const once = isForChange ? ', or add "until" if it is for a change that happens once' : "";
  return `${name} matches no ${noun}: remove it${once}`;
}

export const unusedJson = ({ path: _, isExpired = false, ...exception }: IgnoreEntry): object => ({
  ...exception,
  expired: isExpired,
});
