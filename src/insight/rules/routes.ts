import { isSameMatch, type MatchChange, matchChangeOf } from "../change/match-changes";
import type { ObjectChange } from "../change/objects";
import { hasSameProtections } from "../change/requirements";
import { type BothArguments, stayingArguments, textChange } from "../change/select";
import { accessOf } from "../ingress/access";
import { type Arguments, textAt } from "../ingress/arguments";
import type { ServingRoute } from "../ingress/ingress";
import { isExactMatch, scopeOf } from "../ingress/routing";
import type { Context } from "./context";
import { oauth, routeWith } from "./example-programs";
import { at, type Match, rule } from "./rule";

/** The rules of routes whose match or edge changes, or that are deleted. */

export const routeRules = [
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
    find: (change, context) => changedMatch("other", change, context),
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
    find: (change, context) => changedMatch("narrower", change, context),
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
      if (accessOf(change.after) === "open") yield* changedMatch("wider", change, context);
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
      if (accessOf(change.after) !== "open") yield* changedMatch("wider", change, context);
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
      const args = servingArguments(change);
      // An old route that is left behind still serves its edge: `left-unmanaged` or `route-left-serving` finds it.
      if (!args || change.isLeftBehind) return;
      const edge = textChange(args, "edgeId");
      if (edge) yield at(args.after, "edgeId", "found", edge);
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

/**
 * Yields a match if the requests that a route serves change in this way; none if the route serves nothing, or if another route
 * serves its former requests as before.
 */
function* changedMatch(
  kind: MatchChange,
  change: ObjectChange,
  context: Context,
): Generator<Match<"found">> {
  const args = servingArguments(change);
  if (!args || matchChangeOf(change) !== kind || isServedAsBefore(change, context)) return;
  const isSameText = textAt(args.before, "match") === textAt(args.after, "match");
  const path = isSameText ? "matchType" : "match";
  yield at(args.after, path, "found", {
    was: matchText(args.before),
    now: matchText(args.after),
  });
}

/** The arguments of a route that stays, and serves requests before or after the change. */
function servingArguments(change: ObjectChange): BothArguments | undefined {
  const isServing = change.before.isServing || change.after.isServing;
  return isServing ? stayingArguments(change, "httpsEdgeRoute") : undefined;
}

/** The match of a route in a message: `/admin (prefix)`. */
function matchText(args: Arguments): string {
  const kind = isExactMatch(args) ? "exact" : "prefix";
  return `${textAt(args, "match") ?? ""} (${kind})`;
}

/** The routes that may serve, after the change, the requests that a route has served. */
function routesInstead({ before }: ObjectChange, { routesFor }: Context): readonly ServingRoute[] {
  const scope = scopeOf(before);
  return scope ? routesFor({ ...scope, isBelow: !scope.isExact }) : [];
}

/** True if another route serves the requests in the same way: it requires the same, and has the same backend. */
function isServedAsBefore(change: ObjectChange, context: Context): boolean {
  const { before } = change;
  const scope = scopeOf(before);
  if (!scope) return false;
  const candidates = routesInstead(change, context);
  const other = candidates.find((candidate) => isSameMatch(candidate.scope, scope))?.route;
  if (!other) return false;
  const was = before.modules.backend?.values.backendId;
  const now = other.modules.backend?.values.backendId;
  return was === now && hasSameProtections(before, other);
}
