import { nearestName } from "../../core/schema/problem";
import { isObject, jsonObject, type Values } from "../../core/schema/values";
import { severities } from "./finding";
import { syntaxProblem } from "./json-syntax";
import type { Suppression } from "./suppression";

/** The members of an entry, which are all texts. */
const MEMBERS = ["rule", "reason", "resource", "argument", "stack", "severity", "until"];

/**
 * Reads the text of an ignore file: `{"ignore": [{"rule": "…", "reason": "…", "resource": "…", …}]}`.
 *
 * @param now Decides which suppressions are expired.
 * @throws {Error} if it has another form, names an unknown rule, or gives no reason.
 */
export function readSuppressions(
  text: string,
  ruleIds: readonly string[],
  now: Date,
): Suppression[] {
  const { ignore } = jsonObject(text) ?? {};
  if (!Array.isArray(ignore)) throw new Error(`${FORM}${syntaxProblem(text)}`);
  const today = now.toISOString().slice(0, DAY_LENGTH);
  return ignore.map((entry: unknown, index) =>
    readSuppression(entry, `ignore[${index}]`, ruleIds, today),
  );
}

const EXAMPLE_DAY = "2027-01-31";
const DAY_LENGTH = EXAMPLE_DAY.length;
const FORM = 'an ignore file must be JSON of the form {"ignore": [{"rule": "…", "reason": "…"}]}';

function readSuppression(
  entry: unknown,
  path: string,
  ruleIds: readonly string[],
  today: string,
): Suppression {
  if (!isObject(entry)) throw new Error(`${path} must be an object`);
  requireTexts(entry, path);
  const { rule, reason, severity, until }: Partial<Suppression> = entry;
  if (reason === undefined) throw new Error(`${path} has no reason: say why it is accepted`);
  if (severity && !severities.includes(severity))
    throw new Error(`${path}.severity must be ${severities.join(", ")}`);
  if (until !== undefined && !isDay(until))
    throw new Error(`${path}.until must be a day such as "${EXAMPLE_DAY}"`);
  const suppression = { ...entry, path, rule: knownRule(rule, path, ruleIds), reason };
  // Days in this form have the order of their texts.
  return until === undefined ? suppression : { ...suppression, isExpired: until < today };
}

function requireTexts(entry: Values, path: string): void {
  for (const [key, value] of Object.entries(entry)) {
    if (!MEMBERS.includes(key))
      throw new Error(`${path} has a member ${key}; the members are ${MEMBERS.join(", ")}`);
    if (typeof value !== "string" || value.trim() === "")
      throw new Error(`${path}.${key} must be a non-empty string`);
  }
}

const isDay = (text: string): boolean =>
  new Date(`${text}T00:00Z`).toJSON()?.slice(0, DAY_LENGTH) === text;

/** @throws {Error} if there is no such rule. */
export function knownRule(
  rule: string | undefined,
  where: string,
  ruleIds: readonly string[],
): string {
  if (rule === undefined) throw new Error(`${where} has no rule`);
  if (ruleIds.includes(rule)) return rule;
  // If no id is similar, the message suggests the rules whose ids contain this word.
  const related = ruleIds.filter((id) => `-${id}-`.includes(`-${rule}-`)).slice(0, 4);
  const suggestion = nearestName(rule, ruleIds) ?? related.join(" or ");
  const advice =
    suggestion === "" ? "docs/review-rules.md lists the rules" : `did you mean ${suggestion}?`;
  throw new Error(`${where}: unknown rule ${rule}; ${advice}`);
}
