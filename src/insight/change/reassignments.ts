import { isAnyWeaker, strengthOf } from "../ingress/access";
import { isUnplaced } from "../ingress/ingress";
import {
  indexRoutes,
  isSegmentPrefix,
  type MatchScope,
  mayMatch,
  type Requests,
  SECRET_EDGE,
} from "../ingress/routing";
import { type Candidate, candidatesOn, hasSameHostAndPath } from "./candidates";
import type { ObjectChange } from "./objects";
import { rankBeside } from "./ranks";
import { requestClasses } from "./requests";
import { hasSameOrNarrowerProtections } from "./requirements";
import { commonScope } from "./spellings";

/** Requests that another route serves, or may serve, after a change. */

/** Comparisons of the route that takes requests with the route that served them, the least severe comparison first. */
const COMPARISONS = [
  /** The new route has the protections of the old route, with equal or shorter lists. */
  "alike",
  /** The new route requires no less, but has other protections, so that it may admit others. */
  "other",
  /** The new route may require less. Or it requires less, and a route that requires no less may still serve the requests. */
  "maybe-less",
  /** Every route that may still serve the requests requires less. */
  "less",
] as const;

type Comparison = (typeof COMPARISONS)[number];

/** Requests that another route may serve after the change. */
export interface Reassignment {
  /** The route that served the requests. */
  readonly from: ObjectChange;
  /** The route that may serve them. */
  readonly to: ObjectChange;
  readonly comparison: Comparison;
}

/**
 * The reassignments of a change, one for each pair of routes. A backend may treat several spellings of a path as one path, so
 * matches are compared in a common spelling, too.
 */
export function findReassignments(changes: readonly ObjectChange[]): readonly Reassignment[] {
  const before = candidatesOn(changes, "before");
  const after = candidatesOn(changes, "after");
  const asWritten = reassignmentsBetween(before, after);
  const inCommonSpelling = reassignmentsBetween(
    before.map(withCommonSpelling),
    after.map(withCommonSpelling),
  );
  // Nothing shows whether the backend treats the spellings as one path.
  const uncertain = inCommonSpelling
    .filter(({ comparison }) => mayRequireLess(comparison))
    .map((reassignment): Reassignment => ({ ...reassignment, comparison: "maybe-less" }));
  return mostSevereByRoutes([...asWritten, ...uncertain]);
}

const withCommonSpelling = (candidate: Candidate): Candidate => ({
  ...candidate,
  scope: commonScope(candidate.scope),
});

const mayRequireLess = (comparison: Comparison): boolean =>
  comparison === "less" || comparison === "maybe-less";

/** The most severe reassignment from one route to another. */
function mostSevereByRoutes(reassignments: readonly Reassignment[]): Reassignment[] {
  const mostSevere = new Map<string, Reassignment>();
  for (const reassignment of reassignments) {
    const routes = `${reassignment.from.key} ${reassignment.to.key}`;
    const known = mostSevere.get(routes);
    if (!known || severityOf(reassignment) > severityOf(known))
      mostSevere.set(routes, reassignment);
  }
  return [...mostSevere.values()];
}

const severityOf = ({ comparison }: Reassignment): number => COMPARISONS.indexOf(comparison);

function reassignmentsBetween(
  before: readonly Candidate[],
  after: readonly Candidate[],
): Reassignment[] {
  const findBefore = indexRoutes(before);
  const findAfter = indexRoutes(after);
  // Requests that no changed match covers are served as before.
  const changed = [...withOtherMatch(before, after), ...withOtherMatch(after, before)];
  return requestClasses([...before, ...after], changed).flatMap((requests) =>
    reassignmentsOfRequests({
      requests,
      before: findBefore(requests),
      after: findAfter(requests),
    }),
  );
}

/** The routes of a side that the other side does not have, or has with another match. */
function withOtherMatch(
  candidates: readonly Candidate[],
  otherSide: readonly Candidate[],
): Candidate[] {
  const scopes = new Map(otherSide.map(({ change, scope }) => [change, scope]));
  return candidates.filter(({ change, scope }) => {
    const otherScope = scopes.get(change);
    return !otherScope || !isSameScope(scope, otherScope);
  });
}

const isSameScope = (first: MatchScope, second: MatchScope): boolean =>
  first.edge === second.edge &&
  first.host === second.host &&
  first.path === second.path &&
  first.isExact === second.isExact;

/** The routes that match the same requests on each side of the change, the route with the narrowest match first. */
interface MatchingRoutes {
  readonly requests: Requests;
  readonly before: readonly Candidate[];
  readonly after: readonly Candidate[];
}

const reassignmentsOfRequests = (matching: MatchingRoutes): Reassignment[] =>
  matching.before.flatMap((from) => reassignmentsFrom(from, matching));

/**
 * The reassignments of requests that a route served, or may have served. A route that requires no less counts only if requests usually
 * go from the one route to the other: overlapping matches alone are no finding.
 */
function reassignmentsFrom(from: Candidate, matching: MatchingRoutes): Reassignment[] {
  const others = matching.after.filter(({ change }) => change !== from.change);
  const takers = others.filter((to) => mayTakeRequests(to, from, matching));
  const hasServed = isNarrowest(from, matching.before);
  const isOpened =
    hasServed &&
    certainlyStopsMatching(from, matching) &&
    others.every((to) => certainlyRequiresLess(to, from));
  return takers.flatMap((to): Reassignment[] => {
    const comparison = isOpened ? "less" : compareRequirements(from, to);
    const isUsual = hasServed && isNarrowestOrUncertain(to, matching);
    if (!isUsual && !mayRequireLess(comparison)) return [];
    return [{ from: from.change, to: to.change, comparison }];
  });
}

/** True if a route has the narrowest match, alone or with another route: usually, such a route serves. */
function isNarrowest(route: Candidate, [narrowest]: readonly Candidate[]): boolean {
  return narrowest !== undefined && hasSameHostAndPath(route, narrowest);
}

/**
 * True if a route has the narrowest match after the change. Nothing shows whether the match `/ap` is for requests for `/api`: then the
 * route with the next wider match counts, too, and so on.
 */
function isNarrowestOrUncertain(route: Candidate, { requests, after }: MatchingRoutes): boolean {
  const narrowest = after.find((other) => certainlyMatches(other, requests));
  if (!narrowest || hasSameHostAndPath(route, narrowest)) return true;
  return after.indexOf(route) < after.indexOf(narrowest);
}

/** True if a route matches requests by text and by segments. The API reference does not show which of the two counts. */
const certainlyMatches = ({ scope }: Candidate, requests: Requests): boolean =>
  isSegmentPrefix(scope.path, requests.path);

/** True if a route certainly no longer matches the requests. A route with a hidden edge or match may still match them. */
function certainlyStopsMatching(
  { change, scope }: Candidate,
  { requests, after }: MatchingRoutes,
): boolean {
  if (after.some((candidate) => candidate.change === change)) return false;
  if (scope.edge === SECRET_EDGE) return false;
  return !isUnplaced(change.after) || !mayMatch(change.after, requests);
}

/** True if requests need less on the new route. A client certificate that the edge requires keeps them out on any route. */
const certainlyRequiresLess = (to: Candidate, from: Candidate): boolean =>
  isAnyWeaker(to.strengths, from.strengths) === "yes" &&
  strengthOf("mutualTls", to.change.after.effective.mutualTls) !== "real";

/** True if a route may take requests from another: the other no longer has its match, or the route ranks higher beside it than before. */
function mayTakeRequests(
  to: Candidate,
  from: Candidate,
  { requests, before, after }: MatchingRoutes,
): boolean {
  if (!keepsMatch(from, after)) return true;
  // A route that may not have matched the requests before may take them now.
  const certain = before.filter((route) => certainlyMatches(route, requests));
  return rankBeside(to, from, after) > rankBeside(to, from, certain);
}

/** True if a route has the same match on the other side of the change. */
const keepsMatch = (route: Candidate, otherSide: readonly Candidate[]): boolean =>
  otherSide.some(({ change, scope }) => change === route.change && isSameScope(scope, route.scope));

function compareRequirements(from: Candidate, to: Candidate): Exclude<Comparison, "less"> {
  if (isAnyWeaker(to.strengths, from.strengths) !== "no") return "maybe-less";
  return hasSameOrNarrowerProtections(from.change.before, to.change.after) ? "alike" : "other";
}
