import type { Preview } from "../stack/preview";
import { isOpaque, type Part, valueAt } from "./parts";
import { Routing, type Server, serversOf } from "./routing";
import { type Subject, subjectsOf } from "./subjects";

/** The ingress of a stack at one moment: as it is, or as it will be after a change. */
export interface Snapshot {
  readonly project: string;
  readonly stack: string;
  readonly subjects: readonly Subject[];
  readonly servers: readonly Server[];
  /** Routes whose edge or match is not known, so that they may serve any request. */
  readonly unplaced: readonly Subject[];
}

/** The ingress after a change. For a stack as it is, give a preview that changes nothing. */
export function snapshotOf(preview: Preview): Snapshot {
  const subjects = subjectsOf(preview).filter(isThere);
  const servers = serversOf(subjects, "after");
  const unplaced = subjects.filter(({ kind, after: { own } }) => kind === "httpsEdgeRoute" && own && isUnplaced(own));
  return { project: preview.project, stack: preview.stack, subjects, servers, unplaced };
}

const isThere = ({ after: { own, modules } }: Subject): boolean => own !== undefined || Object.keys(modules).length > 0;

const isUnplaced = (own: Part): boolean => ["edgeId", "match"].some((name) => isOpaque(valueAt(own, name)));

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
  readonly candidates: readonly Server[];
  /** Whether a route whose edge or match is not known may serve it, too. */
  readonly mayBeOther: boolean;
}

/** What serves a request: an answer for each host that the matches on its edge name, if the request names no host. */
export function answersTo({ edge, path, host }: Request, snapshot: Snapshot): Answer[] {
  const ofEdge = snapshot.servers.filter(({ cover }) => cover.edge === edge);
  const hosts = host === undefined ? ["", ...ofEdge.map(({ cover }) => cover.host)] : [host.toLowerCase()];
  const routing = new Routing(ofEdge);
  const mayBeOther = snapshot.unplaced.some(({ after: { own } }) => own && maySitOn(own, edge));
  return [...new Set(hosts)].map((each) => {
    const servers = routing.matching({ edge, host: each, path: pathOf(path), isBelow: false });
    return { host: each, candidates: servers, mayBeOther };
  });
}

const maySitOn = (own: Part, edge: string): boolean => {
  const id = valueAt(own, "edgeId");
  return isOpaque(id) || id === edge;
};

/** Without what follows a path in an address. */
const pathOf = (path: string): string => path.replace(/[?#].*$/, "");

/** The routes with the narrowest match: several of them, if their matches are equal. */
export const narrowestOf = ({ candidates }: Answer): readonly Server[] => {
  const [first] = candidates;
  return candidates.filter(
    ({ cover: { host, path, isExact } }) =>
      host === first?.cover.host && path === first.cover.path && isExact === first.cover.isExact,
  );
};

/** The ids of the edges that routes or modules name. */
export const edgesOf = ({ subjects, servers }: Snapshot): string[] => [
  ...new Set([
    ...servers.map(({ cover: { edge } }) => edge),
    ...subjects.flatMap(({ kind, key }) => (kind === "httpsEdge" ? [key] : [])),
  ]),
];
