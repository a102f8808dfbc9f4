import { nearestOf } from "../../core/schema/problem";
import { isObject, jsonObject } from "../../core/schema/values";
import type { IgnoreEntry } from "./exception";
import { severities } from "./finding";

const KEYS = ["rule", "reason", "resource", "argument", "stack", "severity", "until"];

/**
 * Reads the text of an ignore file: `{"ignore": [{"rule": "…", "reason": "…", "resource": "…", …}]}`.
 *
 * @param now Decides which exceptions are expired.
 * @throws {Error} if it has another form, names an unknown rule, or gives no reason.
 */
export function readExceptions(text: string, ruleIds: readonly string[], now: Date): IgnoreEntry[] {
  const { ignore } = jsonObject(text) ?? {};
  if (!Array.isArray(ignore))
    throw new Error('an ignore file must be JSON of the form {"ignore": [{"rule": "…", "reason": "…"}]}');
  const today = now.toISOString().slice(0, DAY.length);
  return ignore.map((entry: unknown, index) => exceptionOf(entry, `ignore[${index}]`, ruleIds, today));
}

const DAY = "2027-01-31";

function exceptionOf(entry: unknown, path: string, ruleIds: readonly string[], today: string): IgnoreEntry {
  if (!isObject(entry)) throw new Error(`${path} must be an object`);
  for (const [key, value] of Object.entries(entry)) {
    if (!KEYS.includes(key)) throw new Error(`${path} has a member ${key}; the members are ${KEYS.join(", ")}`);
    if (typeof value !== "string" || value.trim() === "") throw new Error(`${path}.${key} must be a non-empty string`);
  }
  const { rule, reason, ...rest } = entry as Partial<IgnoreEntry>;
  if (reason === undefined) throw new Error(`${path} has no reason: say why it is accepted`);
  const known = { ...rest, path, rule: knownRule(rule, path, ruleIds), reason };
  const { severity, until } = rest;
  if (severity && !severities.includes(severity)) throw new Error(`${path}.severity must be ${severities.join(", ")}`);
  if (until === undefined) return known;
  const day = new Date(`${until}T00:00Z`).toJSON()?.slice(0, DAY.length);
  if (day !== until) throw new Error(`${path}.until must be a day such as "${DAY}"`);
  // Days in this form have the order of their texts.
  return { ...known, isExpired: until < today };
}

/** @throws {Error} if there is no such rule. */
export function knownRule(rule: string | undefined, where: string, ruleIds: readonly string[]): string {
  if (rule === undefined) throw new Error(`${where} has no rule`);
  if (ruleIds.includes(rule)) return rule;
  // Else the rules with this word in their ids.
  const related = ruleIds.filter((id) => `-${id}-`.includes(`-${rule}-`)).slice(0, 4);
  const suggestion = nearestOf(rule, ruleIds) ?? related.join(" or ");
  const advice = suggestion === "" ? "docs/review-rules.md lists the rules" : `did you mean ${suggestion}?`;
  throw new Error(`${where}: unknown rule ${rule}; ${advice}`);
}
