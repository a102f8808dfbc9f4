import { isObject, isSet, stableJson, type Values } from "../../core/schema/values";
import { type Arguments, listAt, textAt, valueAt } from "../ingress/arguments";
import { engineForm } from "../ingress/value";
import { inModules, match, rule } from "./rule";

/** What becomes of traffic policies, whose expressions and actions the service interprets. */

const valuesOf = (value: unknown): Values => (isObject(value) ? value : {});

/** Members of an action's configuration that say how a request is denied. */
const STATUS = /^status(_?code)?$/i;

/** Whether two configurations of an action that denies requests differ in the status of an error alone. */
function isSameDenial(was: Arguments, now: Arguments, rule: string): boolean {
  const isDenial = [was, now].every((args) => /^\s*deny\s*$/i.test(textAt(args, `${rule}.actions.type`) ?? ""));
  const [old, config] = [was, now].map((args) => {
    const stated = Object.entries(valuesOf(engineForm(valueAt(args, `${rule}.actions.config`))));
    const isErrorStatus = ([key, value]: [string, unknown]) => STATUS.test(key) && Number(value) >= 400;
    return stableJson(stated.filter((entry) => !isErrorStatus(entry)).sort());
  });
  return isDenial && old === config;
}

/** Whether a rule of a policy selects the same traffic, and does the same with it, although an argument of it differs. */
function isSameRule(was: Arguments, now: Arguments, path: string): boolean {
  if (path.endsWith(".name")) return true;
  const rule = path.split(".")[0] ?? "";
  if (path === `${rule}.actions.config`) return isSameDenial(was, now, rule);
  if (path !== `${rule}.expressions`) return false;
  // Whether all expressions have to hold, or one of them, their order means nothing.
  const [old, expressions] = [was, now].map((args) => [...new Set((listAt(args, path) ?? []).map(engineForm))].sort());
  return stableJson(old) === stableJson(expressions);
}

/** Whether all that a policy does is to reject requests. */
const onlyDenies = (args: Arguments): boolean =>
  !isSet(valueAt(args, "outbound.actions.type")) && /^\s*deny\s*$/i.test(textAt(args, "inbound.actions.type") ?? "");

export const trafficPolicyRules = [
  rule("policy-changed", "medium", {
    title: "A traffic policy is added or changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    fix: "Compare the expressions and actions before and after.",
    messages: {
      found: "its traffic policy changes",
      added: "a traffic policy is new that does more than deny requests",
    },
    find: [
      inModules("stays", "policy", ({ before: was, after: now, differences }) =>
        differences.map(
          ({ path, outcome }) => outcome === "changed" && !isSameRule(was, now, path) && match(now, path),
        ),
      ),
      inModules("starts", "policy", ({ after: now }, { action }) => {
        return action === "stays" && !now.hidden && !onlyDenies(now) && match(now, "", "added");
      }),
    ],
  }),
];
