import { type Candidate, hasSameHostAndPath } from "./candidates";

/** The ranks of a route beside another route that matches the same requests, on one side of a change: the higher serves first. */
const RANK = {
  /** The route does not match the requests. */
  absent: 0,
  /** The other route has a narrower match. */
  wider: 1,
  /** The route matches as a prefix what the other route matches exactly: a service may prefer either. */
  prefixOfSame: 2,
  equal: 3,
  exactOfSame: 4,
  /** The route has a narrower match, or the other route does not match the requests. */
  narrower: 5,
} as const;

/**
 * The rank of a route beside another route.
 *
 * @param matching The routes of one side that match the requests, the route with the narrowest match first.
 */
export function rankBeside(
  route: Candidate,
  other: Candidate,
  matching: readonly Candidate[],
): number {
  const found = matching.find(({ change }) => change === route.change);
  if (!found) return RANK.absent;
  const otherFound = matching.find(({ change }) => change === other.change);
  if (!otherFound) return RANK.narrower;
  if (!hasSameHostAndPath(found, otherFound)) {
    const isFirst = matching.indexOf(found) < matching.indexOf(otherFound);
    return isFirst ? RANK.narrower : RANK.wider;
  }
  if (found.scope.isExact === otherFound.scope.isExact) return RANK.equal;
  return found.scope.isExact ? RANK.exactOfSame : RANK.prefixOfSame;
}
