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

/**
 * Requests that the same routes match: those for a path or, if `isBelow` is true, those for the longer paths that begin with it and
 * that no match names.
 */
export interface Requests extends Pick<MatchScope, "edge" | "host" | "path"> {
  readonly isBelow: boolean;
}

/** Represents the edge of every route whose edge is a secret: two of these routes may be on one edge. */
export const SECRET_EDGE = MASK;

/** The requests that a route matches, if its match is known, and its edge is known or a secret. */
export function scopeOf({ args }: Pick<DeclaredObject, "args">): MatchScope | undefined {
  if (!args) return undefined;
  const edge = hiddenAt(args, "edgeId") === SECRET ? SECRET_EDGE : textAt(args, "edgeId");
  const match = matchOf(args);
  if (edge === undefined || match === undefined) return undefined;
  return { edge, ...match };
}

/** True if a route matches a path alone, and no path below it. A route with a hidden match type counts as a prefix, which matches more. */
export const isExactMatch = (args: Arguments): boolean =>
  valueAt(args, "matchType") === "exact_path";

/** The requests that a route matches on its edge. */
export type Match = Omit<MatchScope, "edge">;

/** The match of a route, whatever its edge; `undefined` if the match is hidden. */
export function matchOf(args: Arguments): Match | undefined {
  const match = textAt(args, "match");
  if (match === undefined) return undefined;
  const [host = ""] = match.split("/", 1);
  const isExact = isExactMatch(args);
  const path = match.slice(host.length);
  // The path of a request to a host alone is a slash.
  const isHostAlone = isExact && path === "";
  return { host: host.toLowerCase(), path: isHostAlone ? "/" : path, isExact };
}

/** Finds the routes that may serve requests, the route with the narrowest match first. */
export type FindRoutes<Route> = (requests: Requests) => readonly Route[];

/** Indexes routes by their matches, so that most routes are not visited to find those that match a request. */
export function indexRoutes<Route extends { readonly scope: MatchScope }>(
  routes: readonly Route[],
): FindRoutes<Route> {
  const byMatch = Map.groupBy(routes, ({ scope }) => matchKey(scope));
  const pathLengths = [...new Set(routes.map(({ scope }) => scope.path.length))];
  pathLengths.sort((a, b) => b - a);
  return (requests) =>
    possibleMatches(requests, pathLengths).flatMap((match) => byMatch.get(matchKey(match)) ?? []);
}

const matchKey = ({ edge, host, path, isExact }: MatchScope): string =>
  `${isExact ? "=" : "^"}${edge}\0${host}\0${path}`;

/**
 * The matches that select the requests, the narrowest match first. Of the prefixes, only those that have one of the lengths, because no
 * route has another prefix.
 */
function possibleMatches(
  { edge, host, path, isBelow }: Requests,
  pathLengths: readonly number[],
): MatchScope[] {
  const prefixes = pathLengths
    .filter((length) => length <= path.length)
    .map((length) => path.slice(0, length));
  const hosts = host === "" ? [""] : [host, ""];
  return hosts.flatMap((matchHost) => {
    const exact = isBelow ? [] : [{ edge, host: matchHost, path, isExact: true }];
    const byPrefix = prefixes.map((prefix) => {
      return { edge, host: matchHost, path: prefix, isExact: false };
    });
    return [...exact, ...byPrefix];
  });
}

/** True if a route may match requests, whatever its edge. A route with a hidden match may match any request. */
export function mayMatch({ args }: Pick<DeclaredObject, "args">, requests: Requests): boolean {
  if (!args) return false;
  const match = matchOf(args);
  return !match || selects(match, requests);
}

/** True if a match selects requests, whatever their edge. */
export function selects(match: Match, { host, path, isBelow }: Omit<Requests, "edge">): boolean {
  if (match.host !== "" && match.host !== host) return false;
  if (match.isExact) return !isBelow && match.path === path;
  return path.startsWith(match.path);
}

/**
 * True if a path begins with another path at the end of a segment. The API reference does not show whether the prefix `/ap` matches
 * `/api`: by text it does, by segments it does not.
 */
export function isSegmentPrefix(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false;
  const rest = path.slice(prefix.length);
  return prefix === "" || prefix.endsWith("/") || rest === "" || rest.startsWith("/");
}

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
  if (isHidden(first.match) || isHidden(second.match))
    return trueLast(isHidden(first.match), isHidden(second.match));
  return (
    trueFirst(hasHost(first.match), hasHost(second.match)) ||
    trueFirst(first.isExact, second.isExact) ||
    second.match.length - first.match.length ||
    compareTexts(first.match, second.match)
  );
}

const trueLast = (first: boolean, second: boolean): number => Number(first) - Number(second);

const trueFirst = (first: boolean, second: boolean): number => trueLast(second, first);

const hasHost = (match: string): boolean => !match.startsWith("/");
