import { MASK } from "../stack/secrets";
import { differences } from "./differences";
import type { Configuration } from "./ingress";
import { isInForce } from "./parts";
import { protections } from "./protections";
import { type Cover, Routing, requestsOf, type Server, serversOf } from "./routing";
import { isLess, strengthOf } from "./strength";
import type { Subject } from "./subjects";

/** Which route serves which request, before and after a change. */

/** How another route serves requests, compared with the route that served them. */
type Comparison =
  /** It asks for less, and no other route serves these requests. */
  | "less"
  /** The same, but another route may still serve them, or it is not known whether it asks for less. */
  | "maybe-less"
  /** It asks for something else, and no other route serves these requests. */
  | "other"
  /** It asks for no less. */
  | "alike";

/** Requests that another route may serve after the change. */
export interface Handover {
  /** The route that served them. */
  readonly from: Subject;
  readonly to: Subject;
  readonly comparison: Comparison;
}

/**
 * Requests that other routes serve, or may serve, after the change, by the routes that served them and that serve them then.
 * A backend may treat several spellings of a path as one path, so that matches are compared in a common spelling, too.
 */
export function handoversOf(subjects: readonly Subject[]): readonly Handover[] {
  const [before, after] = [serversOf(subjects, "before"), serversOf(subjects, "after")];
  const spelled = [before, after].map((servers) => servers.map(inCommonSpelling)) as [Server[], Server[]];
  const found = new Map<string, Handover>();
  const add = (handover: Handover) => {
    const key = `${handover.from.key} ${handover.to.key}`;
    const known = found.get(key);
    if (!known || severity(handover) > severity(known)) found.set(key, handover);
  };
  for (const each of between(before, after)) add(each);
  for (const each of between(...spelled)) {
    if (each.comparison.endsWith("less")) add({ ...each, comparison: "maybe-less" });
  }
  return [...found.values()];
}

const comparisons: readonly Comparison[] = ["alike", "other", "maybe-less", "less"];
const severity = ({ comparison }: Handover): number => comparisons.indexOf(comparison);

const inCommonSpelling = (server: Server): Server => {
  const { host, path: spelled } = withoutScheme(server.cover);
  const path = decoded(spelled).toLowerCase();
  return { ...server, cover: { ...server.cover, host: commonHost(host), path: path === "" ? "" : resolved(path) } };
};

/** A path without dot segments and without a slash at its end. Browsers and many servers take a backslash for a slash. */
function resolved(path: string): string {
  const slashed = path.replaceAll("\\", "/").replaceAll(/\/{2,}/g, "/");
  return new URL(`http://localhost${slashed}`).pathname.replace(/(?<=.)\/$/, "");
}

/** A scheme is taken for a host, since a match has none. */
function withoutScheme({ host, path }: Cover): Pick<Cover, "host" | "path"> {
  if (!/^https?:$/.test(host)) return { host, path };
  const [, name = "", rest = ""] = /^\/\/([^/]*)(.*)$/.exec(path) ?? [];
  return { host: name, path: rest };
}

/** Without a port and a trailing dot, and in the form in which names of all scripts are looked up. */
const commonHost = (host: string): string => {
  const name = host.replace(/:\d*$/, "").replace(/\.$/, "");
  return name !== "" && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
};

const decoded = (path: string): string => path.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code));

function* between(before: readonly Server[], after: readonly Server[]): Generator<Handover> {
  const [old, now] = [new Routing(before), new Routing(after)];
  for (const requests of requestsOf([...before, ...after])) {
    yield* handovers(old.matching(requests), now.matching(requests));
  }
}

function handovers(before: readonly Server[], after: readonly Server[]): Handover[] {
  return before.flatMap((from) => {
    const others = after.filter(({ subject }) => subject !== from.subject);
    const isGone = others.length === after.length;
    const less = new Map(others.map((each) => [each, isLess(each.strengths, from.strengths)]));
    const isOpened = (to: Server) => less.get(to) === true && !isBehindCertificates(to);
    const isCertain = isGone && from.cover.edge !== MASK && others.every(isOpened);
    // Of routes that all match, usually the one with the narrowest match serves.
    const isFirst = from.cover.path === before[0]?.cover.path && from.cover.host === before[0].cover.host;
    return others.flatMap((to): Handover[] => {
      const comparison = comparisonOf({ isFirst, isCertain, isLess: less.get(to) ?? false });
      const isAlike = comparison === "other" && asksAlike(from.subject.before, to.subject.after);
      const isSame = isStill(from, after) && isStill(to, before) && !hasWeakened(to, before);
      const isShadow = comparison === "alike" || isAlike;
      if (isSame || (isShadow && (!isFirst || isIn(to, before)))) return [];
      return [{ from: from.subject, to: to.subject, comparison: isAlike ? "alike" : comparison }];
    });
  });
}

/** Whether the edge of a route requires a client certificate, whatever the route asks for. */
const isBehindCertificates = ({ subject }: Server): boolean =>
  strengthOf("mutualTls", subject.after.passed.mutualTls) === "real";

interface Facts {
  readonly isFirst: boolean;
  readonly isCertain: boolean;
  readonly isLess: boolean | "may";
}

function comparisonOf({ isFirst, isCertain, isLess }: Facts): Comparison {
  if (isCertain && isFirst) return "less";
  if (isLess) return "maybe-less";
  return isFirst ? "other" : "alike";
}

const isIn = ({ subject }: Server, servers: readonly Server[]): boolean =>
  servers.some((each) => each.subject === subject);

/** Whether a route serves these requests by the same match on the other side: its rank among other routes is the same. */
const isStill = ({ subject, cover }: Server, servers: readonly Server[]): boolean =>
  servers.some((each) => each.subject === subject && each.cover.host === cover.host && each.cover.path === cover.path);

const hasWeakened = ({ subject, strengths }: Server, before: readonly Server[]): boolean =>
  before.some((each) => each.subject === subject && isLess(strengths, each.strengths));

/** Whether the protections of a route are those of another one, secrets left out. */
export const asksAlike = (before: Configuration, after: Configuration): boolean =>
  Object.keys(protections).every((name) => {
    const [was, now] = [before.modules[name], after.modules[name]];
    if (!isInForce(was) || !was) return true;
    return isInForce(now) && now && differences(was, now).every(({ row }) => row.secret);
  });
