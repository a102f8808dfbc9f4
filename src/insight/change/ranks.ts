import { type Candidate, hasSamePlace } from "./candidates";

/** The ranks of a route beside another route that matches the same requests, on one side of a change: the higher serves first. */
const RANK = {
  /** It does not match the requests. */
  absent: 0,
  /** The other route has a narrower match. */
  wider: 1,
  /** It matches as a prefix what the other route matches exactly: a service may prefer either. */
  prefixOfSame: 2,
  equal: 3,
  exactOfSame: 4,
  /** It has a narrower match, or the other route does not match the requests. */
  narrower: 5,
} as const;

export function rankBeside(
  route: Candidate,
  other: Candidate,
  servers: readonly Candidate[],
): number {
  const index = servers.findIndex(({ change }) => change === route.change);
  const otherIndex = servers.findIndex(({ change }) => change === other.change);
  const found = servers[index];
  const otherFound = servers[otherIndex];
  if (!found) return RANK.absent;
  if (!otherFound) return RANK.narrower;
  if (!hasSamePlace(found, otherFound)) return index < otherIndex ? RANK.narrower : RANK.wider;
  if (found.scope.isExact === otherFound.scope.isExact) return RANK.equal;
  return found.scope.isExact ? RANK.exactOfSame : RANK.prefixOfSame;
}
