import type { ObjectChange } from "../change/objects";
import type { Reassignment } from "../change/reassignments";
import { lostRequirements, requirementsAfter } from "../change/requirements";
import { accessOf } from "../ingress/access";
import type { Arguments } from "../ingress/arguments";
import { moduleTitle } from "../ingress/modules";
import { scopeOf } from "../ingress/routing";
import { oauth, route, routeWith, routeWithLogin } from "./example-programs";
import { at, joined, rule } from "./rule";

/**
 * The rules of requests that another route serves, or may serve, after the change. `Reassignment.comparison` says how much the other
 * route requires: a rule finds `less`, a rule finds `other`, and two rules share `maybe-less`.
 */

export const reassignedRequestRules = [
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
      const place = placeOfLostRequests(change);
      if (!place) return;
      for (const reassignment of reassignedFrom.get(change) ?? []) {
        const { to, comparison } = reassignment;
        if (comparison !== "less") continue;
        const message = accessOf(to.after) === "open" ? "open" : "weaker";
        yield at(place.args, place.path, message, {
          other: to.title,
          lost: joined(lostRequirements(reassignment).map(moduleTitle)),
          kept: joined(requirementsAfter(reassignment).map(moduleTitle)),
        });
      }
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
      const place = placeOfLostRequests(change);
      if (!place) return;
      for (const { to, comparison } of reassignedFrom.get(change) ?? []) {
        if (comparison === "other") yield at(place.args, place.path, "found", { other: to.title });
      }
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
      for (const { from, isOnSamePath } of mayTakeFrom(change, reassignedTo.get(change))) {
        if (isOnSamePath) continue;
        const message = from.action === "deleted" ? "deleted" : "found";
        yield at(args, "match", message, { other: from.title });
      }
    },
  }),
  rule({
    id: "route-covered-open",
    severity: "high",
    title: "A public route that begins to serve has the very path of a protected route",
    why: "Two routes match the same requests, and the API reference does not show which of them serves: anyone may get in.",
    fix: "Configure the same protection on the public route, or give it another path.",
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
      for (const { from, isOnSamePath } of mayTakeFrom(change, reassignedTo.get(change))) {
        if (isOnSamePath) yield at(args, "match", "found", { other: from.title });
      }
    },
  }),
];

/** An argument, or a whole route if the path is empty. */
interface Place {
  readonly args: Arguments;
  readonly path: string;
}

/** The place of a finding on requests that a route no longer serves: its match, or the whole route if the route is gone. */
function placeOfLostRequests({ action, before, after }: ObjectChange): Place | undefined {
  const args = after.args ?? before.args;
  return args && { args, path: action === "stays" ? "match" : "" };
}

/** A route whose requests another route may take, although it may require less. */
interface Source {
  readonly from: ObjectChange;
  /** True if the route that may take the requests is public and begins to serve the path of this route. */
  readonly isOnSamePath: boolean;
}

/** The routes whose requests a route may take, although the route may require less. */
const mayTakeFrom = (to: ObjectChange, reassignments: readonly Reassignment[] = []): Source[] =>
  reassignments
    .filter(({ comparison }) => comparison === "maybe-less")
    .map(({ from }) => ({ from, isOnSamePath: beginsToServePathOf(from, to) }));

/** True if a public route begins to serve the path of a protected route that stays, so that nothing shows which of the two serves. */
const beginsToServePathOf = (from: ObjectChange, to: ObjectChange): boolean =>
  from.action !== "deleted" &&
  !to.before.isServing &&
  accessOf(to.after) === "open" &&
  hasPathOf(to, from);

/** True if a route matches the path of another route, host included, and its match is no wider. */
function hasPathOf(change: ObjectChange, other: ObjectChange): boolean {
  const scope = scopeOf(change.after);
  const otherScope = scopeOf(other.after);
  if (!scope || !otherScope) return false;
  const isSamePath = scope.host === otherScope.host && scope.path === otherScope.path;
  return isSamePath && (scope.isExact || !otherScope.isExact);
}
