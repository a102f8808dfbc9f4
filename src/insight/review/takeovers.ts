import { type Block, isInForce, listAt } from "../ingress/blocks";
import type { Configuration, ServingRoute } from "../ingress/ingress";
import { modules, type ProtectionName, protectionNames } from "../ingress/modules";
import { admittedBy, covers, providerPath, userLists } from "../ingress/names";
import { commonHost, type MatchScope, Routing, requestsOf } from "../ingress/routing";
import { isWeakerSet, strengthOf } from "../ingress/strength";
import { MASK } from "../stack/secrets";
import type { IngressChange, ObjectChange } from "./changes";
import { differences } from "./differences";

/** Which route serves which request, before and after a change. */

/** How another route serves requests, compared with the route that served them. */
type Comparison =
  /** It requires less, and no other route serves these requests. */
  | "less"
  /** The same, but another route may still serve them, or it is not known whether it requires less. */
  | "maybe-less"
  /** It requires something else, and no other route serves these requests. */
  | "other"
  /** It requires no less. */
  | "alike";

/** Requests that another route may serve after the change. */
export interface Takeover {
  /** The route that served them. */
  readonly from: ObjectChange;
  readonly to: ObjectChange;
  readonly comparison: Comparison;
}

/**
 * Requests that other routes serve, or may serve, after the change, by the routes that served them and that serve them then.
 * A backend may treat several spellings of a path as one path, so that matches are compared in a common spelling, too.
 */
export function takeoversOf(change: IngressChange): readonly Takeover[] {
  const [before, after] = [serversOf(change, "before"), serversOf(change, "after")];
  const found = new Map<string, Takeover>();
  const add = (takeover: Takeover) => {
    const key = `${takeover.from.key} ${takeover.to.key}`;
    const known = found.get(key);
    if (!known || severity(takeover) > severity(known)) found.set(key, takeover);
  };
  for (const each of between(before, after)) add(each);
  for (const each of between(before.map(inCommonSpelling), after.map(inCommonSpelling))) {
    if (each.comparison.endsWith("less")) add({ ...each, comparison: "maybe-less" });
  }
  return [...found.values()];
}

/** A route that serves requests on one side of the change. */
interface Server extends ServingRoute {
  readonly change: ObjectChange;
}

function serversOf(change: IngressChange, side: "before" | "after"): Server[] {
  const changes = new Map(change.objects.map((each) => [each[side], each]));
  return change[side].serving.flatMap((serving) => {
    const own = changes.get(serving.route);
    return own ? [{ ...serving, change: own }] : [];
  });
}

const comparisons: readonly Comparison[] = ["alike", "other", "maybe-less", "less"];
const severity = ({ comparison }: Takeover): number => comparisons.indexOf(comparison);

const inCommonSpelling = (server: Server): Server => ({ ...server, scope: commonScope(server.scope) });

/** A match as a backend may read it. */
export function commonScope(scope: MatchScope): MatchScope {
  const { host, path: spelled } = withoutScheme(scope);
  const path = decoded(spelled).toLowerCase();
  return { ...scope, host: commonHost(host), path: path === "" ? "" : resolved(path) };
}

/** A path without dot segments and without a slash at its end. Browsers and many servers take a backslash for a slash. */
function resolved(path: string): string {
  const slashed = path.replaceAll("\\", "/").replaceAll(/\/{2,}/g, "/");
  return new URL(`http://localhost${slashed}`).pathname.replace(/(?<=.)\/$/, "");
}

/** A scheme is taken for a host, since a match has none. */
function withoutScheme({ host, path }: MatchScope): Pick<MatchScope, "host" | "path"> {
  if (!/^https?:$/.test(host)) return { host, path };
  const [, name = "", rest = ""] = /^\/\/([^/]*)(.*)$/.exec(path) ?? [];
  return { host: name, path: rest };
}

const decoded = (path: string): string => path.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code));

function* between(before: readonly Server[], after: readonly Server[]): Generator<Takeover> {
  const [old, now] = [new Routing(before), new Routing(after)];
  for (const requests of requestsOf([...before, ...after])) {
    yield* handovers(old.matching(requests), now.matching(requests));
  }
}

function handovers(before: readonly Server[], after: readonly Server[]): Takeover[] {
  return before.flatMap((from) => {
    const others = after.filter(({ change }) => change !== from.change);
    const isGone = others.length === after.length;
    const less = new Map(others.map((each) => [each, isWeakerSet(each.strengths, from.strengths)]));
    const isOpened = (to: Server) => less.get(to) === true && !isBehindCertificates(to);
    const isCertain = isGone && from.scope.edge !== MASK && others.every(isOpened);
    // Of routes that all match, usually the one with the narrowest match serves.
    const isFirst = from.scope.path === before[0]?.scope.path && from.scope.host === before[0].scope.host;
    return others.flatMap((to): Takeover[] => {
      const comparison = comparisonOf({ isFirst, isCertain, isWeakerSet: less.get(to) ?? false });
      const isAlike = comparison === "other" && admitsNoOthers(from.change.before, to.change.after);
      const isSame = isStill(from, after) && isStill(to, before) && !hasWeakened(to, before);
      const isShadow = comparison === "alike" || isAlike;
      if (isSame || (isShadow && !isFirst)) return [];
      return [{ from: from.change, to: to.change, comparison: isAlike ? "alike" : comparison }];
    });
  });
}

/** Whether the edge of a route requires a client certificate, whatever the route requires. */
const isBehindCertificates = ({ change }: Server): boolean =>
  strengthOf("mutualTls", change.after.effective.mutualTls) === "real";

interface Facts {
  readonly isFirst: boolean;
  readonly isCertain: boolean;
  readonly isWeakerSet: boolean | "may";
}

function comparisonOf({ isFirst, isCertain, isWeakerSet }: Facts): Comparison {
  if (isCertain && isFirst) return "less";
  if (isWeakerSet) return "maybe-less";
  return isFirst ? "other" : "alike";
}

/** Whether a route serves these requests by the same match on the other side: its rank among other routes is the same. */
const isStill = ({ change, scope }: Server, servers: readonly Server[]): boolean =>
  servers.some((each) => each.change === change && each.scope.host === scope.host && each.scope.path === scope.path);

const hasWeakened = ({ change, strengths }: Server, before: readonly Server[]): boolean =>
  before.some((each) => each.change === change && isWeakerSet(strengths, each.strengths));

/** Whether the protections of a route are those of another one, secrets left out. */
export const hasSameProtections = (before: Configuration, after: Configuration): boolean =>
  isProtectedBy(before, after, () => false);

/** Whether each protection of a route is one of the other, and admits nobody whom it did not. */
const admitsNoOthers = (before: Configuration, after: Configuration): boolean =>
  isProtectedBy(before, after, isNarrowed);

/** Whether each protection of a route is one of the other, but for secrets and for differences without a meaning here. */
const isProtectedBy = (
  before: Configuration,
  after: Configuration,
  isFine: (name: ProtectionName, path: string, was: Block, now: Block) => boolean,
): boolean =>
  protectionNames.every((name) => {
    const [was, now] = [before.modules[name], after.modules[name]];
    if (!isInForce(was) || !was) return true;
    return (
      isInForce(now) &&
      now &&
      differences(was, now).every(({ row, path }) => row.secret || isFine(name, path, was, now))
    );
  });

/** Whether a list names some of those whom it, or another list of the same login, named. */
function isNarrowed(name: ProtectionName, path: string, was: Block, now: Block): boolean {
  if (name === "oauth") {
    const [old, users] = [admittedBy(was), admittedBy(now)];
    if (!old || !users || users.length === 0 || providerPath(was) !== providerPath(now)) return false;
    const isOfLists = Object.keys(userLists).some((list) => path === `${providerPath(now)}.${list}`);
    return isOfLists && users.every((each) => old.some((wide) => covers(wide, each)));
  }
  const [old, names] = [listAt(was, path), listAt(now, path)];
  const isList = path in (modules[name].lists ?? {});
  return (
    isList && old !== undefined && names !== undefined && names.length > 0 && names.every((each) => old.includes(each))
  );
}
