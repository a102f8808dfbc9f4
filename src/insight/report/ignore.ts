import { nearestOf } from "../../core/schema/problem";
import { isObject, jsonObject, parseJson } from "../../core/schema/values";
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
  if (!Array.isArray(ignore)) throw new Error(`${FORM}${syntaxProblem(text)}`);
  const today = now.toISOString().slice(0, DAY.length);
  return ignore.map((entry: unknown, index) => exceptionOf(entry, `ignore[${index}]`, ruleIds, today));
}

const DAY = "2027-01-31";
const FORM = 'an ignore file must be JSON of the form {"ignore": [{"rule": "…", "reason": "…"}]}';

/** What JSON consists of. */
const TOKEN = /"(?:\\.|[^"\\\n])*"|[{}[\]:,]|-?\d[\d.eE+-]*|true|false|null|\s+/y;

/** Tokens that cannot follow one another in JSON, and what to do about it. */
const misplaced: readonly (readonly [before: RegExp, after: RegExp, advice: string])[] = [
  [/,$/, /^[}\],]/, "nothing follows a comma: remove the comma"],
  [/["\d}\]el]$/, /^["\d{[tfn-]/, "a comma is missing before this"],
];

/** The line of the first fault in a text that is no JSON: the parser's own error does not always have a position. */
function syntaxProblem(text: string): string {
  if (parseJson(text) !== undefined) return "";
  let before = "";
  let end = 0;
  const lineOf = (position: number) => text.slice(0, position).split("\n").length;
  while (end < text.length) {
    TOKEN.lastIndex = end;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined)
      return `; in line ${lineOf(end)}, this is not JSON, which has no comments and no other quotes than "`;
    const [, , advice] = misplaced.find(([left, right]) => left.test(before) && right.test(token)) ?? [];
    if (advice !== undefined) return `; in line ${lineOf(end)}, ${advice}`;
    if (token.trim() !== "") before = token;
    end += token.length;
  }
  return "; this is not JSON: check its commas, colons and braces";
}

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
