import type { RuleDescription } from "../report/finding";
import type { ObjectChange } from "./changes";
import { rules } from "./rules";
import type { Context, Match, Rule } from "./rules/rule";

/** How findings read, by who makes the change and when. */
export interface Wording {
  /** How the rule reads; `undefined` if it has nothing to say of such a change. */
  describe(rule: Rule, change: ObjectChange, context: Context): RuleDescription | undefined;
  /** What happens, after the name of the object. */
  effect(rule: Rule, change: ObjectChange, match: Match): string;
}

/** A message with its values. */
const worded = ({ messages }: Rule, { message, values }: Match): string =>
  (messages[message] ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** For a change that a program is about to make. */
export const planned: Wording = {
  describe: (rule) => rule,
  effect: (rule, _, match) => worded(rule, match),
};

/** For what another party has changed already, as a refresh has found it. Whether the object is gone decides what ends it. */
const outside = (ending: (isGone: boolean) => string, describe: Wording["describe"]): Wording => ({
  describe,
  effect: (rule, change, match) =>
    `${worded(rule, match)}; this was changed outside Pulumi; ${ending(change.action === "deleted")}`,
});

/** A rule with another severity or advice. Each has one object, by which reports know it. */
const descriptions = new Map<string, RuleDescription>();

function described({ id, title, why }: Rule, severity: RuleDescription["severity"], fix: string): RuleDescription {
  const key = `${id} ${severity} ${fix}`;
  const known = descriptions.get(key) ?? { id, severity, title, why, fix };
  descriptions.set(key, known);
  return known;
}

const ofDrift =
  (fixOf: (rule: Rule, change: ObjectChange) => string): Wording["describe"] =>
  (rule, change, context) => {
    if (rule.ofDrift === "none") return undefined;
    return described(rule, rule.ofDrift?.(change, context) ?? rule.severity, fixOf(rule, change));
  };

const RESTORE =
  "Run `pulumi up --refresh` to restore what the program declares. If the change was intended, make it in the program.";
const CREATE =
  "Run `pulumi up --refresh` to create it again: it gets another id. If the deletion was intended, remove it from the program.";

/** What a refresh finds. An `up` without `--refresh` compares the program with the state, and changes nothing. */
export const refreshed = outside(
  (isGone) => `\`pulumi up --refresh\` ${isGone ? "creates it again" : "restores it"}`,
  ofDrift((_, { action }) => (action === "deleted" ? CREATE : RESTORE)),
);

/** What the refresh of a preview finds, and what the change that is previewed does not end: the program has to. */
export const notReverted = outside(
  () => "the change does not restore it",
  ofDrift(({ fix }) => fix),
);

/** What a change restores that another party has changed. */
export const restored: Rule = {
  id: "restored",
  severity: "low",
  title: "The change restores what was changed outside Pulumi",
  why: "It is on the server as it was found, until the change is applied.",
  fix: "Apply the change soon, and find out who changed the object outside Pulumi.",
  messages: {},
  find: () => [],
};

/** The same, if the change ends it. */
export const reverted = outside(
  (isGone) => `the change ${isGone ? "creates it again" : "restores it"}`,
  (rule) => (rule.ofDrift === "none" ? undefined : restored),
);

/** All rules of the review, those that compare states included. */
export const allRules: readonly Rule[] = [...rules, restored];

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
