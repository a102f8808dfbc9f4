import { type LostProtection, lostProtections } from "../change/lost-protections";
import type { ObjectChange } from "../change/objects";
import { type BothArguments, endedModules, modulesWith } from "../change/select";
import { addedTo, isInForce, valueAt } from "../ingress/arguments";
import { flawsOf } from "../ingress/flaws";
import { modules, moduleTitle, protectionNames } from "../ingress/modules";
import { namesAt } from "../ingress/principals";
import { isHidden, SECRET } from "../ingress/value";
import type { Context } from "./context";
import { oauth, route, routeWith } from "./example-programs";
import { at, joined, rule } from "./rule";

/** The modules that decide who gets in: whether they are in force. */

/** Whether an object is a route that serves nothing after the change. */
const isIdleRoute = ({ kind, after }: ObjectChange): boolean =>
  kind === "httpsEdgeRoute" && !after.isServing;

/** Whether the modules of an edge go together with all routes that the program has there, as if the edge itself went. */
const isEdgeLeft = ({ kind, key }: ObjectChange, { edgesBefore, edgesAfter }: Context): boolean =>
  kind === "httpsEdge" && edgesBefore.has(key) && !edgesAfter.has(key);

const lossOf = ({ name, successors }: LostProtection) => ({
  loss: modules[name].loss,
  others: joined(successors.map(moduleTitle)),
});

/** The protections in force whose `enabled` differs, and is hidden after the change. */
const protectionsWithHiddenState = (change: ObjectChange) =>
  modulesWith(change, protectionNames, "stays").flatMap(({ name, before, after, differences }) => {
    const isNowHidden =
      after.hidden !== SECRET && !before.hidden && isHidden(valueAt(after, "enabled"));
    const difference = differences.find(({ path }) => path === "enabled");
    return isNowHidden && difference ? [{ name, args: after, outcome: difference.outcome }] : [];
  });

/** The names of a list before and after the change; `undefined` if either is hidden, or if the list was empty. */
function knownLists({ before, after }: BothArguments, path: string) {
  const was = namesAt(before, path);
  const now = namesAt(after, path);
  return was && was.length > 0 && now ? { was, now } : undefined;
}

/** The user agents that a filter no longer denies. */
function noLongerDenied(filter: BothArguments): string[] {
  const denied = knownLists(filter, "deny");
  return denied ? addedTo(denied.now, denied.was) : [];
}

/** The user agents that a filter allows in addition. An empty list allows all: then, they are those that it allowed alone. */
function additionallyAllowed(filter: BothArguments) {
  const allowed = knownLists(filter, "allow");
  if (!allowed) return undefined;
  const { was, now } = allowed;
  return now.length === 0
    ? { message: "any" as const, names: addedTo([], was) }
    : { message: "allow" as const, names: addedTo(was, now) };
}

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
      if (isIdleRoute(change) || isEdgeLeft(change, context)) return;
      for (const lost of lostProtections(change)) {
        if (lost.replacement === "none") yield at(lost.args, lost.path, "found", lossOf(lost));
        if (lost.replacement === "weaker") yield at(lost.args, lost.path, "weaker", lossOf(lost));
      }
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
      for (const lost of lostProtections(change)) {
        if (lost.replacement === "none") yield at(lost.args, lost.path, "found", lossOf(lost));
        if (lost.replacement === "weaker") yield at(lost.args, lost.path, "weaker", lossOf(lost));
      }
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
      if (isIdleRoute(change) || isEdgeLeft(change, context)) return;
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
      // The message on a lost protection names the protections that take its place.
      if (lostProtections(change).some(({ replacement }) => replacement !== "as strong")) return;
      for (const { name, after } of modulesWith(change, protectionNames, "starts")) {
        for (const { path, message, strength, isLikelyMistake } of flawsOf(name, after)) {
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
    ofDrift: "none",
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
  rule({
    id: "user-agent-filter-removed",
    severity: "medium",
    title: "The user-agent filter is removed or disabled",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    fix: "Keep it, or make sure that the rejected requests do no harm.",
    messages: { found: "every user agent is allowed" },
    example: {
      before: routeWith({ userAgentFilter: { deny: ["bot"] } }),
      after: routeWith(),
    },
    *find(change) {
      if (isIdleRoute(change)) return;
      for (const { args, path } of endedModules(change, ["userAgentFilter"]))
        yield at(args, path, "found");
    },
  }),
  rule({
    id: "user-agent-filter-wider",
    severity: "low",
    title: "The user-agent filter admits more",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    fix: "Make sure that these requests do no harm.",
    messages: {
      deny: "user agents are no longer denied: {names}",
      allow: "more user agents are allowed: {names}",
      any: "every user agent is allowed that is not denied: none is listed",
    },
    example: {
      before: routeWith({ userAgentFilter: { deny: ["bot", "crawler"] } }),
      after: routeWith({ userAgentFilter: { deny: ["bot"] } }),
    },
    *find(change) {
      if (isIdleRoute(change)) return;
      for (const filter of modulesWith(change, ["userAgentFilter"], "stays")) {
        const denied = noLongerDenied(filter);
        if (denied.length > 0) yield at(filter.after, "deny", "deny", { names: denied.join(", ") });
        const allowed = additionallyAllowed(filter);
        if (!allowed || allowed.names.length === 0) continue;
        yield at(filter.after, "allow", allowed.message, { names: allowed.names.join(", ") });
      }
    },
  }),
  rule({
    id: "protection-gap",
    severity: "low",
    title: "A protection is off for a moment while it moves",
    why: "If a module moves from an argument of its route to a resource of its own, it is deleted first, and set again a moment later.",
    fix: "Set `retainRemovedModules: true` on the route for this change.",
    messages: { found: "{module} moves to a module resource, and is off for a moment" },
    ofDrift: "none",
    example: {
      before: routeWith({ oauth }),
      after: {
        HttpsEdgeRoute: route,
        "HttpsEdgeRouteOAuth moved": { route: { $resource: "httpsEdgeRoute" }, ...oauth },
      },
    },
    *find(change) {
      const { action, isReplaced } = change;
      const isRetained = change.after.args?.values.retainRemovedModules === true;
      if (action !== "stays" || isReplaced || isRetained) return;
      for (const { name, before, after } of modulesWith(change, protectionNames, "stays")) {
        const isMoved = before.declaration.prefix !== "" && after.declaration.prefix === "";
        if (isMoved) yield at(after, "", "found", { module: moduleTitle(name) });
      }
    },
  }),
];
