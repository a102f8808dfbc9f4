import type { MatchScope, Requests } from "../ingress/routing";
import { type HostAndPath, HostsAndPaths } from "./hosts-and-paths";

/** Anything that has a match. */
type Matching = { readonly scope: MatchScope };

/**
 * The classes of requests that the matches of `routes` distinguish, as far as a match of `wanted` covers them: for each host and
 * path that a match names, the requests for exactly that path and the requests below it.
 */
export function requestClasses(
  routes: readonly Matching[],
  wanted: readonly Matching[],
): Requests[] {
  const wantedByEdge = scopesByEdge(wanted);
  return [...scopesByEdge(routes)].flatMap(([edge, scopes]) => {
    const named = new HostsAndPaths(scopes);
    const requests = (wantedByEdge.get(edge) ?? []).flatMap((scope) =>
      named.coveredBy(scope).flatMap((place) => requestsFor(place, scope)),
    );
    return distinct(requests);
  });
}

const scopesByEdge = (matching: readonly Matching[]): ReadonlyMap<string, MatchScope[]> =>
  Map.groupBy(
    matching.map(({ scope }) => scope),
    ({ edge }) => edge,
  );

/** The requests for exactly a path and, if a match covers prefixes, the requests below it. */
function requestsFor({ host, path }: HostAndPath, { edge, isExact }: MatchScope): Requests[] {
  const exactly = { edge, host, path, isBelow: false };
  return isExact ? [exactly] : [exactly, { ...exactly, isBelow: true }];
}

function distinct(all: readonly Requests[]): Requests[] {
  const byText = new Map(
    all.map((requests) => [`${requests.host}\0${requests.path}\0${requests.isBelow}`, requests]),
  );
  return [...byText.values()];
}
