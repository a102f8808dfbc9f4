import { isSegmentPrefix, type MatchScope, scopeOf } from "../ingress/routing";
import type { ObjectChange } from "./objects";
import { commonScope } from "./spellings";

/** Changes of the requests that a route matches. */

export type MatchChange = "same" | "narrower" | "wider" | "other";

/** The change of a route's match, also if the backend resolves `..`; `undefined` if either match is not known. */
export function matchChangeOf({ before, after }: ObjectChange): MatchChange | undefined {
  const scopeBefore = scopeOf(before);
  const now = scopeOf(after);
  if (!scopeBefore || !now) return undefined;
  // Another rule reports a route that moves to another edge.
  const was = { ...scopeBefore, edge: now.edge };
  const hasOnlyOldRequests = isPartInAnySpelling(now, was);
  const hasAllOldRequests = isPartInAnySpelling(was, now);
  if (hasOnlyOldRequests) return hasAllOldRequests ? "same" : "narrower";
  return hasAllOldRequests ? "wider" : "other";
}

const isPartInAnySpelling = (part: MatchScope, whole: MatchScope): boolean =>
  isPartOf(part, whole) && isPartOf(commonScope(part), commonScope(whole));

/** True if two matches are for the same requests. */
export const isSameMatch = (first: MatchScope, second: MatchScope): boolean =>
  isPartOf(first, second) && isPartOf(second, first);

/** True if `whole` matches each request that `part` matches. */
function isPartOf(part: MatchScope, whole: MatchScope): boolean {
  if (part.edge !== whole.edge || part.host !== whole.host) return false;
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
