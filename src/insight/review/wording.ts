import type { RuleDescription, Severity } from "../report/finding";
import type { ObjectChange } from "./changes";
import type { Context } from "./context";
import { rules } from "./rules";
import { type Match, type Rule, rule } from "./rules/rule";

/** What a rule finds of an object. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly change: ObjectChange;
  readonly match: Match;
}

/** How findings read, by who makes the change and when: how the rule reads, and what happens, after the name of the object. */
export type Wording = (
  found: RuleMatch,
  context: Context,
) => { readonly rule: RuleDescription; readonly effect: string } | undefined;

/** A message with its values. */
const worded = ({ rule: { messages }, match: { message, values } }: RuleMatch): string =>
  (messages[message] ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** For a change that a program is about to make. */
export const planned: Wording = (found) => ({ rule: found.rule, effect: worded(found) });

/** For what was changed outside Pulumi, as a refresh has found it; nothing of what only a program does. */
const outside =
  (
    endingOf: (isGone: boolean) => string,
    describe: (own: Rule, severity: Severity, isGone: boolean) => RuleDescription,
  ): Wording =>
  (found, context) => {
    const { rule: own, change } = found;
    if (own.ofDrift === "none") return undefined;
    const isGone = change.action === "deleted";
    return {
      rule: describe(own, own.ofDrift?.(change, context) ?? own.severity, isGone),
      effect: `${worded(found)}; this was changed outside Pulumi; ${endingOf(isGone)}`,
    };
  };

const RESTORE =
  "Run `pulumi up --refresh` to restore what the program declares. If the change was intended, make it in the program.";
const CREATE =
  "Run `pulumi up --refresh` to create it again: it gets another id. If the deletion was intended, remove it from the program.";

/** What a refresh finds. An `up` without `--refresh` compares the program with the state, and changes nothing. */
export const refreshed = outside(
  (isGone) => `\`pulumi up --refresh\` ${isGone ? "creates it again" : "restores it"}`,
  (own, severity, isGone) => ({ ...own, severity, fix: isGone ? CREATE : RESTORE }),
);

/** What the refresh of a preview finds, and what the change that is previewed does not end: the program has to. */
export const notReverted = outside(
  () => "the change does not restore it",
  (own, severity) => ({ ...own, severity }),
);

/** What a change restores that was changed outside Pulumi. */
export const restored = rule("restored", "low", {
  title: "The change restores what was changed outside Pulumi",
  why: "The server stays as it was found until the change is applied.",
  fix: "Apply the change soon, and find out who changed the object outside Pulumi.",
  messages: {},
  find: [],
});

/** The same, if the change ends it. */
export const reverted = outside(
  (isGone) => `the change ${isGone ? "creates it again" : "restores it"}`,
  () => restored,
);

/** All rules of the review, those that compare states included. */
export const allRules: readonly Rule[] = [...rules, restored];

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
