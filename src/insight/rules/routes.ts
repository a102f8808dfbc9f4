import type { ObjectChange } from "../change/objects";
import { commonScope, hasSameProtections, type Reassignment } from "../change/reassignments";
import { accessOf, type Strength, strengthOf, strengthsOf, weaker } from "../ingress/access";
import { type Arguments, textAt, valueAt } from "../ingress/arguments";
import type { ServingRoute } from "../ingress/ingress";
import { modules, moduleTitle, type ProtectionName, protectionNames } from "../ingress/modules";
import { type MatchScope, scopeOf } from "../ingress/routing";
import { type Context, type Find, inOwn, joined, match, matchText, rule } from "./rule";

/** Which route serves which requests. */

/** What a route required of a request that the other one does not. */
function lostBy({ from, to }: Reassignment): string {
  const strengths = strengthsOf(to.after.modules);
  const isLost = (name: ProtectionName) =>
    weaker(strengths[modules[name].factor] ?? "nothing", strengthOf(name, from.before.modules[name])) !== "no";
  return joined(protectionNames.filter(isLost).map(moduleTitle));
}

/** Finds a route whose requests other routes serve, by how these compare with it. */
const servedByOthers: Find = (change, { takeoversFrom }) => {
  const args = change.after.args ?? change.before.args;
  const path = change.action === "stays" ? "match" : "";
  return (takeoversFrom.get(change) ?? []).map((takeover) => {
    const isOpen = accessOf(takeover.to.after) === "open";
    const message = takeover.comparison === "less" && !isOpen ? "weaker" : takeover.comparison;
    const values = { other: takeover.to.title, lost: lostBy(takeover), kept: keptBy(takeover) };
    return args && match(args, path, message, values);
  });
};

/** What a route requires that takes requests over, in words. */
function keptBy({ to }: Reassignment): string {
  const { effective } = to.after;
  return joined(protectionNames.filter((name) => isReal(strengthOf(name, effective[name]))).map(moduleTitle));
}

const isReal = (strength: Strength): boolean => strength !== "nothing" && strength !== "slight";

/** Whether a match is for some of the requests of another one, and for no others. */
const isPart = (now: MatchScope, was: MatchScope): boolean =>
  was.edge === now.edge &&
  was.host === now.host &&
  (was.isExact ? now.isExact && now.path === was.path : now.path.startsWith(was.path));

/** How the requests of a route change by its match, also if the backend resolves `..`. */
function changeOfMatch({ before, after }: ObjectChange): "same" | "narrower" | "wider" | "other" | undefined {
  const old = scopeOf(before);
  const now = scopeOf(after);
  if (!old || !now) return undefined;
  // Another rule finds a route that moves to another edge.
  const was = { ...old, edge: now.edge };
  const isWithin = (one: MatchScope, other: MatchScope) =>
    isPart(one, other) && isPart(commonScope(one), commonScope(other));
  const isNarrower = isWithin(now, was);
  const isWider = isWithin(was, now);
  if (isNarrower) return isWider ? "same" : "narrower";
  return isWider ? "wider" : "other";
}

/** The old and the new match of a route, and whether each is exact, for a message. */
const matchesOf = ({ before, after }: ObjectChange) => {
  const [was, now] = [before, after].map(({ args }) => args && matchInWords(args));
  return { was: was ?? "", now: now ?? "" };
};

const matchInWords = (own: Arguments): string =>
  `${textAt(own, "match") ?? ""} (${valueAt(own, "matchType") === "exact_path" ? "exact" : "prefix"})`;

/** Finds a match that changes in one of these ways, unless another route serves the requests as before. */
const matchChanges = (way: ReturnType<typeof changeOfMatch>, messageOf: (change: ObjectChange) => string): Find =>
  inOwn("httpsEdgeRoute", (was, now, change, context) => {
    const isServed = change.before.isServing || change.after.isServing;
    const isFound = isServed && changeOfMatch(change) === way && !isExchanged(change, context);
    const path = textAt(was, "match") === textAt(now, "match") ? "matchType" : "match";
    return isFound && match(now, path, messageOf(change), matchesOf(change));
  });

const widerMatch = matchChanges("wider", ({ after }) => (accessOf(after) === "open" ? "open" : "wider"));

/** The routes that may serve, after the change, what a route has served. */
function routesInstead({ before }: ObjectChange, { serving }: Context): readonly ServingRoute[] {
  const scope = scopeOf(before);
  return scope ? serving({ ...scope, isBelow: !scope.isExact }) : [];
}

/** Whether another route serves the requests in the same way: it requires the same, and has the same backend. */
function isExchanged(change: ObjectChange, context: Context): boolean {
  const { before } = change;
  const scope = scopeOf(before);
  const isSame = (each: ServingRoute) => scope && isPart(each.scope, scope) && isPart(scope, each.scope);
  const other = routesInstead(change, context).find(isSame)?.route;
  const [was, now] = [before, other].map((each) => each?.modules.backend?.values.backendId);
  return other !== undefined && was === now && hasSameProtections(before, other);
}

/** Finds a route that may take requests that another route protects, by whether it has the very path of the other route. */
const shadows: Find = (change, { takeoversTo }) =>
  (takeoversTo.get(change) ?? []).map(({ comparison, from }) => {
    const { args } = change.after;
    if (comparison !== "maybe-less" || !args) return false;
    const values = { other: from.title };
    if (from.action === "deleted") return match(args, "match", "deleted", values);
    const isCovering = !change.before.isServing && accessOf(change.after) === "open" && hasPathOf(change, from);
    return match(args, "match", isCovering ? "covered" : "found", values);
  });

/** Whether a route matches the path of another route, host included, and is not merely the wider of the two. */
function hasPathOf(change: ObjectChange, other: ObjectChange): boolean {
  const own = scopeOf(change.after);
  const others = scopeOf(other.after);
  if (!own || !others) return false;
  return own.host === others.host && own.path === others.path && (own.isExact || !others.isExact);
}

export const routeRules = [
  rule("requests-unprotected", "high", {
    title: "A route without the protection of another route serves its requests",
    why: "The protected route no longer serves these requests, and a route on the same edge that matches them requires less.",
    fix: "Configure the same protection on that route, or keep the protected one.",
    messages: {
      less: "its requests are open: the {other} serves them without {lost}",
      weaker: "its requests no longer need {lost}: the {other} serves them, and requires {kept}",
    },
    find: servedByOthers,
  }),
  rule("route-match-changed", "medium", {
    title: "A route matches other requests",
    why: "Requests that it served go elsewhere or fail, and its modules apply to other requests.",
    fix: "Check which clients call the old match, and which routes overlap the new match.",
    messages: { found: "matches {now}, no longer {was}" },
    find: matchChanges("other", () => "found"),
  }),
  rule("route-narrower", "low", {
    title: "A route serves fewer requests",
    why: "The other requests fail, or another matching route serves them.",
    fix: "Check that no client needs them.",
    messages: { narrower: "matches {now}, and no longer all of {was}" },
    // The program needs the requests.
    ofDrift: () => "medium",
    find: matchChanges("narrower", () => "narrower"),
  }),
  rule("route-wider-open", "medium", {
    title: "A public route serves more requests",
    why: "More paths or hosts of its backend are public.",
    fix: "Configure a protection, or check that all of them may be public.",
    messages: { open: "is public, and matches {now}, no longer {was} alone" },
    find: widerMatch,
  }),
  rule("route-wider", "low", {
    title: "A route serves more requests",
    why: "The users of the route reach more paths or hosts of its backend.",
    fix: "Check that its users may reach them.",
    messages: { wider: "matches {now}, and no longer {was} alone" },
    find: widerMatch,
  }),
  rule("requests-protected-otherwise", "medium", {
    title: "A route with another protection serves the requests",
    why: "The route no longer serves these requests, and the route on the same edge that matches them admits others.",
    fix: "Compare whom the two routes admit.",
    messages: { other: "its requests have another protection: the {other} serves them" },
    find: servedByOthers,
  }),
  rule("route-moved", "medium", {
    title: "A route moves to another edge",
    why: "The route is created on the new edge, and no longer serves clients of the old edge.",
    fix: "Check that clients use the new edge.",
    messages: { found: "moves from edge {was} to {now}" },
    find: inOwn("httpsEdgeRoute", (was, now, { isLeftBehind, before, after }) => {
      const isServed = before.isServing || after.isServing;
      return isServed && !isLeftBehind && matchText(was, now, "edgeId");
    }),
  }),
  rule("route-shadowed-open", "medium", {
    title: "A route that requires less may take requests of a protected one",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    fix: "Configure the same protection, or make sure that the requests may be public.",
    messages: {
      found: "may take requests of the {other}",
      deleted: "may serve the requests of the {other}, which is deleted",
    },
    find: shadows,
  }),
  rule("route-covered-open", "high", {
    title: "A new public route has the very path of a protected route",
    why: "Two routes match the same requests, and the API reference does not show which of them serves: anyone may get in.",
    fix: "Configure the same protection on the new route, or give it another path.",
    messages: { covered: "is public, and has the path of the {other}" },
    find: shadows,
  }),
  rule("route-deleted", "low", {
    title: "A route is deleted",
    why: "Its requests fail, or another matching route serves them.",
    fix: "Check that it is no longer needed.",
    messages: { found: "is deleted", disabled: "is disabled: it stays, and serves nothing" },
    // The program says that the route is needed.
    ofDrift: (change, context) => (routesInstead(change, context).length > 0 ? "low" : "medium"),
    find: ({ kind, action, isDisabled, before: { args } }) =>
      kind === "httpsEdgeRoute" && action === "deleted" && args && match(args, "", isDisabled ? "disabled" : "found"),
  }),
];
