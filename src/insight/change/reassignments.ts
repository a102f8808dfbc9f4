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
  /** The new route requires no less. */
  "alike",
  /** The new route requires something else, and no other route serves these requests. */
  "other",
  /** The new route requires less, but another route may still serve them. Or nothing shows whether it requires less. */
  "maybe-less",
  /** The new route requires less, and no other route serves these requests. */
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
interface Matching {
  readonly requests: Requests;
  readonly before: readonly Candidate[];
  readonly after: readonly Candidate[];
}

const reassignmentsOfRequests = (matching: Matching): Reassignment[] =>
  matching.before.flatMap((from) => reassignmentsFrom(from, matching));

function reassignmentsFrom(from: Candidate, matching: Matching): Reassignment[] {
  const others = matching.after.filter(({ change }) => change !== from.change);
  const takers = others.filter((to) => mayTakeRequests(to, from, matching));
  // If several routes match, usually the route with the narrowest match serves.
  const [narrowest] = matching.before;
  const hasServed = narrowest !== undefined && hasSameHostAndPath(from, narrowest);
  const isOpened =
    hasServed &&
    isCertainlyGone(from, matching) &&
    others.every((to) => certainlyRequiresLess(to, from));
  return takers
    .map((to): Reassignment => {
      const comparison = isOpened ? "less" : compareRequirements(from, to);
      return { from: from.change, to: to.change, comparison };
    })
    .filter(({ comparison }) => hasServed || mayRequireLess(comparison));
}

/** True if a route certainly no longer matches the requests, even if its edge or match is hidden. */
function isCertainlyGone({ change, scope }: Candidate, { requests, after }: Matching): boolean {
  if (after.some((candidate) => candidate.change === change)) return false;
  if (scope.edge === SECRET_EDGE) return false;
  return !isUnplaced(change.after) || !mayMatch(change.after, requests);
}

/** True if requests need less on the new route. A client certificate that the edge requires keeps them out on any route. */
const certainlyRequiresLess = (to: Candidate, from: Candidate): boolean =>
  isAnyWeaker(to.strengths, from.strengths) === "yes" &&
  strengthOf("mutualTls", to.change.after.effective.mutualTls) !== "real";

/** True if a route may take requests from another: the other has no longer the same match, or the route ranks higher beside it than before. */
function mayTakeRequests(
  to: Candidate,
  from: Candidate,
  { requests, before, after }: Matching,
): boolean {
  if (!isAmong(from, after)) return true;
  // A route that may not have matched the requests before may take them now.
  const certain = before.filter(({ scope }) => isSegmentPrefix(scope.path, requests.path));
  return rankBeside(to, from, after) > rankBeside(to, from, certain);
}

/** True if a route has the same match on the other side of the change. */
const isAmong = (candidate: Candidate, otherSide: readonly Candidate[]): boolean =>
  otherSide.some(
    ({ change, scope }) => change === candidate.change && isSameScope(scope, candidate.scope),
  );

function compareRequirements(from: Candidate, to: Candidate): Exclude<Comparison, "less"> {
  if (isAnyWeaker(to.strengths, from.strengths) !== "no") return "maybe-less";
  return hasSameOrNarrowerProtections(from.change.before, to.change.after) ? "alike" : "other";
}
