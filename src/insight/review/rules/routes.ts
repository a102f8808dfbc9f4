import { strengthOf, strengthsOf, weaker } from "../../ingress/access";
import type { ServingRoute } from "../../ingress/ingress";
import { modules, moduleTitle, type ProtectionName, protectionNames } from "../../ingress/modules";
import { type MatchScope, scopeOf } from "../../ingress/routing";
import type { ObjectChange } from "../changes";
import { commonScope, hasSameProtections, type Takeover } from "../takeovers";
import { type Context, type Find, inOwn, joined, match, matchText, rule } from "./rule";

/** Which route serves which requests. */

/** What a route required of a request that the other one does not. */
function lostBy({ from, to }: Takeover): string {
  const strengths = strengthsOf(to.after.modules);
  const isLost = (name: ProtectionName) =>
    weaker(strengths[modules[name].factor] ?? "nothing", strengthOf(name, from.before.modules[name])) !== "no";
  return joined(protectionNames.filter(isLost).map(moduleTitle));
}

/** Finds a route whose requests other routes serve, by how these compare with it. */
const servedByOthers: Find = (change, { takeoversFrom }) => {
  const block = change.after.own ?? change.before.own;
  const path = change.action === "kept" ? "match" : "";
  return (takeoversFrom.get(change) ?? []).map(
    (takeover) =>
      block && match(block, path, takeover.comparison, { other: takeover.to.title, lost: lostBy(takeover) }),
  );
};

/** Whether a match is for some of the requests of another one, and for no others. */
const isPart = (now: MatchScope, was: MatchScope): boolean =>
  was.edge === now.edge &&
  was.host === now.host &&
  (was.isExact ? now.isExact && now.path === was.path : now.path.startsWith(was.path));

/** Whether a route serves some of the requests that it served, and no others, also if the backend resolves `..`. */
function isNarrower({ before, after }: ObjectChange): boolean {
  const [was, now] = [scopeOf(before), scopeOf(after)];
  return was !== undefined && now !== undefined && isPart(now, was) && isPart(commonScope(now), commonScope(was));
}

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

export const routeRules = [
  rule("requests-unprotected", "high", {
    title: "A route without the protection of another route serves its requests",
    why: "The protected route no longer serves these requests, and a route on the same edge that matches them requires less.",
    fix: "Configure the same protection on that route, or keep the protected one.",
    messages: { less: "its requests are open: the {other} serves them without {lost}" },
    find: servedByOthers,
  }),
  rule("route-match-changed", "medium", {
    title: "A route matches other requests",
    why: "Requests that it served go elsewhere or fail, and its modules apply to other requests.",
    fix: "Check which clients call the old match, and which routes overlap the new match.",
    messages: { found: "matches {now}, no longer {was}" },
    find: inOwn("httpsEdgeRoute", (was, now, change, context) => {
      const isElsewhere = !isNarrower(change) && !isExchanged(change, context);
      return isElsewhere && ["match", "matchType"].map((path) => matchText(was, now, path));
    }),
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
    find: inOwn("httpsEdgeRoute", (was, now, { isLeftBehind }) => !isLeftBehind && matchText(was, now, "edgeId")),
  }),
  rule("route-shadowed-open", "medium", {
    title: "A route that requires less may take requests of a protected one",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    fix: "Configure the same protection, or make sure that the requests may be public.",
    messages: {
      found: "may take requests of the {other}",
      deleted: "may serve the requests of the {other}, which is deleted",
    },
    find: (change, { takeoversTo }) =>
      (takeoversTo.get(change) ?? []).map(
        ({ comparison, from: { title, action } }) =>
          comparison === "maybe-less" &&
          change.after.own &&
          match(change.after.own, "match", action === "deleted" ? "deleted" : "found", { other: title }),
      ),
  }),
  rule("route-deleted", "low", {
    title: "A route is deleted",
    why: "Its requests fail, or another matching route serves them.",
    fix: "Check that it is no longer needed.",
    messages: { found: "is deleted", disabled: "is disabled: it stays, and serves nothing" },
    // The program says that the route is needed.
    ofDrift: (change, context) => (routesInstead(change, context).length > 0 ? "low" : "medium"),
    find: ({ kind, action, isDisabled, before: { own } }) =>
      kind === "httpsEdgeRoute" && action === "deleted" && own && match(own, "", isDisabled ? "disabled" : "found"),
  }),
];
