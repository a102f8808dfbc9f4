import { isObject, isSet, stableJson, type Values } from "../../core/schema/values";
import { modulesWith } from "../change/select";
import { type Arguments, listAt, textAt, valueAt } from "../ingress/arguments";
import { engineForm } from "../ingress/value";
import { routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** Traffic policies, whose expressions and actions the service interprets. */

const valuesOf = (value: unknown): Values => (isObject(value) ? value : {});

const isDenial = (type = ""): boolean => /^\s*deny\s*$/i.test(type);

/** The members of an action's configuration that state how a request is denied. */
const STATUS = /^status(_?code)?$/i;

/**
 * The configuration of an action, without the status of an error.
 *
 * @param direction `inbound` or `outbound`: the rule of the policy that has the action.
 */
function configWithoutErrorStatus(args: Arguments, direction: string): string {
  const members = Object.entries(
    valuesOf(engineForm(valueAt(args, `${direction}.actions.config`))),
  );
  const isErrorStatus = (name: string, value: unknown) => STATUS.test(name) && Number(value) >= 400;
  return stableJson(members.filter(([name, value]) => !isErrorStatus(name, value)).sort());
}

/** Whether both sides deny requests, and differ in the status of an error alone. */
function isSameDenial(before: Arguments, after: Arguments, direction: string): boolean {
  const areDenials = [before, after].every((args) =>
    isDenial(textAt(args, `${direction}.actions.type`)),
  );
  return (
    areDenials &&
    configWithoutErrorStatus(before, direction) === configWithoutErrorStatus(after, direction)
  );
}

/** The expressions of a rule. Whether all of them have to hold, or one of them, their order means nothing. */
const expressionsAt = (args: Arguments, path: string): string =>
  stableJson([...new Set((listAt(args, path) ?? []).map(engineForm))].sort());

/** Whether the difference at a path has no effect: the policy selects the same traffic, and does the same with it. */
function isWithoutEffect(before: Arguments, after: Arguments, path: string): boolean {
  if (path.endsWith(".name")) return true;
  const direction = path.split(".")[0] ?? "";
  if (path === `${direction}.actions.config`) return isSameDenial(before, after, direction);
  return (
    path === `${direction}.expressions` &&
    expressionsAt(before, path) === expressionsAt(after, path)
  );
}

/** Whether a policy only rejects requests. */
const onlyDenies = (args: Arguments): boolean =>
  !isSet(valueAt(args, "outbound.actions.type")) && isDenial(textAt(args, "inbound.actions.type"));

export const trafficPolicyRules = [
  rule({
    id: "policy-changed",
    severity: "medium",
    title: "A traffic policy is added or changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    fix: "Compare the expressions and actions before and after.",
    messages: {
      found: "its traffic policy changes",
      added: "a traffic policy is new that does more than deny requests",
    },
    example: {
      before: routeWith({ policy: { inbound: { expressions: ["a"], actions: { type: "deny" } } } }),
      after: routeWith({ policy: { inbound: { expressions: ["b"], actions: { type: "deny" } } } }),
    },
    *find(change) {
      for (const { before, after, differences } of modulesWith(change, ["policy"], "stays")) {
        for (const { path, outcome } of differences) {
          if (outcome === "changed" && !isWithoutEffect(before, after, path))
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
