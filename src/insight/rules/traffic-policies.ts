import { isObject, isSet, someValue, stableJson } from "../../core/schema/values";
import { modulesWith } from "../change/select";
import { type Arguments, listAt, textAt, valueAt } from "../ingress/arguments";
import { engineForm, isHidden } from "../ingress/value";
import { routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** The rule of traffic policies, whose expressions and actions the service interprets. */

export const trafficPolicyRules = [
  rule({
    id: "policy-changed",
    severity: "medium",
    title: "A traffic policy is new or changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    fix: "Compare the expressions and actions before and after.",
    messages: {
      found: "its traffic policy changes",
      added: "a traffic policy is new that does more, or may do more, than deny requests",
    },
    example: {
      before: routeWith({ policy: { inbound: { expressions: ["a"], actions: { type: "deny" } } } }),
      after: routeWith({ policy: { inbound: { expressions: ["b"], actions: { type: "deny" } } } }),
    },
    *find(change) {
      for (const { before, after, differences } of modulesWith(change, ["policy"], "stays")) {
        for (const { path, outcome } of differences) {
          if (outcome === "changed" && !admitsTheSame(before, after, path))
            yield at(after, path, "found");
        }
      }
      if (change.action !== "stays") return;
      for (const { after } of modulesWith(change, ["policy"], "starts")) {
        if (!after.hidden && !onlyDenies(after)) yield at(after, "", "added");
      }
    },
  }),
];

/**
 * True if a policy admits the same requests in spite of the difference at a path: it selects the same traffic, and does the same with
 * it, or denies it with another status.
 */
function admitsTheSame(before: Arguments, after: Arguments, path: string): boolean {
  const [direction = "", ...member] = path.split(".");
  switch (member.join(".")) {
    case "name":
      return true;
    case "expressions":
      return hasSameExpressions(before, after, path);
    case "actions.config":
      return isSameDenial(before, after, direction);
    default:
      return false;
  }
}

/**
 * True if two policies have the same expressions at a path. Their order has no meaning, whether all of them or any of them must match. Two
 * hidden expressions may differ.
 */
function hasSameExpressions(before: Arguments, after: Arguments, path: string): boolean {
  const was = listAt(before, path) ?? [];
  const now = listAt(after, path) ?? [];
  if ([...was, ...now].some(isHidden)) return false;
  return stableJson([...new Set(was)].sort()) === stableJson([...new Set(now)].sort());
}

/**
 * True if both policies deny the requests or responses that they select, and differ in the status of an error alone. Hidden members of a
 * configuration may differ.
 *
 * @param direction `inbound` or `outbound`: the part of the policy that has the action.
 */
const isSameDenial = (before: Arguments, after: Arguments, direction: string): boolean =>
  denies(before, direction) &&
  denies(after, direction) &&
  ![before, after].some((args) => hasHiddenConfig(args, direction)) &&
  configWithoutErrorStatus(before, direction) === configWithoutErrorStatus(after, direction);

const denies = (args: Arguments, direction: string): boolean =>
  /^\s*deny\s*$/i.test(textAt(args, `${direction}.actions.type`) ?? "");

const hasHiddenConfig = (args: Arguments, direction: string): boolean =>
  someValue(valueAt(args, `${direction}.actions.config`), isHidden);

/** The configuration of an action, without the status of an error. */
function configWithoutErrorStatus(args: Arguments, direction: string): string {
  const config = engineForm(valueAt(args, `${direction}.actions.config`));
  const members = Object.entries(isObject(config) ? config : {});
  return stableJson(members.filter(([name, value]) => !isErrorStatus(name, value)).sort());
}

const isErrorStatus = (name: string, value: unknown): boolean =>
  /^status(_?code)?$/i.test(name) && Number(value) >= 400;

/** True if a policy only denies requests. */
const onlyDenies = (args: Arguments): boolean =>
  !isSet(valueAt(args, "outbound.actions.type")) && denies(args, "inbound");
