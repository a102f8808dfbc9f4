import { isSegmentPrefix, type MatchScope, scopeOf } from "../ingress/routing";
import type { ObjectChange } from "./objects";
import { commonScope } from "./spellings";

/** Changes of the requests that a route matches. */

export type MatchChange = "same" | "narrower" | "wider" | "other";

/**
 * The change of the requests that a route matches; `undefined` if either match is not known. A backend may treat several spellings
 * of a path as one path. So a route counts as narrower or wider only if it is so by the text of its matches and by their common
 * spelling.
 */
export function matchChangeOf({ before, after }: ObjectChange): MatchChange | undefined {
  const was = scopeOf(before);
  const now = scopeOf(after);
  if (!was || !now) return undefined;
  // Another rule reports a route that moves to another edge.
  const wasOnEdge = { ...was, edge: now.edge };
  const hasOnlyOldRequests = isPartInBothSpellings(now, wasOnEdge);
  const hasAllOldRequests = isPartInBothSpellings(wasOnEdge, now);
  if (hasOnlyOldRequests) return hasAllOldRequests ? "same" : "narrower";
  return hasAllOldRequests ? "wider" : "other";
}

/** True if `whole` matches each request that `part` matches, by the text of the matches and by their common spelling. */
const isPartInBothSpellings = (part: MatchScope, whole: MatchScope): boolean =>
  isPartOf(part, whole) && isPartOf(commonScope(part), commonScope(whole));

/** True if two matches are for the same requests. */
export const isSameMatch = (first: MatchScope, second: MatchScope): boolean =>
  isPartOf(first, second) && isPartOf(second, first);

/** True if `whole` matches each request that `part` matches. A match without a host is for every host. */
function isPartOf(part: MatchScope, whole: MatchScope): boolean {
  if (part.edge !== whole.edge) return false;
  if (whole.host !== "" && whole.host !== part.host) return false;
  if (whole.isExact) return part.isExact && part.path === whole.path;
  return isSegmentPrefix(whole.path, part.path);
}

/** True if two matches may be for the same paths, whatever their hosts. */
export function mayHaveSamePath(first: MatchScope, second: MatchScope): boolean {
  if (first.path === second.path) return true;
  return isBelow(first, second) || isBelow(second, first);
}

const isBelow = (match: MatchScope, prefix: MatchScope): boolean =>
  !prefix.isExact && match.path.startsWith(prefix.path);
