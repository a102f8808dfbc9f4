import { MASK } from "../stack/secrets";
import { textAt, valueAt } from "./blocks";
import type { DeclaredObject } from "./objects";

/** Which routes match a request. */

/** What a route matches, as far as texts show. */
export interface MatchScope {
  readonly edge: string;
  /** Empty for a match without a host, which is for all hosts. */
  readonly host: string;
  readonly path: string;
  readonly isExact: boolean;
}

/** What a route matches, if its edge and its match are known. */
export function scopeOf({ own }: Pick<DeclaredObject, "own">): MatchScope | undefined {
  if (!own) return undefined;
  // Two edges whose ids are secrets may be the same edge.
  const edge = valueAt(own, "edgeId") === MASK ? MASK : textAt(own, "edgeId");
  const match = textAt(own, "match");
  if (edge === undefined || match === undefined) return undefined;
  const slash = match.indexOf("/");
  const [host, path] = slash < 0 ? [match, ""] : [match.slice(0, slash), match.slice(slash)];
  return { edge, host: host.toLowerCase(), path, isExact: valueAt(own, "matchType") === "exact_path" };
}

/** Requests that the same routes match: those for a path, or those for all that is below it and that no match names. */
export interface Requests extends Pick<MatchScope, "edge" | "host" | "path"> {
  readonly isBelow: boolean;
}

/** Without a port and a trailing dot, and in the form in which names of all scripts are looked up. */
export const commonHost = (host: string): string => {
  const name = host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
  return name !== "" && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
};

/** Finds the routes that match requests by the lengths of their matches, not by the number of routes. */
export class Routing<Route extends { readonly scope: MatchScope }> {
  private readonly routes: ReadonlyMap<string, readonly Route[]>;
  /** The lengths of the paths of an edge and host, the longest first. */
  private readonly lengths: ReadonlyMap<string, readonly number[]>;

  constructor(all: readonly Route[]) {
    this.routes = Map.groupBy(all, ({ scope: { edge, host, path, isExact } }) => keyOf(edge, host, path, isExact));
    const places = Map.groupBy(all, ({ scope: { edge, host } }) => keyOf(edge, host, "", false));
    this.lengths = new Map(
      [...places].map(([place, routes]) => {
        const lengths = new Set(routes.map(({ scope: { path } }) => path.length));
        return [place, [...lengths].sort((a, b) => b - a)];
      }),
    );
  }

  /** The routes that may serve requests, the one with the narrowest match first. */
  matching({ edge, host, path, isBelow }: Requests): readonly Route[] {
    const found: Route[] = [];
    for (const each of host === "" ? [host] : [host, ""]) {
      if (!isBelow) found.push(...(this.routes.get(keyOf(edge, each, path, true)) ?? []));
      for (const length of this.lengths.get(keyOf(edge, each, "", false)) ?? []) {
        if (length > path.length) continue;
        found.push(...(this.routes.get(keyOf(edge, each, path.slice(0, length), false)) ?? []));
      }
    }
    return found;
  }
}

const keyOf = (edge: string, host: string, path: string, isExact: boolean): string =>
  `${isExact ? "=" : "^"}${edge}\0${host}\0${path}`;

/** Requests of every kind that the matches of routes tell apart. */
export function* requestsOf(routes: readonly { readonly scope: MatchScope }[]): Generator<Requests> {
  for (const [edge, ofEdge] of Map.groupBy(routes, ({ scope }) => scope.edge)) {
    const hosts = new Set(ofEdge.map(({ scope: { host } }) => host));
    const seen = new Set<string>();
    for (const { scope } of ofEdge) {
      // A match without a host is for requests to every host.
      for (const host of scope.host === "" ? hosts : [scope.host]) {
        const key = `${host} ${scope.path}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield { edge, host, path: scope.path, isBelow: false };
        yield { edge, host, path: scope.path, isBelow: true };
      }
    }
  }
}
