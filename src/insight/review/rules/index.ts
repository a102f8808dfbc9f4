import { bySeverity } from "../../report/finding";
import { allowListRules } from "./allow-lists";
import { checkRules } from "./checks";
import { headerRules } from "./headers";
import { lintRules } from "./lint";
import { accountRules, retainedRules } from "./managed";
import { objectRules } from "./objects";
import { opaqueRules } from "./opaque";
import { acrossStacks, protectionRules } from "./protections";
import { routeRules } from "./routes";
import type { Rule } from "./rule";
import { trafficRules } from "./traffic";

const all = [
  ...[...protectionRules, ...lintRules, ...allowListRules, ...checkRules],
  ...[...headerRules, ...routeRules, ...retainedRules, ...trafficRules, ...objectRules, ...accountRules],
  ...[...opaqueRules, acrossStacks],
];

/** The rules that look at changes, highest severity first. */
export const rules: readonly Rule[] = bySeverity(all, ({ severity }) => severity);
