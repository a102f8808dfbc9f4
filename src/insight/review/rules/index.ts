import { bySeverity } from "../../report/finding";
import { accountRules } from "./accounts";
import { acrossStacks } from "./across-stacks";
import { allowListRules } from "./allow-lists";
import { eventRules } from "./events";
import { headerRules } from "./headers";
import { identityRules } from "./identity";
import { objectRules } from "./objects";
import { opaqueRules } from "./opaque";
import { protectionRules } from "./protections";
import { retainedRules } from "./retained";
import { routeRules } from "./routes";
import type { Rule } from "./rule";
import { sessionRules } from "./sessions";
import { tlsRules } from "./tls";
import { tokenRules } from "./tokens";
import { trafficRules } from "./traffic";

const all: readonly Rule[] = [
  ...protectionRules,
  ...allowListRules,
  ...tokenRules,
  ...identityRules,
  ...sessionRules,
  ...tlsRules,
  ...headerRules,
  ...routeRules,
  ...retainedRules,
  ...trafficRules,
  ...objectRules,
  ...eventRules,
  ...accountRules,
  ...opaqueRules,
];

/** The rules for one stack, highest severity first. */
export const rules: readonly Rule[] = bySeverity(all, ({ severity }) => severity);

/** All rules, those that compare stacks included. */
export const allRules: readonly Rule[] = [...rules, acrossStacks.rule];

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
