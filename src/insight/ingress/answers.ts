import { isDeepStrictEqual } from "node:util";
import { type Arguments, hiddenAt, valueAt } from "./arguments";
import {
  edgeNamesOf,
  edgesOf,
  type Ingress,
  ROUTING_ARGUMENTS,
  type ServingRoute,
} from "./ingress";
import { indexRoutes, type Match, type MatchScope, matchOf, selects } from "./routing";
import { canonicalHost } from "./urls";
import { UNKNOWN } from "./value";

/** A request, by the parts that the matches of routes compare. */
export interface Request {
  readonly edge: string;
  readonly path: string;
  /** Default: any host. */
  readonly host?: string;
}

/** The routes that may serve a request to one host. */
export interface Answer {
  /** Empty for all hosts that no match names. */
  readonly host: string;
  /** The route with the narrowest match first. */
  readonly candidates: readonly ServingRoute[];
  /**
   * True if a route whose edge or match is hidden may serve the request, too. For a request on `SECRET_EDGE`, that route may itself be
   * a candidate, because two routes with secret edges may be on different edges.
   */
  readonly mayBeOther: boolean;
  /** The reason why that edge or match is hidden. */
  readonly hiddenAs?: "secret" | "unknown";
}

/**
 * The routes that may serve a request. If the request names a host, there is a single answer. Otherwise, each host in the matches on
 * the request's edge, or on a hidden edge, has an answer, and all other hosts share an answer.
 */
export function answersTo({ edge, path, host }: Request, ingress: Ingress): Answer[] {
  const routes = ingress.serving.filter(({ scope }) => scope.edge === edge).map(withCanonicalHost);
  const hidden = hiddenRoutes(edge, ingress);
  const namedHosts = [...routes.map(({ scope }) => scope.host), ...hidden.map(hostOfMatch)];
  const hosts = host === undefined ? ["", ...namedHosts] : [canonicalHost(host)];
  const findRoutes = indexRoutes(routes);
  // The query and the fragment of an address decide nothing.
  const requestPath = path.replace(/[?#].*$/, "");
  return [...new Set(hosts)].map((name): Answer => {
    const candidates = findRoutes({ edge, host: name, path: requestPath, isBelow: false });
    return { host: name, candidates, ...othersIn(hidden, { host: name, path: requestPath }) };
  });
}

const withCanonicalHost = ({ route, scope }: ServingRoute): ServingRoute => ({
  route,
  scope: { ...scope, host: canonicalHost(scope.host) },
});

/** A route that may be on the edge of a request, with a hidden edge or match. */
interface HiddenRoute {
  readonly args: Arguments;
  /** Its host is canonical; `undefined` if the match is hidden. */
  readonly match: Match | undefined;
}

function hiddenRoutes(edge: string, { unplaced }: Ingress): HiddenRoute[] {
  return unplaced.flatMap(({ args }) => {
    if (!args || !mayBeOn(edge, args)) return [];
    const match = matchOf(args);
    return [{ args, match: match && { ...match, host: canonicalHost(match.host) } }];
  });
}

/** True if a route has a hidden edge, or is on the edge. */
const mayBeOn = (edge: string, args: Arguments): boolean =>
  hiddenAt(args, "edgeId") !== undefined || valueAt(args, "edgeId") === edge;

const hostOfMatch = ({ match }: HiddenRoute): string => match?.host ?? "";

/** The part of an answer about routes with a hidden edge or match. A hidden match may be that of any request. */
function othersIn(
  hidden: readonly HiddenRoute[],
  request: Pick<MatchScope, "host" | "path">,
): Pick<Answer, "mayBeOther" | "hiddenAs"> {
  const routes = hidden.filter(
    ({ match }) => !match || selects(match, { ...request, isBelow: false }),
  );
  if (routes.length === 0) return { mayBeOther: false };
  const reasons = routes.flatMap(({ args }) =>
    ROUTING_ARGUMENTS.map((argument) => hiddenAt(args, argument)),
  );
  return { mayBeOther: true, hiddenAs: reasons.includes(UNKNOWN) ? "unknown" : "secret" };
}

/** The routes with the narrowest match: several of them, if their matches are equal. */
export const narrowestOf = ({ candidates }: Answer): readonly ServingRoute[] =>
  candidates.filter(({ scope }) => isDeepStrictEqual(scope, candidates[0]?.scope));

/** The words for the hidden edge or match of a route that may serve a request, too. */
export const hiddenPlaceText = (answers: readonly Pick<Answer, "hiddenAs">[]): string =>
  answers.some(({ hiddenAs }) => hiddenAs === "unknown") ? "known at apply" : "a secret";

/**
 * The edge of a request that names none: the only edge of the ingress. It is `SECRET_EDGE` if the edges of all serving routes are
 * secrets, and no module names an edge.
 *
 * @throws {Error} if there is none, or several, or if only modules name the edge, by a hidden id: reports show the edge of a request. The
 * message ends with advice on how to name an edge.
 */
export function onlyEdge(ingress: Ingress, advice: string): string {
  const [edge, ...others] = edgesOf(ingress);
  const names = edgeNamesOf(ingress);
  // The key of an edge with a hidden id may contain the id in plaintext.
  if (edge !== undefined && others.length === 0 && names.includes(edge)) return edge;
  const known = edge === undefined ? "no HTTPS edge" : `the HTTPS edges ${names.join(", ")}`;
  throw new Error(`${stackText(ingress)} has ${known}: ${advice}`);
}

/** The stack in a sentence. A preview without resources does not show its name. */
export const stackText = ({ stack }: Ingress): string =>
  stack === "" ? "the stack" : `stack ${stack}`;
