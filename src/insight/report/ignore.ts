import { jsonObject } from "../../core/schema/json";
import { isWithin } from "../../core/schema/paths";
import { isObject } from "../../core/schema/values";

/** What is known and accepted. */
export interface Exception {
  /** The rule's id. */
  readonly rule: string;
  /** Why it is accepted. */
  readonly reason: string;
  /** Class of the resource, its name, or both. Default: every resource. */
  readonly resource?: string;
  /** Path of the argument, which covers all below it. Default: every argument. */
  readonly argument?: string;
  /** Name of the stack. Default: every stack. */
  readonly stack?: string;
}

/** What an exception may be for. */
export interface Exceptional {
  readonly rule: string;
  readonly type: string;
  readonly name: string;
  readonly argument: string;
  readonly stacks: readonly string[];
}

const KEYS = ["rule", "reason", "resource", "argument", "stack"];

/**
 * Reads the text of an ignore file: `{"ignore": [{"rule": "…", "reason": "…", "resource": "…", …}]}`.
 *
 * @throws {Error} if it has another form, names an unknown rule, or gives no reason.
 */
export function readExceptions(text: string, ruleIds: readonly string[]): Exception[] {
  const { ignore } = jsonObject(text) ?? {};
  if (!Array.isArray(ignore))
    throw new Error('an ignore file must be JSON of the form {"ignore": [{"rule": "…", "reason": "…"}]}');
  return ignore.map((entry: unknown, index) => exceptionOf(entry, `ignore[${index}]`, ruleIds));
}

function exceptionOf(entry: unknown, path: string, ruleIds: readonly string[]): Exception {
  if (!isObject(entry)) throw new Error(`${path} must be an object`);
  const unknown = Object.keys(entry).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new Error(`${path} has a member ${unknown}; the members are ${KEYS.join(", ")}`);
  for (const [key, value] of Object.entries(entry)) {
    if (typeof value !== "string" || value.trim() === "") throw new Error(`${path}.${key} must be a non-empty string`);
  }
  const { rule, reason, ...rest } = entry as Readonly<Record<string, string | undefined>>;
  if (reason === undefined) throw new Error(`${path} has no reason: say why it is accepted`);
  return { ...rest, rule: knownRule(rule, path, ruleIds), reason };
}

/** @throws {Error} if there is no such rule. */
export function knownRule(rule: string | undefined, where: string, ruleIds: readonly string[]): string {
  if (rule !== undefined && ruleIds.includes(rule)) return rule;
  throw new Error(`${where}: unknown rule ${rule ?? ""}; the rules are ${ruleIds.join(", ")}`);
}

/** Whether an exception is for something. */
export const excepts = ({ rule, resource, argument, stack }: Exception, each: Exceptional): boolean =>
  rule === each.rule &&
  (resource === undefined || [each.type, each.name, `${each.type} ${each.name}`].includes(resource)) &&
  (argument === undefined || isWithin(each.argument, argument)) &&
  (stack === undefined || each.stacks.includes(stack));
