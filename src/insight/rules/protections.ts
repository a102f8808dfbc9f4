import { type LostProtection, lostProtections } from "../change/lost-protections";
import type { ObjectChange } from "../change/objects";
import { modulesWith } from "../change/select";
import { isInForce, valueAt } from "../ingress/arguments";
import { flawsOf } from "../ingress/flaws";
import { modules, moduleTitle, protectionNames } from "../ingress/modules";
import { isHidden } from "../ingress/value";
import type { Context } from "./context";
import { oauth, route, routeWith } from "./example-programs";
import { at, joined, type Match, rule } from "./rule";

/** The rules of protections that a change removes, disables, replaces, or declares without effect. */

export const protectionRules = [
  rule({
    id: "protection-removed",
    severity: "high",
    title: "A protection is removed or disabled",
    why: "Clients that it kept out are admitted.",
    fix: "Keep it, or configure a protection of the same kind and strength in the same change.",
    messages: {
      found: "{loss}",
      weaker: "{loss}; replaced, but not equivalently, by {successors}",
    },
    example: {
      before: routeWith({ oauth }),
      after: routeWith(),
    },
    *find(change, context) {
      if (isIdleRoute(change) || hasNoRoutesLeft(change, context)) return;
      yield* lossesWithoutEqual(change);
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
      weaker: "{loss} when it serves again; replaced, but not equivalently, by {successors}",
    },
    example: {
      before: routeWith({ oauth, backend: { backendId: "bkdhr_1", enabled: false } }),
      after: routeWith({ backend: { backendId: "bkdhr_1", enabled: false } }),
    },
    *find(change) {
      if (!isIdleRoute(change)) return;
      yield* lossesWithoutEqual(change);
      for (const { name, before } of deletedProtections(change))
        yield at(before, "", "found", { loss: modules[name].loss });
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
    find: (change) => hiddenSwitches(change, "secret"),
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
    find: (change) => hiddenSwitches(change, "unknown"),
  }),
  rule({
    id: "protection-replaced",
    severity: "medium",
    title: "One protection replaces another",
    why: "The new protection may admit other clients, and the two do not change at the same time.",
    fix: "Compare whom each protection admits.",
    messages: { found: "{loss}; replaced by {successors}" },
    example: {
      before: routeWith({ oidc: { issuer: "https://login.acme.com" } }),
      after: routeWith({ saml: { idpMetadata: "<EntityDescriptor/>" } }),
    },
    *find(change, context) {
      // A route that serves nothing loses nothing if another protection is as strong.
      if (isIdleRoute(change) || hasNoRoutesLeft(change, context)) return;
      for (const lost of lostProtections(change)) {
        if (lost.replacement === "as strong")
          yield at(lost.args, lost.path, "found", lossValues(lost));
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
      // If weaker protections replace a lost protection, `protection-removed` names them.
      const isReported = lostProtections(change).some(
        ({ replacement }) => replacement === "weaker",
      );
      if (!isReported) yield* newProtectionsWithoutEffect(change);
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
        const isNewlyDeclared = !before && after && !after.hidden;
        if (!isNewlyDeclared) continue;
        const mayBeOff = !isInForce(after) || isHidden(valueAt(after, "enabled"));
        if (mayBeOff) yield at(after, "enabled", "found", { module: moduleTitle(name) });
      }
    },
  }),
];

/** True if an object is a route that serves nothing after the change. */
export const isIdleRoute = ({ kind, after }: ObjectChange): boolean =>
  kind === "httpsEdgeRoute" && !after.isServing;

/** True if an edge loses its last route: then nobody gets in, although modules of the edge are removed. */
const hasNoRoutesLeft = (
  { kind, key }: ObjectChange,
  { edgesBefore, edgesAfter }: Context,
): boolean => kind === "httpsEdge" && edgesBefore.has(key) && !edgesAfter.has(key);

/** The protections of a route that stays on the server without them: the program no longer declares the route or the protections. */
export const deletedProtections = (change: ObjectChange) =>
  change.action === "retained" ? modulesWith(change, protectionNames, "ends") : [];

/** Yields a match for each lost protection that nothing replaces, or that weaker protections replace. */
function* lossesWithoutEqual(change: ObjectChange): Generator<Match<"found" | "weaker">> {
  for (const lost of lostProtections(change)) {
    if (lost.replacement === "none") yield at(lost.args, lost.path, "found", lossValues(lost));
    if (lost.replacement === "weaker") yield at(lost.args, lost.path, "weaker", lossValues(lost));
  }
}

const lossValues = ({ name, successors }: LostProtection) => ({
  loss: modules[name].loss,
  successors: joined(successors.map(moduleTitle)),
});

/** Yields a match for each protection in force whose `enabled` changes to a hidden value: to a secret, or to an unknown value. */
function* hiddenSwitches(
  change: ObjectChange,
  outcome: "secret" | "unknown",
): Generator<Match<"found">> {
  for (const { name, after, differences } of modulesWith(change, protectionNames, "stays")) {
    // A module that is hidden as a whole has no difference at `enabled`: `protection-not-known` reports it.
    const difference = differences.find(({ path }) => path === "enabled");
    // A secret that becomes a constant is a difference of a secret, too: its new value is shown.
    if (difference?.outcome !== outcome || !isHidden(valueAt(after, "enabled"))) continue;
    yield at(after, "enabled", "found", { module: moduleTitle(name) });
  }
}

/** Yields a match for each flaw by which a new protection keeps no request out, if the flaw is likely a mistake. */
function* newProtectionsWithoutEffect(change: ObjectChange): Generator<Match<"found">> {
  for (const { name, after } of modulesWith(change, protectionNames, "starts")) {
    for (const { path, message, strength, isLikelyMistake } of flawsOf(name, after)) {
      // On an object that stays, a weak protection is better than none. A new object had none, so it needs a protection that keeps
      // requests out.
      const isWithoutEffect =
        strength === "nothing" || (strength !== undefined && change.action === "created");
      if (!isWithoutEffect || !isLikelyMistake) continue;
      yield at(after, path, "found", { module: moduleTitle(name), effect: message });
    }
  }
}
