import { compareTexts } from "../engine/order";
import { MASK } from "../engine/secrets";
import { hiddenAt, textAt, valueAt } from "./arguments";
import type { DeclaredObject } from "./kinds";
import { type Item, isHidden, SECRET } from "./value";

/** What a route matches, as far as texts show. */
export interface MatchScope {
  readonly edge: string;
  /** Empty for a match without a host, which is for all hosts. */
  readonly host: string;
  readonly path: string;
  readonly isExact: boolean;
}

/** The place of all routes whose edge is a secret: two of them may be on one edge. */
export const SECRET_EDGE = MASK;

/** The requests that a route matches, if its match is known, and its edge is known or a secret. */
export function scopeOf({ args }: Pick<DeclaredObject, "args">): MatchScope | undefined {
  if (!args) return undefined;
  const edge = hiddenAt(args, "edgeId") === SECRET ? SECRET_EDGE : textAt(args, "edgeId");
  const match = textAt(args, "match");
  if (edge === undefined || match === undefined) return undefined;
  const [host = ""] = match.split("/", 1);
  const isExact = valueAt(args, "matchType") === "exact_path";
  const path = match.slice(host.length);
  // The path of a request to a host alone is a slash.
  return { edge, host: host.toLowerCase(), path: isExact && path === "" ? "/" : path, isExact };
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
export function compareMatches(one: DeclaredMatch, other: DeclaredMatch): number {
  if (isHidden(one.match)) return isHidden(other.match) ? 0 : 1;
  if (isHidden(other.match)) return -1;
  if (hasHost(one.match) !== hasHost(other.match)) return hasHost(one.match) ? -1 : 1;
  if (one.isExact !== other.isExact) return one.isExact ? -1 : 1;
  if (one.match.length !== other.match.length) return other.match.length - one.match.length;
  return compareTexts(one.match, other.match);
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
