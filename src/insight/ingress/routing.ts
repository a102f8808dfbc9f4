import { MASK } from "../stack/secrets";
import type { Configuration } from "./ingress";
import { isInForce, textAt, valueAt } from "./parts";
import { type Strengths, strengthsOf } from "./strength";
import type { Subject } from "./subjects";

/** Which routes match a request, on one side of a change. */

/** What a route matches, as far as texts show. */
export interface Cover {
  readonly edge: string;
  /** Empty for a match without a host, which is for all hosts. */
  readonly host: string;
  readonly path: string;
  readonly isExact: boolean;
}

export function coverOf({ own }: Pick<Configuration, "own">): Cover | undefined {
  if (!own) return undefined;
  // Two edges whose ids are secrets may be the same edge.
  const edge = valueAt(own, "edgeId") === MASK ? MASK : textAt(own, "edgeId");
  const match = textAt(own, "match");
  if (edge === undefined || match === undefined) return undefined;
  const slash = match.indexOf("/");
  const [host, path] = slash < 0 ? [match, ""] : [match.slice(0, slash), match.slice(slash)];
  return { edge, host: host.toLowerCase(), path, isExact: valueAt(own, "matchType") === "exact_path" };
}

/** Whether a route serves requests: it may, if the program does not declare its backend. */
export function serves(state: Pick<Configuration, "modules">, before?: Pick<Configuration, "modules">): boolean {
  const { backend } = state.modules;
  // A backend that is removed from the arguments is disabled.
  return backend ? isInForce(backend) : !isInForce(before?.modules.backend);
}

/** A route that serves requests, on one side of the change. */
export interface Server {
  readonly subject: Subject;
  readonly cover: Cover;
  readonly strengths: Strengths;
}

export const serversOf = (subjects: readonly Subject[], side: "before" | "after"): Server[] =>
  subjects.flatMap((subject) => {
    const configuration = subject[side];
    const cover = coverOf(configuration);
    const isServing = serves(configuration, side === "after" ? subject.before : undefined);
    return subject.kind === "httpsEdgeRoute" && cover && isServing
      ? [{ subject, cover, strengths: strengthsOf(configuration) }]
      : [];
  });

/** Requests that the same routes match: those for a path, or those for all that is below it and that no match names. */
export interface Requests extends Pick<Cover, "edge" | "host" | "path"> {
  readonly isBelow: boolean;
}

/** Finds the routes that match requests by the lengths of their matches, not by the number of routes. */
export class Routing {
  private readonly servers: ReadonlyMap<string, readonly Server[]>;
  /** The lengths of the paths of an edge and host, the longest first. */
  private readonly lengths: ReadonlyMap<string, readonly number[]>;

  constructor(all: readonly Server[]) {
    this.servers = Map.groupBy(all, ({ cover: { edge, host, path, isExact } }) => keyOf(edge, host, path, isExact));
    const places = Map.groupBy(all, ({ cover: { edge, host } }) => keyOf(edge, host, "", false));
    this.lengths = new Map(
      [...places].map(([place, servers]) => {
        const lengths = new Set(servers.map(({ cover: { path } }) => path.length));
        return [place, [...lengths].sort((a, b) => b - a)];
      }),
    );
  }

  /** The routes that may serve requests, the one with the narrowest match first. */
  matching({ edge, host, path, isBelow }: Requests): readonly Server[] {
    const found: Server[] = [];
    for (const each of host === "" ? [host] : [host, ""]) {
      if (!isBelow) found.push(...(this.servers.get(keyOf(edge, each, path, true)) ?? []));
      for (const length of this.lengths.get(keyOf(edge, each, "", false)) ?? []) {
        if (length > path.length) continue;
        found.push(...(this.servers.get(keyOf(edge, each, path.slice(0, length), false)) ?? []));
      }
    }
    return found;
  }
}

const keyOf = (edge: string, host: string, path: string, isExact: boolean): string =>
  `${isExact ? "=" : "^"}${edge}\0${host}\0${path}`;

/** Requests of every kind that the matches of routes tell apart. */
export function* requestsOf(servers: readonly Server[]): Generator<Requests> {
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
