import { isDeepStrictEqual } from "node:util";
import { strengthOf, strengthsOf, weakerSet } from "../ingress/access";
import { type Arguments, isInForce } from "../ingress/arguments";
import { type IngressObject, isUnplaced, servingOf } from "../ingress/ingress";
import { principalListsOf, protectionNames } from "../ingress/modules";
import { includes } from "../ingress/names";
import { commonHost, type MatchScope, routingOf, SECRET_EDGE } from "../ingress/routing";
import { differences } from "./differences";
import type { ObjectChange } from "./objects";
import { requestsOf } from "./requests";

/** Which route serves which request, before and after a change. */

/** How another route serves requests, compared with the route that served them: the least severe comparison first. */
const comparisons = [
  /** It requires no less. */
  "alike",
  /** It requires something else, and no other route serves these requests. */
  "other",
  /** It requires less, but another route may still serve them, or it is not known whether it requires less. */
  "maybe-less",
  /** It requires less, and no other route serves these requests. */
  "less",
] as const;

/** Requests that another route may serve after the change. */
export interface Reassignment {
  /** The route that served them. */
  readonly from: ObjectChange;
  readonly to: ObjectChange;
  readonly comparison: (typeof comparisons)[number];
}

/**
 * Requests that other routes serve, or may serve, after the change, by the routes that served them and that serve them then.
 * A backend may treat several spellings of a path as one path, so that matches are compared in a common spelling, too.
 */
export function reassignmentsOf(changes: readonly ObjectChange[]): readonly Reassignment[] {
  const before = serversOf(changes, "before");
  const after = serversOf(changes, "after");
  const spelled = between(before.map(inCommonSpelling), after.map(inCommonSpelling))
    .filter(({ comparison }) => comparison === "less" || comparison === "maybe-less")
    .map((each): Reassignment => ({ ...each, comparison: "maybe-less" }));
  const all = [...between(before, after), ...spelled];
  const bySeverity = comparisons.flatMap((wanted) => all.filter(({ comparison }) => comparison === wanted));
  // The most severe comparison of two routes, in the place of the first one.
  return [...new Map([...all, ...bySeverity].map((each) => [`${each.from.key} ${each.to.key}`, each])).values()];
}

/** A route that serves requests on one side of the change. */
type Server = ReturnType<typeof serversOf>[number];

const serversOf = (changes: readonly ObjectChange[], side: "before" | "after") =>
  changes.flatMap((change) =>
    // Without the modules of the edge, which are the same for all routes there.
    servingOf(change[side]).map((each) => ({ ...each, change, strengths: strengthsOf(change[side].modules) })),
  );

const inCommonSpelling = (server: Server): Server => ({ ...server, scope: commonScope(server.scope) });

/** A match as a backend may read it, without a slash at its end. Browsers and many servers take a backslash for a slash. */
export function commonScope(scope: MatchScope): MatchScope {
  const [, name = "", rest = ""] = /^\/\/([^/]*)(.*)$/.exec(scope.path) ?? [];
  // A scheme is taken for a host, since a match has none.
  const { host, path: spelled } = /^https?:$/.test(scope.host) ? { host: name, path: rest } : scope;
  const decoded = spelled.replaceAll(/%[2-7][0-9a-f]/gi, decodeURIComponent).toLowerCase();
  const slashed = decoded.replaceAll("\\", "/").replaceAll(/\/{2,}/g, "/");
  // Without dot segments. `URL` writes letters beyond ASCII as codes, in capitals.
  const { pathname } = new URL(`http://localhost${slashed}`);
  const path = slashed === "" ? "" : pathname.replace(/(?<=.)\/$/, "").toLowerCase();
  return { ...scope, host: commonHost(host), path };
}

function between(before: readonly Server[], after: readonly Server[]): Reassignment[] {
  const old = routingOf(before);
  const now = routingOf(after);
  // Of two routes with the matches that they had, each serves what it served.
  const moved = [...movedFrom(before, after), ...movedFrom(after, before)];
  return requestsOf([...before, ...after], moved).flatMap((requests) => handovers(old(requests), now(requests)));
}

/** The routes of a side that the other side does not have, or has with another match. */
function movedFrom(servers: readonly Server[], others: readonly Server[]): Server[] {
  const byChange = new Map(others.map((each) => [each.change, each.scope]));
  return servers.filter(({ change, scope }) => !isSameScope(scope, byChange.get(change)));
}

const isSameScope = (one: MatchScope, other: MatchScope | undefined): boolean =>
  one.edge === other?.edge && one.host === other.host && one.path === other.path && one.isExact === other.isExact;

function handovers(before: readonly Server[], after: readonly Server[]): Reassignment[] {
  return before.flatMap((from) => {
    const others = after.filter(({ change }) => change !== from.change);
    // Of routes that all match, usually the one with the narrowest match serves.
    const isFirst = hasMatchOf(from, before[0]);
    const less = (to: Server) => weakerSet(to.strengths, from.strengths);
    // A client certificate that the edge requires keeps requests out, whatever the route requires.
    const isOpened = (to: Server) =>
      less(to) === "yes" && strengthOf("mutualTls", to.change.after.effective.mutualTls) !== "real";
    const isGone = others.length === after.length && from.scope.edge !== SECRET_EDGE && !isUnplaced(from.change.after);
    const isCertain = isFirst && isGone && others.every(isOpened);
    return others.flatMap((to): Reassignment[] => {
      // The match of the route stays, and the other route comes no earlier than before.
      if (isStill(from, after) && precedence(to, from, after) <= precedence(to, from, before)) return [];
      const mayBeLess = less(to) !== "no";
      if (!mayBeLess && !isFirst) return [];
      const comparisonIfUncertain = mayBeLess ? "maybe-less" : comparedByProtections(from, to);
      return [{ from: from.change, to: to.change, comparison: isCertain ? "less" : comparisonIfUncertain }];
    });
  });
}

const comparedByProtections = (from: Server, to: Server): "alike" | "other" =>
  hasSameProtections(from.change.before, to.change.after, isNarrowed) ? "alike" : "other";

const hasMatchOf = ({ scope }: Server, other: Server | undefined): boolean =>
  scope.host === other?.scope.host && scope.path === other.scope.path;

/** Whether a route has the same match on the other side of a change. */
const isStill = (server: Server, others: readonly Server[]): boolean =>
  others.some((other) => other.change === server.change && isDeepStrictEqual(other.scope, server.scope));

/** How far a route comes before another route, among those that match the same requests on one side of a change. */
const PRECEDENCE = {
  /** It does not match the requests. */
  absent: 0,
  /** The other route has a narrower match. */
  after: 1,
  /** It matches as a prefix what the other route matches exactly: a service may prefer either. */
  prefixOfSame: 2,
  equal: 3,
  exactOfSame: 4,
  /** It has a narrower match, or the other route does not match the requests. */
  before: 5,
} as const;

function precedence(route: Server, other: Server, servers: readonly Server[]): number {
  const [at, otherAt] = [route, other].map(({ change }) => servers.findIndex((each) => each.change === change));
  const found = servers[at ?? -1];
  const otherFound = servers[otherAt ?? -1];
  if (!found) return PRECEDENCE.absent;
  if (!otherFound) return PRECEDENCE.before;
  if (hasMatchOf(found, otherFound)) {
    if (found.scope.isExact === otherFound.scope.isExact) return PRECEDENCE.equal;
    return found.scope.isExact ? PRECEDENCE.exactOfSame : PRECEDENCE.prefixOfSame;
  }
  return Number(at) < Number(otherAt) ? PRECEDENCE.before : PRECEDENCE.after;
}

/** Whether a route has each protection of another one, with equal arguments, but for secrets and what `isFine` accepts. */
export const hasSameProtections = (before: IngressObject, after: IngressObject, isFine?: typeof isNarrowed): boolean =>
  protectionNames.every((name) => {
    const was = before.modules[name];
    const now = after.modules[name];
    if (!was || !isInForce(was)) return true;
    if (!now || !isInForce(now)) return false;
    return differences(was, now).every(({ row, path }) => row.secret || isFine?.(name, path, was, now));
  });

/** Whether a list names nobody but those whom it, or another list of the same login, named. */
function isNarrowed(name: string, path: string, was: Arguments, now: Arguments): boolean {
  const entriesOf = (args: Arguments) =>
    principalListsOf(name, args).find(({ paths }) => paths.includes(path))?.principals;
  const old = entriesOf(was) ?? [];
  const entries = entriesOf(now) ?? [];
  return entries.length > 0 && entries.every((each) => old.some((wide) => includes(wide, each)));
}
