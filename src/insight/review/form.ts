import { accessOf } from "../ingress/access";
import { scopeOf } from "../ingress/routing";
import type { RuleDescription } from "../report/finding";
import type { ObjectChange } from "./changes";
import { driftWords, excludedFromDrift, RESTORE, restored } from "./drift-words";
import { rules } from "./rules";
import type { Context, Hit, Rule } from "./rules/rule";

/** How findings read, by who makes the change and when. */
export interface Form {
  /** How the rule reads; `undefined` if it says nothing of such a change. */
  describe(rule: Rule, subject: ObjectChange, context: Context): RuleDescription | undefined;
  /** What happens, after the name of the subject. */
  effect(rule: Rule, subject: ObjectChange, hit: Hit): string;
}

/** For a change that a program is about to make. */
export const planned: Form = {
  describe: (rule) => rule,
  effect: (_, __, { says }) => `: ${says}`,
};

/** Says what ends a change, of an object that is there, or is gone. */
type Remedy = (isGone: boolean) => string;

/** For what another party has changed already, as a refresh has found it. */
const changedOutside = (remedy: Remedy, describe: Form["describe"]): Form => ({
  describe,
  effect: (rule, subject, hit) => `${found(rule, subject, hit)}; ${remedy(subject.action === "deleted")}`,
});

function found({ id }: Rule, subject: ObjectChange, { says, cause = driftWords[id]?.cause }: Hit): string {
  if (says.startsWith("is deleted")) return ` was deleted outside Pulumi${says.slice("is deleted".length)}`;
  if (cause === undefined) return `: ${says}; this was changed outside Pulumi`;
  const after = `${cause} outside Pulumi`;
  return isOpening(id) && isOpen(subject) ? ` is open now: ${after}` : `: ${after}: ${says}`;
}

/** Rules whose findings may be that a route or edge is open. */
const isOpening = (id: string): boolean =>
  ["protection-removed", "served-unprotected", "backend-stated-open"].includes(id);

const isOpen = ({ kind, after }: ObjectChange): boolean =>
  accessOf(after) === "open" && (kind !== "httpsEdgeRoute" || after.isServing);

function driftRule({ id, severity, title, why }: Rule): RuleDescription | undefined {
  const { cause: _, ...words } = driftWords[id] ?? {};
  return excludedFromDrift.includes(id) ? undefined : { id, severity, title, why, todo: RESTORE, ...words };
}

/** What differs in severity by what the rule finds. */
const isRaised: Readonly<Record<string, (subject: ObjectChange, context: Context) => boolean>> = {
  // Nobody has reviewed where the traffic goes, and everybody is let in there.
  "backend-changed": isOpen,
  // The program says that the route is needed.
  "route-deleted": (subject, context) => !isCovered(subject, context),
};

/** Each rule has one object for it and its severity, by which reports know it. */
function describedBy(words: (rule: Rule) => RuleDescription | undefined): Form["describe"] {
  const plain = new Map(rules.map((rule) => [rule, words(rule)]));
  const raised = new Map([...plain].map(([rule, each]) => [rule, each && { ...each, severity: "medium" as const }]));
  return (rule, subject, context) => (isRaised[rule.id]?.(subject, context) ? raised : plain).get(rule);
}

/** Whether another route may serve what a route has served. */
function isCovered(subject: ObjectChange, { at }: Context): boolean {
  const cover = scopeOf(subject.before);
  if (!cover) return false;
  const { edge, host, path } = cover;
  const prefixes = Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length));
  return ["", host].some((each) =>
    prefixes.some((prefix) => {
      const other = at({ edge, host: each, path: prefix, isExact: false });
      return other && other !== subject && other.after.isServing;
    }),
  );
}

/** What a refresh finds. An `up` without `--refresh` compares the program with the state, and changes nothing. */
export const refreshed = changedOutside(
  (isGone) => `\`pulumi up --refresh\` ${isGone ? "creates it again" : "restores it"}`,
  describedBy(driftRule),
);

/** What the refresh of a preview finds, and what the change that is previewed does not end: the program has to. */
export const lasting = changedOutside(
  () => "the change does not restore it",
  describedBy((rule) => {
    const words = driftRule(rule);
    return words && { ...words, todo: rule.todo };
  }),
);

/** The same, if the change ends it. */
export const ending = changedOutside(
  (isGone) => `the change ${isGone ? "creates it again" : "restores it"}`,
  (rule) => driftRule(rule) && restored,
);
