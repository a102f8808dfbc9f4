import { compareTexts } from "../engine/order";
import type { MatchScope, Requests } from "../ingress/routing";

/** A host and a path that matches of routes name. */
type Place = Pick<MatchScope, "host" | "path">;

/** Anything that has a match. */
type Matching = { readonly scope: MatchScope };

/**
 * One `Requests` for each class of requests that the matches of `routes` distinguish and that a match of `wanted` covers: for each
 * host and path that a match names, the requests for exactly that path and the requests below it.
 *
 * A path that only matches without a host name is combined with a host only if a route of that host matches the path. Otherwise,
 * the host is served like every other host. So the number of classes grows with the number of routes, not with hosts times paths.
 */
export function requestsOf(
  routes: readonly Matching[],
  wanted: readonly Matching[] = routes,
): Requests[] {
  const scopesOf = (all: readonly Matching[]) =>
    Map.groupBy(
      all.map(({ scope }) => scope),
      ({ edge }) => edge,
    );
  const wantedByEdge = scopesOf(wanted);
  return [...scopesOf(routes)].flatMap(([edge, scopes]) => {
    const placesIn = placesOf(scopes);
    const requests = (wantedByEdge.get(edge) ?? []).flatMap((scope) =>
      placesIn(scope).flatMap((place) => requestsAt(place, scope)),
    );
    const distinct = new Map(
      requests.map((each) => [`${each.host}\0${each.path}\0${each.isBelow}`, each]),
    );
    return [...distinct.values()].map((each) => ({ edge, ...each }));
  });
}

/** The requests for a place: exactly for its path and, if the match is a prefix, below it. */
function requestsAt(place: Place, { isExact }: MatchScope) {
  const exactly = { ...place, isBelow: false };
  return isExact ? [exactly] : [exactly, { ...place, isBelow: true }];
}

/** Finds the places of an edge that a match is for. */
function placesOf(scopes: readonly MatchScope[]) {
  const withHost = scopes.filter(({ host }) => host !== "");
  const ofHosts = new Map(
    [...Map.groupBy(withHost, ({ host }) => host)].map(([host, ofHost]) => [
      host,
      sortedPlaces(ofHost),
    ]),
  );
  const hosted = sortedPlaces(withHost);
  const withoutHost = sortedPlaces(scopes.filter(({ host }) => host === ""));
  const prefixes = withHost.filter(({ isExact }) => !isExact);
  const hostsByPrefix = Map.groupBy(prefixes, ({ path }) => path);
  const lengths = [...new Set(prefixes.map(({ path }) => path.length))];
  /** A path that no host names, at each host with a route that matches it. */
  const atHostsThatMatch = ({ path }: Place): Place[] =>
    lengths.flatMap((length) => {
      const scopesOfPrefix = length <= path.length ? hostsByPrefix.get(path.slice(0, length)) : [];
      return (scopesOfPrefix ?? []).map(({ host }) => ({ host, path }));
    });
  return (scope: MatchScope): Place[] => {
    const { host, path, isExact } = scope;
    if (host !== "") {
      if (isExact) return [{ host, path }];
      const others = placesBelow(withoutHost, scope).map((each) => ({ host, path: each.path }));
      return [...placesBelow(ofHosts.get(host) ?? [], scope), ...others];
    }
    const places = placesBelow(withoutHost, scope);
    return [...places, ...placesBelow(hosted, scope), ...places.flatMap(atHostsThatMatch)];
  };
}

/** Distinct places by their paths, in the order of code units, in which all paths with one beginning are next to one another. */
function sortedPlaces(scopes: readonly MatchScope[]): readonly Place[] {
  const distinct = new Map(scopes.map(({ host, path }) => [`${host}\0${path}`, { host, path }]));
  return [...distinct.values()].sort((a, b) => compareTexts(a.path, b.path));
}

/** The places with the path of a match or, if it is a prefix, below it. The places have to be sorted by their paths. */
function placesBelow(places: readonly Place[], { path, isExact }: MatchScope): Place[] {
  const first = firstIndexFrom(places, path);
  const isFor = (place: Place) => (isExact ? place.path === path : place.path.startsWith(path));
  const found: Place[] = [];
  for (let index = first; index < places.length; index += 1) {
    const place = places[index];
    if (!place || !isFor(place)) break;
    found.push(place);
  }
  return found;
}

/** The index of the first place whose path is not before a path, found by binary search. */
function firstIndexFrom(places: readonly Place[], path: string): number {
  let first = 0;
  let end = places.length;
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if ((places[middle]?.path ?? "") < path) first = middle + 1;
    else end = middle;
  }
  return first;
}
