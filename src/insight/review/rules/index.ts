import { acrossStacks } from "./across-stacks";
import { allowListRules, identityRule } from "./allow-lists";
import { objectRules } from "./objects";
import { opaqueRules } from "./opaque";
import { protectionRules } from "./protections";
import { type Rule, severities } from "./rule";
import { trafficRules } from "./traffic";
import { weakerRules } from "./weaker";

const all: readonly Rule[] = [
  ...protectionRules,
  ...allowListRules,
  identityRule,
  ...weakerRules,
  ...trafficRules,
  ...objectRules,
  ...opaqueRules,
];

/** The rules that look at one stack, the gravest first. */
export const rules: readonly Rule[] = severities.flatMap((severity) =>
  all.filter((rule) => rule.severity === severity),
);

/** The ids of all rules, those that compare stacks included. */
export const ruleIds: readonly string[] = [...rules, acrossStacks.rule].map(({ id }) => id);
