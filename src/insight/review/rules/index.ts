import { bySeverity } from "../../report/finding";
import { allowListRules } from "./allow-lists";
import { checkRules } from "./checks";
import { headerRules } from "./headers";
import { identityRules } from "./identities";
import { lintRules } from "./lint";
import { accountRules, retainedRules } from "./managed";
import { objectRules } from "./objects";
import { opaqueRules } from "./opaque";
import { acrossStacks, protectionRules } from "./protections";
import { routeRules } from "./routes";
import { type Rule, rule } from "./rule";
import { trafficRules } from "./traffic";
import { trafficPolicyRules } from "./traffic-policies";

/** What a change restores that was changed outside Pulumi: it takes the place of the rule that found it. */
export const restored = rule("restored", "low", {
  title: "The change restores what was changed outside Pulumi",
  why: "The server stays as it was found until the change is applied.",
  fix: "Apply the change soon, and find out who changed the object outside Pulumi.",
  messages: {},
  find: [],
});

const all = [
  ...[...protectionRules, ...lintRules, ...allowListRules, ...identityRules, ...checkRules, ...trafficPolicyRules],
  ...[...headerRules, ...routeRules, ...retainedRules, ...trafficRules, ...objectRules, ...accountRules],
  ...[...opaqueRules, acrossStacks, restored],
];

/** All rules of the review, highest severity first. */
export const allRules: readonly Rule[] = bySeverity(all, ({ severity }) => severity);

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
