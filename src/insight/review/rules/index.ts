import { bySeverity } from "../../report/finding";
import { restored } from "../drift-words";
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

/** Of what a change restores. The review of a preview that begins with a refresh finds it by all other rules. */
const restoredRule: Rule = {
  ...restored,
  example: "`oauth` of a route was removed by hand, and the program still declares it",
  find: () => [],
};

/** All rules, those that compare stacks or states included. */
export const allRules: readonly Rule[] = [...rules, acrossStacks.rule, restoredRule];

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
