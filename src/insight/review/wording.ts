import type { RuleDescription } from "../report/finding";
import type { ObjectChange } from "./changes";
import { rules } from "./rules";
import { type Context, type Match, type Rule, rule } from "./rules/rule";

/** What a rule finds of an object. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly change: ObjectChange;
  readonly match: Match;
}

/** What becomes of a change that somebody has made outside Pulumi. */
const endings = {
  /** It is what a refresh finds. An `up` without `--refresh` compares the program with the state, and changes nothing. */
  refreshed: (verb: string) => `\`pulumi up --refresh\` ${verb}`,
  /** The refresh of a preview finds it, and the change that is previewed does not end it: the program has to. */
  notReverted: () => "the change does not restore it",
  /** The change that is previewed ends it. */
  reverted: (verb: string) => `the change ${verb}`,
};

/** Who makes a change, and when: a program is about to make it, or it was made outside Pulumi. */
export type Tense = "planned" | keyof typeof endings;

const RESTORE =
  "Run `pulumi up --refresh` to restore what the program declares. If the change was intended, make it in the program.";
const CREATE =
  "Run `pulumi up --refresh` to create it again: it gets another id. If the deletion was intended, remove it from the program.";

/** What a change restores that was changed outside Pulumi. */
const restored = rule("restored", "low", {
  title: "The change restores what was changed outside Pulumi",
  why: "The server stays as it was found until the change is applied.",
  fix: "Apply the change soon, and find out who changed the object outside Pulumi.",
  messages: {},
  find: [],
});

/** A finding in words: how the rule reads, and what happens, after the name of the object. Nothing of drift that only a program makes. */
export function worded(
  { rule: own, change, match: { message, values } }: RuleMatch,
  context: Context,
  tense: Tense,
): { readonly rule: RuleDescription; readonly effect: string } | undefined {
  const effect = (own.messages[message] ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  if (tense === "planned") return { rule: own, effect };
  if (own.ofDrift === "none") return undefined;
  const isGone = change.action === "deleted";
  const ending = endings[tense](isGone ? "creates it again" : "restores it");
  const severity = own.ofDrift?.(change, context) ?? own.severity;
  const fix = tense === "refreshed" ? (isGone ? CREATE : RESTORE) : own.fix;
  return {
    rule: tense === "reverted" ? restored : { ...own, severity, fix },
    effect: `${effect}; this was changed outside Pulumi; ${ending}`,
  };
}

/** All rules of the review, those that compare states included. */
export const allRules: readonly Rule[] = [...rules, restored];

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
