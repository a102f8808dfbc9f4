import { isSameMatch, type MatchChange, matchChangeOf } from "../change/match-changes";
import type { ObjectChange } from "../change/objects";
import type { Reassignment } from "../change/reassignments";
import { hasSameProtections, keptRequirements, lostRequirements } from "../change/requirements";
import { stayingArguments, textChange } from "../change/select";
import { accessOf } from "../ingress/access";
import { type Arguments, textAt, valueAt } from "../ingress/arguments";
import type { ServingRoute } from "../ingress/ingress";
import { moduleTitle } from "../ingress/modules";
import { scopeOf } from "../ingress/routing";
import type { Context } from "./context";
import { oauth, route, routeWith, routeWithLogin } from "./example-programs";
import { at, joined, rule } from "./rule";

/** The routes that serve requests, and the requests that they match. */

/** The arguments at which a route is reported whose requests other routes serve. */
function placeOfRequests({ action, before, after }: ObjectChange) {
  const args = after.args ?? before.args;
  return args && { args, path: action === "stays" ? "match" : "" };
}

/** The match of a route in a message, and whether it is exact. */
const matchText = (args: Arguments): string =>
  `${textAt(args, "match") ?? ""} (${valueAt(args, "matchType") === "exact_path" ? "exact" : "prefix"})`;

/**
 * The match of a route, if it changes in the given way; `undefined` if the route serves nothing, or if another route serves the
 * requests as before.
 */
function matchChangeIn(way: MatchChange, change: ObjectChange, context: Context) {
  const args = stayingArguments(change, "httpsEdgeRoute");
  const isServed = change.before.isServing || change.after.isServing;
  if (!args || !isServed || matchChangeOf(change) !== way || isServedAsBefore(change, context))
    return undefined;
  const isSameText = textAt(args.before, "match") === textAt(args.after, "match");
  return {
    args: args.after,
    path: isSameText ? "matchType" : "match",
    values: { was: matchText(args.before), now: matchText(args.after) },
  };
}

/** The routes that may serve, after the change, the requests that a route has served. */
function routesInstead({ before }: ObjectChange, { routesFor }: Context): readonly ServingRoute[] {
  const scope = scopeOf(before);
  return scope ? routesFor({ ...scope, isBelow: !scope.isExact }) : [];
}

/** Whether another route serves the requests in the same way: it requires the same, and has the same backend. */
function isServedAsBefore(change: ObjectChange, context: Context): boolean {
  const { before } = change;
  const scope = scopeOf(before);
  const other = routesInstead(change, context).find(
    (instead) => scope && isSameMatch(instead.scope, scope),
  )?.route;
  if (!other) return false;
  const was = before.modules.backend?.values.backendId;
  const now = other.modules.backend?.values.backendId;
  return was === now && hasSameProtections(before, other);
}

/** Whether a new public route has the path of a protected route that stays: then nothing shows which of the two serves. */
const isOpenOnSamePath = (change: ObjectChange, { from }: Reassignment): boolean =>
  from.action !== "deleted" &&
  !change.before.isServing &&
  accessOf(change.after) === "open" &&
  hasPathOf(change, from);

/** Whether a route matches the path of another route, host included, and its match is no wider. */
function hasPathOf(change: ObjectChange, other: ObjectChange): boolean {
  const scope = scopeOf(change.after);
  const otherScope = scopeOf(other.after);
  if (!scope || !otherScope) return false;
  const isSamePath = scope.host === otherScope.host && scope.path === otherScope.path;
  return isSamePath && (scope.isExact || !otherScope.isExact);
}

export const routeRules = [
  rule({
    id: "requests-unprotected",
    severity: "high",
    title: "A route without the protection of another route serves its requests",
    why: "The protected route no longer serves these requests, and a route on the same edge that matches them requires less.",
    fix: "Configure the same protection on that route, or keep the protected one.",
    messages: {
      open: "its requests are open: the {other} serves them without {lost}",
      weaker: "its requests no longer need {lost}: the {other} serves them, and requires {kept}",
    },
    example: {
      before: {
        HttpsEdgeRoute: { ...route, oauth },
        "HttpsEdgeRoute all": { ...route, match: "/" },
      },
      after: { "HttpsEdgeRoute all": { ...route, match: "/" } },
    },
    *find(change, { reassignedFrom }) {
      const place = placeOfRequests(change);
      if (!place) return;
      for (const reassignment of reassignedFrom.get(change) ?? []) {
        const { to, comparison } = reassignment;
        if (comparison !== "less") continue;
        const other = to.title;
        const lost = joined(lostRequirements(reassignment).map(moduleTitle));
        const kept = joined(keptRequirements(reassignment).map(moduleTitle));
        const isOpen = accessOf(to.after) === "open";
        yield at(place.args, place.path, isOpen ? "open" : "weaker", { other, lost, kept });
      }
    },
  }),
  rule({
    id: "route-match-changed",
    severity: "medium",
    title: "A route matches other requests",
    why: "Requests that it served go elsewhere or fail, and its modules apply to other requests.",
    fix: "Check which clients call the old match, and which routes overlap the new match.",
    messages: { found: "matches {now}, no longer {was}" },
    example: {
      before: routeWith(),
      after: routeWith({ match: "/v2" }),
    },
    *find(change, context) {
      const match = matchChangeIn("other", change, context);
      if (match) yield at(match.args, match.path, "found", match.values);
    },
  }),
  rule({
    id: "route-narrower",
    severity: "low",
    title: "A route serves fewer requests",
    why: "The other requests fail, or another matching route serves them.",
    fix: "Check that no client needs them.",
    messages: { found: "matches {now}, and no longer all of {was}" },
    // The program declares the wider match, so its clients need these requests.
    driftSeverity: () => "medium",
    example: {
      before: routeWith({ oauth }),
      after: routeWith({ matchType: "exact_path", oauth }),
    },
    *find(change, context) {
      const match = matchChangeIn("narrower", change, context);
      if (match) yield at(match.args, match.path, "found", match.values);
    },
  }),
  rule({
    id: "route-wider-open",
    severity: "medium",
    title: "A public route serves more requests",
    why: "More paths or hosts of its backend are public.",
    fix: "Configure a protection, or check that all of them may be public.",
    messages: { found: "is public, and matches {now}, no longer {was} alone" },
    example: {
      before: routeWith({ match: "/docs/guide" }),
      after: routeWith({ match: "/docs" }),
    },
    *find(change, context) {
      const match = matchChangeIn("wider", change, context);
      if (match && accessOf(change.after) === "open")
        yield at(match.args, match.path, "found", match.values);
    },
  }),
  rule({
    id: "route-wider",
    severity: "low",
    title: "A route serves more requests",
    why: "The users of the route reach more paths or hosts of its backend.",
    fix: "Check that its users may reach them.",
    messages: { found: "matches {now}, and no longer {was} alone" },
    example: {
      before: routeWith({ match: "/admin/reports", oauth }),
      after: routeWith({ oauth }),
    },
    *find(change, context) {
      const match = matchChangeIn("wider", change, context);
      if (match && accessOf(change.after) !== "open")
        yield at(match.args, match.path, "found", match.values);
    },
  }),
  rule({
    id: "requests-protected-otherwise",
    severity: "medium",
    title: "A route with another protection serves the requests",
    why: "The route no longer serves these requests, and the route on the same edge that matches them admits others.",
    fix: "Compare whom the two routes admit.",
    messages: { found: "its requests have another protection: the {other} serves them" },
    example: {
      before: {
        ...routeWithLogin({ provider3: { emailDomains: ["acme.com"] } }),
        "HttpsEdgeRoute all": { ...route, match: "/", oauth },
      },
      after: { "HttpsEdgeRoute all": { ...route, match: "/", oauth } },
    },
    *find(change, { reassignedFrom }) {
      const place = placeOfRequests(change);
      if (!place) return;
      for (const { to, comparison } of reassignedFrom.get(change) ?? []) {
        if (comparison === "other") yield at(place.args, place.path, "found", { other: to.title });
      }
    },
  }),
  rule({
    id: "route-moved",
    severity: "medium",
    title: "A route moves to another edge",
    why: "The route is created on the new edge, and no longer serves clients of the old edge.",
    fix: "Check that clients use the new edge.",
    messages: { found: "moves from edge {was} to {now}" },
    example: {
      before: routeWith(),
      after: routeWith({ edgeId: "edghts_2" }),
    },
    *find(change) {
      const args = stayingArguments(change, "httpsEdgeRoute");
      const isServed = change.before.isServing || change.after.isServing;
      if (!args || !isServed || change.isLeftBehind) return;
      const edge = textChange(args, "edgeId");
      if (edge) yield at(args.after, "edgeId", "found", edge);
    },
  }),
  rule({
    id: "route-shadowed-open",
    severity: "medium",
    title: "A route that requires less may take requests of a protected one",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    fix: "Configure the same protection, or make sure that the requests may be public.",
    messages: {
      found: "may take requests of the {other}",
      deleted: "may serve the requests of the {other}, which is deleted",
    },
    example: {
      before: routeWith({ oauth }),
      after: {
        HttpsEdgeRoute: { ...route, oauth },
        "HttpsEdgeRoute health": { ...route, match: "/admin/health" },
      },
    },
    *find(change, { reassignedTo }) {
      const { args } = change.after;
      if (!args) return;
      for (const reassignment of reassignedTo.get(change) ?? []) {
        const { from, comparison } = reassignment;
        if (comparison !== "maybe-less" || isOpenOnSamePath(change, reassignment)) continue;
        yield at(args, "match", from.action === "deleted" ? "deleted" : "found", {
          other: from.title,
        });
      }
    },
  }),
  rule({
    id: "route-covered-open",
    severity: "high",
    title: "A new public route has the very path of a protected route",
    why: "Two routes match the same requests, and the API reference does not show which of them serves: anyone may get in.",
    fix: "Configure the same protection on the new route, or give it another path.",
    messages: { found: "is public, and has the path of the {other}" },
    example: {
      before: routeWith({ oauth }),
      after: {
        HttpsEdgeRoute: { ...route, oauth },
        "HttpsEdgeRoute copy": { ...route, matchType: "exact_path" },
      },
    },
    *find(change, { reassignedTo }) {
      const { args } = change.after;
      if (!args) return;
      for (const reassignment of reassignedTo.get(change) ?? []) {
        if (reassignment.comparison !== "maybe-less" || !isOpenOnSamePath(change, reassignment))
          continue;
        yield at(args, "match", "found", { other: reassignment.from.title });
      }
    },
  }),
  rule({
    id: "route-deleted",
    severity: "low",
    title: "A route is deleted",
    why: "Its requests fail, or another matching route serves them.",
    fix: "Check that it is no longer needed.",
    messages: {
      deleted: "is deleted",
      disabled: "is disabled: it stays, and serves nothing",
    },
    // The program declares that the route is needed.
    driftSeverity: (change, context) =>
      routesInstead(change, context).length > 0 ? "low" : "medium",
    example: {
      before: routeWith(),
    },
    *find(change) {
      const { args } = change.before;
      if (change.kind !== "httpsEdgeRoute" || change.action !== "deleted" || !args) return;
      yield at(args, "", change.isDisabled ? "disabled" : "deleted");
    },
  }),
];
