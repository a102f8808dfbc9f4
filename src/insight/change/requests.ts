import type { MatchScope, Requests } from "../ingress/routing";
import { type HostAndPath, HostsAndPaths } from "./hosts-and-paths";

/** Anything that has a match. */
type WithScope = { readonly scope: MatchScope };

/**
 * The classes of requests that the matches of `routes` distinguish, as far as a match of `covering` covers them: for each host and
 * path that a match names, the requests for exactly that path and the requests below it.
 */
export function requestClasses(
  routes: readonly WithScope[],
  covering: readonly WithScope[],
): Requests[] {
  const coveringByEdge = scopesByEdge(covering);
  return [...scopesByEdge(routes)].flatMap(([edge, scopes]) => {
    const named = new HostsAndPaths(scopes);
    const requests = (coveringByEdge.get(edge) ?? []).flatMap((scope) =>
      named.coveredBy(scope).flatMap((place) => requestsFor(place, scope)),
    );
    return distinct(requests);
  });
}

const scopesByEdge = (routes: readonly WithScope[]): ReadonlyMap<string, MatchScope[]> =>
  Map.groupBy(
    routes.map(({ scope }) => scope),
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
