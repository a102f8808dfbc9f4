import { compareTexts } from "../engine/order";
import { MASK } from "../engine/secrets";
import { type Arguments, hiddenAt, textAt, valueAt } from "./arguments";
import type { DeclaredObject } from "./declared-object";
import { type Item, isHidden, SECRET } from "./value";

/** The requests that a route matches. */
export interface MatchScope {
  readonly edge: string;
  /** Empty for a match without a host, which is for all hosts. */
  readonly host: string;
  readonly path: string;
  readonly isExact: boolean;
}

/** Represents the edge of every route whose edge is a secret: two of these routes may be on one edge. */
export const SECRET_EDGE = MASK;

/** The requests that a route matches, if its match is known, and its edge is known or a secret. */
export function scopeOf({ args }: Pick<DeclaredObject, "args">): MatchScope | undefined {
  if (!args) return undefined;
  const edge = hiddenAt(args, "edgeId") === SECRET ? SECRET_EDGE : textAt(args, "edgeId");
  const match = matchOf(args);
  return edge === undefined || match === undefined ? undefined : { edge, ...match };
}

/** The match of a route, on whichever edge it is; `undefined` if the match is hidden. */
function matchOf(args: Arguments): Omit<MatchScope, "edge"> | undefined {
  const match = textAt(args, "match");
  if (match === undefined) return undefined;
  const [host = ""] = match.split("/", 1);
  const isExact = valueAt(args, "matchType") === "exact_path";
  const path = match.slice(host.length);
  // The path of a request to a host alone is a slash.
  return { host: host.toLowerCase(), path: isExact && path === "" ? "/" : path, isExact };
}

/** Whether a route may match requests, on whichever edge it is. A route whose match is hidden may match any request. */
export function mayMatch(
  { args }: Pick<DeclaredObject, "args">,
  { host, path, isBelow }: Requests,
): boolean {
  if (!args) return false;
  const match = matchOf(args);
  if (!match) return true;
  if (match.host !== "" && match.host !== host) return false;
  return match.isExact ? !isBelow && match.path === path : path.startsWith(match.path);
}

/**
 * Whether a path begins with another path at the end of a segment. The API reference does not show whether the prefix `/ap` matches
 * `/api`: by text it does, by segments it does not.
 */
export const isSegmentPrefix = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) &&
  (prefix === "" || prefix.endsWith("/") || /^(\/|$)/.test(path.slice(prefix.length)));

/** A match as a program writes it. */
export interface DeclaredMatch {
  readonly match: Item;
  readonly isExact: boolean;
}

/**
 * Orders matches as they may serve a request, the narrowest first: with a host before matches for every host, exact before
 * prefixes, longer before shorter. Hidden matches come last.
 */
export function compareMatches(first: DeclaredMatch, second: DeclaredMatch): number {
  if (isHidden(first.match)) return isHidden(second.match) ? 0 : 1;
  if (isHidden(second.match)) return -1;
  if (hasHost(first.match) !== hasHost(second.match)) return hasHost(first.match) ? -1 : 1;
  if (first.isExact !== second.isExact) return first.isExact ? -1 : 1;
  if (first.match.length !== second.match.length) return second.match.length - first.match.length;
  return compareTexts(first.match, second.match);
}

const hasHost = (match: string): boolean => !match.startsWith("/");

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
  const routes = Map.groupBy(all, ({ scope: { edge, host, path, isExact } }) =>
    keyOf(edge, host, path, isExact),
  );
  const lengths = [...new Set(all.map(({ scope: { path } }) => path.length))].sort((a, b) => b - a);
  return ({ edge, host, path, isBelow }: Requests): readonly Route[] => {
    const beginnings = lengths
      .filter((length) => length <= path.length)
      .map((length) => path.slice(0, length));
    return (host === "" ? [host] : [host, ""]).flatMap((each) => [
      ...(isBelow ? [] : (routes.get(keyOf(edge, each, path, true)) ?? [])),
      ...beginnings.flatMap((beginning) => routes.get(keyOf(edge, each, beginning, false)) ?? []),
    ]);
  };
}
