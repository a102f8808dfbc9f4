import { isDeepStrictEqual } from "node:util";
import { hiddenAt, valueAt } from "./arguments";
import {
  edgeNamesOf,
  edgesOf,
  type Ingress,
  type IngressObject,
  ROUTING_ARGUMENTS,
  type ServingRoute,
} from "./ingress";
import { indexRoutes } from "./routing";
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
   * True if a route whose edge or match is hidden may serve the request, too. On `SECRET_EDGE`, the route may be a candidate: nothing
   * shows which of the candidates share an edge.
   */
  readonly mayBeOther: boolean;
  /** The reason why that edge or match is hidden. */
  readonly hiddenAs?: "secret" | "unknown";
}

/**
 * The routes that may serve a request. If the request names a host, there is a single answer. Otherwise, each host in the matches on
 * the request's edge has an answer, and all other hosts share an answer.
 */
export function answersTo({ edge, path, host }: Request, ingress: Ingress): Answer[] {
  const routes = ingress.serving.filter(({ scope }) => scope.edge === edge).map(withCanonicalHost);
  const hosts =
    host === undefined ? ["", ...routes.map(({ scope }) => scope.host)] : [canonicalHost(host)];
  const findRoutes = indexRoutes(routes);
  const hidden = hiddenRoutes(edge, ingress);
  // The query and the fragment of an address decide nothing.
  const requestPath = path.replace(/[?#].*$/, "");
  return [...new Set(hosts)].map((name): Answer => {
    const candidates = findRoutes({ edge, host: name, path: requestPath, isBelow: false });
    return { host: name, candidates, ...hidden };
  });
}

const withCanonicalHost = ({ route, scope }: ServingRoute): ServingRoute => ({
  route,
  scope: { ...scope, host: canonicalHost(scope.host) },
});

/** The part of an answer about routes with a hidden edge or match, which may be on any edge, or serve any request on their edge. */
function hiddenRoutes(
  edge: string,
  { unplaced }: Ingress,
): Pick<Answer, "mayBeOther" | "hiddenAs"> {
  const routes = unplaced.filter((route) => mayBeOn(edge, route));
  if (routes.length === 0) return { mayBeOther: false };
  const reasons = routes.flatMap(({ args }) =>
    ROUTING_ARGUMENTS.map((argument) => args && hiddenAt(args, argument)),
  );
  return { mayBeOther: true, hiddenAs: reasons.includes(UNKNOWN) ? "unknown" : "secret" };
}

const mayBeOn = (edge: string, { args }: IngressObject): boolean =>
  args !== undefined &&
  (hiddenAt(args, "edgeId") !== undefined || valueAt(args, "edgeId") === edge);

/** The routes with the narrowest match: several of them, if their matches are equal. */
export const narrowestOf = ({ candidates }: Answer): readonly ServingRoute[] =>
  candidates.filter(({ scope }) => isDeepStrictEqual(scope, candidates[0]?.scope));

/** The words for the hidden edge or match of a route that may serve a request, too. */
export const hiddenPlaceText = (answers: readonly Pick<Answer, "hiddenAs">[]): string =>
  answers.some(({ hiddenAs }) => hiddenAs === "unknown") ? "known at apply" : "a secret";

/**
 * The edge of a request that names none: the only edge of the ingress.
 *
 * @throws {Error} if there is none, or several. The message ends with the advice how to name an edge.
 */
export function onlyEdge(ingress: Ingress, advice: string): string {
  const [edge, ...others] = edgesOf(ingress);
  if (edge !== undefined && others.length === 0) return edge;
  // A preview without resources does not show the name of its stack.
  const subject = ingress.stack === "" ? "the stack" : `stack ${ingress.stack}`;
  const known =
    edge === undefined ? "no HTTPS edge" : `the HTTPS edges ${edgeNamesOf(ingress).join(", ")}`;
  throw new Error(`${subject} has ${known}: ${advice}`);
}
