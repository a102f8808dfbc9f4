import { bySeverity } from "../../report/finding";
import { acrossStacks } from "./across-stacks";
import { allowListRules, identityRule } from "./allow-lists";
import { objectRules } from "./objects";
import { opaqueRules } from "./opaque";
import { protectionRules } from "./protections";
import type { Rule } from "./rule";
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

/** The rules for one stack, highest severity first. */
export const rules: readonly Rule[] = bySeverity(all, ({ severity }) => severity);

/** All rules, those that compare stacks included. */
export const allRules: readonly Rule[] = [...rules, acrossStacks.rule];

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
