import { type LostProtection, lostProtections } from "../change/lost-protections";
import type { ObjectChange } from "../change/objects";
import { modulesWith } from "../change/select";
import { isInForce, valueAt } from "../ingress/arguments";
import { flawsOf } from "../ingress/flaws";
import { modules, moduleTitle, protectionNames } from "../ingress/modules";
import { isHidden } from "../ingress/value";
import type { Context } from "./context";
import { oauth, route, routeWith } from "./example-programs";
import { at, joined, rule } from "./rule";

/** The modules that decide who gets in: whether they are in force. */

/** Whether an object is a route that serves nothing after the change. */
export const isIdleRoute = ({ kind, after }: ObjectChange): boolean =>
  kind === "httpsEdgeRoute" && !after.isServing;

/** Whether the program no longer has a route on an edge: nobody gets in through its missing modules. */
const hasNoRoutesLeft = (
  { kind, key }: ObjectChange,
  { edgesBefore, edgesAfter }: Context,
): boolean => kind === "httpsEdge" && edgesBefore.has(key) && !edgesAfter.has(key);

/** The protections of an object that nothing replaces, or that a weaker protection replaces. */
function* lossesIn(change: ObjectChange) {
  for (const lost of lostProtections(change)) {
    if (lost.replacement === "none") yield at(lost.args, lost.path, "found", lossOf(lost));
    if (lost.replacement === "weaker") yield at(lost.args, lost.path, "weaker", lossOf(lost));
  }
}

const lossOf = ({ name, successors }: LostProtection) => ({
  loss: modules[name].loss,
  others: joined(successors.map(moduleTitle)),
});

/** The protections in force whose `enabled` differs, and is hidden after the change. */
const protectionsWithHiddenState = (change: ObjectChange) =>
  modulesWith(change, protectionNames, "stays").flatMap(({ name, after, differences }) => {
    // A module that is hidden as a whole has no difference at `enabled`: another rule reports it.
    const difference = differences.find(({ path }) => path === "enabled");
    return difference && isHidden(valueAt(after, "enabled"))
      ? [{ name, args: after, outcome: difference.outcome }]
      : [];
  });

export const protectionRules = [
  rule({
    id: "protection-removed",
    severity: "high",
    title: "A protection is removed or disabled",
    why: "Clients that it kept out are admitted.",
    fix: "Keep it, or configure a protection of the same kind and strength in the same change.",
    messages: {
      found: "{loss}",
      weaker: "{loss}; {others} does not ask for the same",
    },
    example: {
      before: routeWith({ oauth }),
      after: routeWith(),
    },
    *find(change, context) {
      if (isIdleRoute(change) || hasNoRoutesLeft(change, context)) return;
      yield* lossesIn(change);
    },
  }),
  rule({
    id: "protection-removed-idle",
    severity: "medium",
    title: "A protection of a route that serves nothing is removed or disabled",
    why: "Its backend is disabled. As soon as the route serves again, clients that the protection kept out are admitted.",
    fix: "Keep the protection, or delete the route.",
    messages: {
      found: "{loss} when it serves again",
      weaker: "{loss} when it serves again; {others} does not ask for the same",
    },
    example: {
      before: routeWith({ oauth, backend: { backendId: "bkdhr_1", enabled: false } }),
      after: routeWith({ backend: { backendId: "bkdhr_1", enabled: false } }),
    },
    *find(change) {
      if (!isIdleRoute(change)) return;
      yield* lossesIn(change);
    },
  }),
  rule({
    id: "protection-may-be-off",
    severity: "high",
    title: "A protection may be off",
    why: "Pulumi reports that `enabled` changes, and the new value is a secret. The protection was in force, so it is most likely off.",
    fix: "State `enabled` as a constant, or leave it out.",
    messages: { found: "{module} may be off: whether it is in force is a secret" },
    example: {
      before: routeWith({ oauth }),
      after: routeWith({ oauth: { ...oauth, enabled: { $secret: false } } }),
    },
    *find(change) {
      for (const { name, args, outcome } of protectionsWithHiddenState(change)) {
        if (outcome === "hidden") yield at(args, "enabled", "found", { module: moduleTitle(name) });
      }
    },
  }),
  rule({
    id: "protection-off-not-known",
    severity: "medium",
    title: "Whether a protection is off is not known until apply",
    why: "The value of `enabled` comes from a resource that changes.",
    fix: "State `enabled` as a constant, or leave it out.",
    messages: { found: "{module} may be off: whether it is in force is not known until apply" },
    example: {
      before: { AgentIngress: { domain: "agents.acme.com" }, HttpsEdgeRoute: { ...route, oauth } },
      after: {
        AgentIngress: { domain: "agents.acme.example" },
        HttpsEdgeRoute: { ...route, oauth: { ...oauth, enabled: { $id: "agentIngress" } } },
      },
    },
    *find(change) {
      for (const { name, args, outcome } of protectionsWithHiddenState(change)) {
        if (outcome === "unknown")
          yield at(args, "enabled", "found", { module: moduleTitle(name) });
      }
    },
  }),
  rule({
    id: "protection-replaced",
    severity: "medium",
    title: "One protection replaces another",
    why: "The new protection may admit other clients, and the two do not change at the same time.",
    fix: "Compare whom each protection admits.",
    messages: { found: "{loss}; {others} takes its place" },
    example: {
      before: routeWith({ oidc: { issuer: "https://login.acme.com" } }),
      after: routeWith({ saml: { idpMetadata: "<EntityDescriptor/>" } }),
    },
    *find(change, context) {
      if (isIdleRoute(change) || hasNoRoutesLeft(change, context)) return;
      for (const lost of lostProtections(change)) {
        if (lost.replacement === "as strong") yield at(lost.args, lost.path, "found", lossOf(lost));
      }
    },
  }),
  rule({
    id: "protection-without-effect",
    severity: "medium",
    title: "A new protection keeps no request out",
    why: "The module is configured, and admits every request or everyone with an account.",
    fix: "Name in the module whom it admits, use a protection that can name users, or remove it if everyone is allowed.",
    messages: { found: "{module} is new, but {effect}" },
    example: {
      after: routeWith({ ipRestriction: { ipPolicyIds: [] } }),
    },
    *find(change) {
      // `protection-removed` already names the protections that take the place of a lost one.
      if (lostProtections(change).some(({ replacement }) => replacement !== "as strong")) return;
      for (const { name, after } of modulesWith(change, protectionNames, "starts")) {
        for (const { path, message, strength, isLikelyMistake } of flawsOf(name, after)) {
          // On an object that stays, even a weak protection keeps out more than none did. On a new object, it is judged by itself.
          const isWithoutEffect =
            strength === "nothing" || (strength && change.action === "created");
          if (!isWithoutEffect || !isLikelyMistake) continue;
          yield at(after, path, "found", { module: moduleTitle(name), effect: message });
        }
      }
    },
  }),
  rule({
    id: "protection-declared-off",
    severity: "medium",
    title: "A newly declared protection is disabled",
    why: "If another program or a person has configured it, it is switched off.",
    fix: "Check whether the route or edge has it. Remove the argument if it is not to be managed here.",
    messages: { found: "{module} is newly declared but disabled, or possibly disabled" },
    driftSeverity: "ignored",
    example: {
      before: routeWith(),
      after: routeWith({ oauth: { ...oauth, enabled: false } }),
    },
    *find(change) {
      if (change.action !== "stays") return;
      const names = [...protectionNames, "userAgentFilter"] as const;
      for (const { name, before, after } of modulesWith(change, names, "starts", "inactive")) {
        if (before || !after || after.hidden) continue;
        const mayBeOff = !isInForce(after) || isHidden(valueAt(after, "enabled"));
        if (mayBeOff) yield at(after, "enabled", "found", { module: moduleTitle(name) });
      }
    },
  }),
];
