import type { Configuration } from "./ingress";
import { isInForce, textAt, valueAt } from "./parts";
import { isLess, type Strengths, strengthsOf } from "./strength";
import type { Subject } from "./subjects";

/** Which route serves which request, before and after a change. */

/** What a route matches, as far as texts show. */
export interface Cover {
  readonly edge: string;
  /** Empty for a match without a host, which is for all hosts. */
  readonly host: string;
  readonly path: string;
  readonly isExact: boolean;
}

export function coverOf({ own }: Configuration): Cover | undefined {
  const [edge, match] = own ? [textAt(own, "edgeId"), textAt(own, "match")] : [];
  if (!own || edge === undefined || match === undefined) return undefined;
  const slash = match.indexOf("/");
  const [host, path] = slash < 0 ? [match, ""] : [match.slice(0, slash), match.slice(slash)];
  // A host alone is matched whatever the path is.
  return { edge, host: host.toLowerCase(), path, isExact: path !== "" && valueAt(own, "matchType") === "exact_path" };
}

/** Whether a route serves requests: it may, if the program does not declare its backend. */
export function serves(state: Configuration, before?: Configuration): boolean {
  const { backend } = state.modules;
  // A backend that is removed from the arguments is disabled.
  return backend ? isInForce(backend) : !isInForce(before?.modules.backend);
}

/** A route that serves requests, on one side of the change. */
interface Server {
  readonly subject: Subject;
  readonly cover: Cover;
  readonly strengths: Strengths;
}

const serversOf = (subjects: readonly Subject[], side: "before" | "after"): Server[] =>
  subjects.flatMap((subject) => {
    const configuration = subject[side];
    const cover = coverOf(configuration);
    const isServing = serves(configuration, side === "after" ? subject.before : undefined);
    return subject.kind === "httpsEdgeRoute" && cover && isServing
      ? [{ subject, cover, strengths: strengthsOf(configuration) }]
      : [];
  });

/** Requests that the same routes match: those for a path, or those for all that is below it and that no match names. */
interface Requests extends Pick<Cover, "edge" | "host" | "path"> {
  readonly isBelow: boolean;
}

/** Finds the routes that match requests: by the length of a path, not by the number of routes. */
class Routing {
  private readonly servers: ReadonlyMap<string, readonly Server[]>;

  constructor(all: readonly Server[]) {
    this.servers = Map.groupBy(all, ({ cover: { edge, host, path, isExact } }) => keyOf(edge, host, path, isExact));
  }

  /** The routes that may serve requests, the one with the narrowest match first. */
  matching({ edge, host, path, isBelow }: Requests): readonly Server[] {
    const found: Server[] = [];
    for (const each of host === "" ? [host] : [host, ""]) {
      if (!isBelow) found.push(...(this.servers.get(keyOf(edge, each, path, true)) ?? []));
      for (let length = path.length; length >= 0; length--) {
        found.push(...(this.servers.get(keyOf(edge, each, path.slice(0, length), false)) ?? []));
      }
    }
    return found;
  }
}

const keyOf = (edge: string, host: string, path: string, isExact: boolean): string =>
  JSON.stringify([edge, host, path, isExact]);

/** Requests that another route may serve after the change. */
export interface Handover {
  /** The route that served them. */
  readonly from: Subject;
  readonly to: Subject;
  /** What is kept out less: `no` if nothing is, `may` if another route may still serve the requests, or it is not known. */
  readonly isLess: "yes" | "may" | "no";
}

/** Requests that other routes serve, or may serve, after the change, by the routes that served them and that serve them then. */
export function handoversOf(subjects: readonly Subject[]): readonly Handover[] {
  const [before, after] = [serversOf(subjects, "before"), serversOf(subjects, "after")];
  const [old, now] = [new Routing(before), new Routing(after)];
  const found = new Map<string, Handover>();
  for (const requests of requestsOf([...before, ...after])) {
    for (const each of handovers(old.matching(requests), now.matching(requests))) {
      const key = `${each.from.key} ${each.to.key}`;
      const known = found.get(key);
      if (!known || isWorse(each, known)) found.set(key, each);
    }
  }
  return [...found.values()];
}

const isWorse = (one: Handover, other: Handover): boolean =>
  ["no", "may", "yes"].indexOf(one.isLess) > ["no", "may", "yes"].indexOf(other.isLess);

function handovers(before: readonly Server[], after: readonly Server[]): Handover[] {
  const [served] = before;
  if (!served) return [];
  const others = after.filter(({ subject }) => subject !== served.subject);
  const less = new Map(others.map((each) => [each, isLess(each.strengths, served.strengths)]));
  const isCertain = after.length > 0 && after.every((each) => less.get(each) === true);
  return others.flatMap((each): Handover[] => {
    const isOld = before.some(({ subject }) => subject === each.subject);
    const handover = { from: served.subject, to: each.subject };
    if (isCertain) return [{ ...handover, isLess: "yes" }];
    // A route that may have served these requests before opens nothing, unless it keeps out less than before.
    const wasStronger = before.some(
      ({ subject, strengths }) => subject === each.subject && isLess(each.strengths, strengths),
    );
    if (isOld && !wasStronger && after.some(({ subject }) => subject === served.subject)) return [];
    return less.get(each) ? [{ ...handover, isLess: "may" }] : isOld ? [] : [{ ...handover, isLess: "no" }];
  });
}

/** Requests of every kind that the matches of routes tell apart. */
function* requestsOf(servers: readonly Server[]): Generator<Requests> {
  for (const [edge, ofEdge] of Map.groupBy(servers, ({ cover }) => cover.edge)) {
    const hosts = new Set(ofEdge.map(({ cover: { host } }) => host));
    const seen = new Set<string>();
    for (const { cover } of ofEdge) {
      // A match without a host is for requests to every host.
      for (const host of cover.host === "" ? hosts : [cover.host]) {
        const key = `${host} ${cover.path}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield { edge, host, path: cover.path, isBelow: false };
        yield { edge, host, path: cover.path, isBelow: true };
      }
    }
  }
}
