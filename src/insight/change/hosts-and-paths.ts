import { compareTexts } from "../engine/order";
import type { MatchScope } from "../ingress/routing";

/** A host and a path that matches of routes name. The host is empty for all hosts that no match names. */
export type HostAndPath = Pick<MatchScope, "host" | "path">;

/**
 * The hosts and paths that the matches of an edge name, indexed, so that the time does not grow with their square.
 *
 * A path that only matches without a host name is combined with a host only if a route of that host matches the path. Otherwise,
 * the host is served like every other host. So the number of pairs grows with the number of routes, not with hosts times paths.
 */
export class HostsAndPaths {
  readonly #withoutHost: readonly HostAndPath[];
  readonly #withHost: readonly HostAndPath[];
  readonly #byHost: ReadonlyMap<string, readonly HostAndPath[]>;
  /** The prefixes that matches with a host name. */
  readonly #prefixesWithHost: ReadonlyMap<string, readonly HostAndPath[]>;
  readonly #prefixLengths: readonly number[];

  constructor(scopes: readonly MatchScope[]) {
    const withHost = scopes.filter(({ host }) => host !== "");
    const prefixes = withHost.filter(({ isExact }) => !isExact);
    this.#withoutHost = sortedByPath(scopes.filter(({ host }) => host === ""));
    this.#withHost = sortedByPath(withHost);
    this.#byHost = Map.groupBy(this.#withHost, ({ host }) => host);
    this.#prefixesWithHost = Map.groupBy(prefixes, ({ path }) => path);
    this.#prefixLengths = [...new Set(prefixes.map(({ path }) => path.length))];
  }

  /** The hosts and paths for which a match is. */
  coveredBy(scope: MatchScope): HostAndPath[] {
    return scope.host === "" ? this.#onEveryHost(scope) : this.#onHost(scope);
  }

  #onEveryHost(scope: MatchScope): HostAndPath[] {
    const withoutHost = covered(this.#withoutHost, scope);
    const combined = withoutHost.flatMap(({ path }) => this.#onHostsThatMatch(path));
    return [...withoutHost, ...covered(this.#withHost, scope), ...combined];
  }

  #onHost(scope: MatchScope): HostAndPath[] {
    const { host, path, isExact } = scope;
    if (isExact) return [{ host, path }];
    const ofHost = covered(this.#byHost.get(host) ?? [], scope);
    const ofEveryHost = covered(this.#withoutHost, scope);
    return [...ofHost, ...ofEveryHost.map((named) => ({ host, path: named.path }))];
  }

  /** A path that no host names, on each host with a route that matches it. */
  #onHostsThatMatch(path: string): HostAndPath[] {
    return this.#prefixLengths
      .filter((length) => length <= path.length)
      .flatMap((length) => this.#prefixesWithHost.get(path.slice(0, length)) ?? [])
      .map(({ host }) => ({ host, path }));
  }
}

/** Distinct hosts and paths in the order of code units of the paths, in which all paths with one prefix are next to one another. */
function sortedByPath(scopes: readonly MatchScope[]): readonly HostAndPath[] {
  const distinct = new Map(scopes.map(({ host, path }) => [`${host}\0${path}`, { host, path }]));
  return [...distinct.values()].sort((a, b) => compareTexts(a.path, b.path));
}

/** The elements with the path of a match or, if the match is a prefix, with a path that begins with it. */
function covered(sorted: readonly HostAndPath[], { path, isExact }: MatchScope): HostAndPath[] {
  const start = firstIndexFrom(sorted, path);
  const isCovered = (named: HostAndPath) =>
    isExact ? named.path === path : named.path.startsWith(path);
  const found: HostAndPath[] = [];
  for (let index = start; index < sorted.length; index += 1) {
    const named = sorted[index];
    if (!named || !isCovered(named)) break;
    found.push(named);
  }
  return found;
}

/** The index of the first element whose path is not before a path, found by binary search. */
function firstIndexFrom(sorted: readonly HostAndPath[], path: string): number {
  let first = 0;
  let end = sorted.length;
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if ((sorted[middle]?.path ?? "") < path) first = middle + 1;
    else end = middle;
  }
  return first;
}
