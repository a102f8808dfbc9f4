import { MASK } from "../stack/secrets";
import { textAt, valueAt } from "./blocks";
import type { DeclaredObject } from "./kinds";

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
  const [host = ""] = match.split("/", 1);
  const isExact = valueAt(own, "matchType") === "exact_path";
  const path = match.slice(host.length);
  // The path of a request to a host alone is a slash.
  return { edge, host: host.toLowerCase(), path: isExact && path === "" ? "/" : path, isExact };
}

/** Requests that the same routes match: all for one path, or all for the paths below it that no match names. */
export interface Requests extends Pick<MatchScope, "edge" | "host" | "path"> {
  readonly isBelow: boolean;
}

/** A host without its port and a trailing dot, in the form in which names of all scripts are looked up. */
export const commonHost = (host: string): string => {
  const name = host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
  return name !== "" && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
};

/** Finds the routes that may serve requests, the narrowest match first, by the lengths of paths: most routes are not visited. */
export function routingOf<Route extends { readonly scope: MatchScope }>(all: readonly Route[]) {
  const keyOf = (edge: string, host: string, path: string, isExact: boolean): string =>
    `${isExact ? "=" : "^"}${edge}\0${host}\0${path}`;
  const routes = Map.groupBy(all, ({ scope: { edge, host, path, isExact } }) => keyOf(edge, host, path, isExact));
  const lengths = [...new Set(all.map(({ scope: { path } }) => path.length))].sort((a, b) => b - a);
  return ({ edge, host, path, isBelow }: Requests): readonly Route[] => {
    const beginnings = lengths.filter((length) => length <= path.length).map((length) => path.slice(0, length));
    return (host === "" ? [host] : [host, ""]).flatMap((each) => [
      ...(isBelow ? [] : (routes.get(keyOf(edge, each, path, true)) ?? [])),
      ...beginnings.flatMap((beginning) => routes.get(keyOf(edge, each, beginning, false)) ?? []),
    ]);
  };
}

/** Requests of every kind that the matches of routes tell apart. */
export const requestsOf = (routes: readonly { readonly scope: MatchScope }[]): Requests[] =>
  [...Map.groupBy(routes, ({ scope }) => scope.edge)].flatMap(([edge, ofEdge]) => {
    const hosts = [...new Set(ofEdge.map(({ scope: { host } }) => host))];
    const places = ofEdge.flatMap(({ scope: { host, path } }) => {
      // A match without a host is for requests to every host.
      const own = host === "" ? hosts : [host];
      return own.map((each) => [`${each} ${path}`, { edge, host: each, path }] as const);
    });
    const distinct = [...new Map(places).values()];
    return distinct.flatMap((place) => [false, true].map((isBelow) => ({ ...place, isBelow })));
  });
