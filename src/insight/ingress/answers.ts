import { type Block, isOpaque, valueAt } from "./blocks";
import type { Ingress, ServingRoute } from "./ingress";
import { commonHost, routingOf } from "./routing";

/** A request, as far as the matches of routes can tell requests apart. */
export interface Request {
  readonly edge: string;
  readonly path: string;
  /** Default: any host. */
  readonly host?: string;
}

/** The routes that may serve a request to one host, the route with the narrowest match first. */
export interface Answer {
  /** Empty for hosts that no match names. */
  readonly host: string;
  readonly candidates: readonly ServingRoute[];
  /** Whether a route whose edge or match is not known may serve it, too. */
  readonly mayBeOther: boolean;
}

/** What serves a request: an answer for each host that the matches on its edge name, if the request names no host. */
export function answersTo({ edge, path, host }: Request, { serving, unplaced }: Ingress): Answer[] {
  const ofEdge = serving
    .filter(({ scope }) => scope.edge === edge)
    .map((each) => ({ ...each, scope: { ...each.scope, host: commonHost(each.scope.host) } }));
  const hosts = host === undefined ? ["", ...ofEdge.map(({ scope }) => scope.host)] : [commonHost(host)];
  const matching = routingOf(ofEdge);
  const mayBeOther = unplaced.some(({ own }) => own && maySitOn(own, edge));
  return [...new Set(hosts)].map((each) => {
    const candidates = matching({ edge, host: each, path: pathOf(path), isBelow: false });
    return { host: each, candidates, mayBeOther };
  });
}

const maySitOn = (own: Block, edge: string): boolean => {
  const id = valueAt(own, "edgeId");
  return isOpaque(id) || id === edge;
};

/** Without what follows a path in an address. */
const pathOf = (path: string): string => path.replace(/[?#].*$/, "");

/** The routes with the narrowest match: several of them, if their matches are equal. */
export const narrowestOf = ({ candidates }: Answer): readonly ServingRoute[] => {
  const [first] = candidates;
  return candidates.filter(
    ({ scope: { host, path, isExact } }) =>
      host === first?.scope.host && path === first.scope.path && isExact === first.scope.isExact,
  );
};
