import { isAnyWeaker, strengthOf } from "../ingress/access";
import { isUnplaced } from "../ingress/ingress";
import {
  isSegmentPrefix,
  type MatchScope,
  mayMatch,
  type Requests,
  routingOf,
  SECRET_EDGE,
} from "../ingress/routing";
import { type Candidate, candidatesOn, hasSamePlace } from "./candidates";
import type { ObjectChange } from "./objects";
import { rankBeside } from "./ranks";
import { requestsOf } from "./requests";
import { hasSameProtections, isNarrowed } from "./requirements";
import { commonScope } from "./spellings";

/** The routes that serve requests, before and after a change. */

/** Comparisons of a route that takes requests with the route that served them, the least severe comparison first. */
const comparisons = [
  /** It requires no less. */
  "alike",
  /** It requires something else, and no other route serves these requests. */
  "other",
  /** It requires less, but another route may still serve them, or it is not known whether it requires less. */
  "maybe-less",
  /** It requires less, and no other route serves these requests. */
  "less",
] as const;

/** Requests that another route may serve after the change. */
export interface Reassignment {
  /** The route that served them. */
  readonly from: ObjectChange;
  readonly to: ObjectChange;
  readonly comparison: (typeof comparisons)[number];
}

/**
 * Requests that other routes serve, or may serve, after the change, by the routes that served them and that serve them then.
 * A backend may treat several spellings of a path as one path, so that matches are compared in a common spelling, too.
 */
export function reassignmentsOf(changes: readonly ObjectChange[]): readonly Reassignment[] {
  const before = candidatesOn(changes, "before");
  const after = candidatesOn(changes, "after");
  const inOtherSpellings = reassignmentsBetween(
    before.map(inCommonSpelling),
    after.map(inCommonSpelling),
  )
    .filter(({ comparison }) => comparison === "less" || comparison === "maybe-less")
    .map((reassignment): Reassignment => ({ ...reassignment, comparison: "maybe-less" }));
  return worstByRoutes([...reassignmentsBetween(before, after), ...inOtherSpellings]);
}

/** The most severe reassignment from one route to another. */
function worstByRoutes(all: readonly Reassignment[]): Reassignment[] {
  const worst = new Map<string, Reassignment>();
  for (const reassignment of all) {
    const routes = `${reassignment.from.key} ${reassignment.to.key}`;
    const known = worst.get(routes);
    if (!known || severityOf(reassignment) > severityOf(known)) worst.set(routes, reassignment);
  }
  return [...worst.values()];
}

const severityOf = ({ comparison }: Reassignment): number => comparisons.indexOf(comparison);

const inCommonSpelling = (server: Candidate): Candidate => ({
  ...server,
  scope: commonScope(server.scope),
});

function reassignmentsBetween(
  before: readonly Candidate[],
  after: readonly Candidate[],
): Reassignment[] {
  const serversBefore = routingOf(before);
  const serversAfter = routingOf(after);
  // Two routes whose matches stay serve the same requests as before.
  const moved = [...movedFrom(before, after), ...movedFrom(after, before)];
  return requestsOf([...before, ...after], moved).flatMap((requests) =>
    reassignmentsOfRequests({
      requests,
      before: serversBefore(requests),
      after: serversAfter(requests),
    }),
  );
}

/** The routes of a side that the other side does not have, or has with another match. */
function movedFrom(servers: readonly Candidate[], otherSide: readonly Candidate[]): Candidate[] {
  const scopes = new Map(otherSide.map(({ change, scope }) => [change, scope]));
  return servers.filter(({ change, scope }) => !isSameScope(scope, scopes.get(change)));
}

const isSameScope = (first: MatchScope, second: MatchScope | undefined): boolean =>
  first.edge === second?.edge &&
  first.host === second.host &&
  first.path === second.path &&
  first.isExact === second.isExact;

/** The routes that match the same requests on each side of the change, the route with the narrowest match first. */
interface Candidates {
  readonly requests: Requests;
  readonly before: readonly Candidate[];
  readonly after: readonly Candidate[];
}

const reassignmentsOfRequests = (candidates: Candidates): Reassignment[] =>
  candidates.before.flatMap((from) => reassignmentsFrom(from, candidates));

function reassignmentsFrom(from: Candidate, candidates: Candidates): Reassignment[] {
  // If several routes match, usually the route with the narrowest match serves.
  const isNarrowest = hasSamePlace(from, candidates.before[0]);
  const others = candidates.after.filter(({ change }) => change !== from.change);
  const isCertain =
    isNarrowest && isGone(from, candidates) && others.every((to) => isOpenedBy(from, to));
  return others.flatMap((to): Reassignment[] => {
    if (!overtakes(to, from, candidates)) return [];
    const comparison = isCertain ? "less" : compareCandidates(from, to);
    if (comparison !== "less" && comparison !== "maybe-less" && !isNarrowest) return [];
    return [{ from: from.change, to: to.change, comparison }];
  });
}

/** Whether a route certainly matches the requests no longer. If its edge is hidden, its match may show that. */
function isGone({ change, scope }: Candidate, { requests, after }: Candidates): boolean {
  if (after.some((server) => server.change === change) || scope.edge === SECRET_EDGE) return false;
  return !isUnplaced(change.after) || !mayMatch(change.after, requests);
}

/** Whether requests need less on the second route. A client certificate that the edge requires keeps them out on any route. */
const isOpenedBy = (from: Candidate, to: Candidate): boolean =>
  isAnyWeaker(to.strengths, from.strengths) === "yes" &&
  strengthOf("mutualTls", to.change.after.effective.mutualTls) !== "real";

/** Whether a route may take requests from the route that served them: that route no longer has the same match, or this route ranks higher beside it than before. */
function overtakes(
  route: Candidate,
  served: Candidate,
  { requests, before, after }: Candidates,
): boolean {
  if (!keepsMatch(served, after)) return true;
  // A route that may not have matched the requests before may take them now.
  const certain = before.filter(({ scope }) => isSegmentPrefix(scope.path, requests.path));
  return rankBeside(route, served, after) > rankBeside(route, served, certain);
}

function compareCandidates(from: Candidate, to: Candidate): "alike" | "other" | "maybe-less" {
  if (isAnyWeaker(to.strengths, from.strengths) !== "no") return "maybe-less";
  return hasSameProtections(from.change.before, to.change.after, isNarrowed) ? "alike" : "other";
}

/** Whether a route has the same match on the other side of a change. */
const keepsMatch = (candidate: Candidate, otherSide: readonly Candidate[]): boolean =>
  otherSide.some(
    ({ change, scope }) => change === candidate.change && isSameScope(scope, candidate.scope),
  );
