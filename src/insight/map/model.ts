import { backendOf, descriptionsOf, type ModuleDescription } from "../describe/modules";
import { accessOf } from "../ingress/access";
import { shown, textAt } from "../ingress/blocks";
import type { Configuration, Ingress } from "../ingress/ingress";
import { scopeOf } from "../ingress/routing";
import type { Finding } from "../report/finding";
import { jsonReport } from "../report/text";
import { changesOf, isThere } from "../review/changes";
import { review } from "../review/findings";
import { summaryOf } from "../review/summary";
import type { Preview } from "../stack/preview";
import { type Access, accessNames } from "./access";
import { type Change, changesIn } from "./changes";
import type { Drawn, Fate, Mark } from "./drawn";
import { type MapObject, mapObject } from "./objects";

export interface MapRoute {
  readonly match: string;
  readonly isExact: boolean;
  readonly access: Access;
  /** If the change makes it another. */
  readonly accessBefore?: Access;
  readonly fate: Fate;
  readonly changes: readonly Change[];
  readonly modules: readonly ModuleDescription[];
  readonly backend?: string;
  readonly declaredBy: string;
  readonly marks: readonly Mark[];
}

export interface MapEdge {
  readonly kind: "HTTPS" | "TLS" | "TCP";
  readonly id: string;
  readonly fate: Fate;
  readonly changes: readonly Change[];
  readonly modules: readonly ModuleDescription[];
  /** In the order in which they may match: matches with a host, exact matches and longer prefixes first. */
  readonly routes: readonly MapRoute[];
  /** Of an edge without routes. */
  readonly backend?: string;
  readonly marks: readonly Mark[];
}

/** What is drawn of one stack. */
export interface StackMap {
  readonly project: string;
  readonly stack: string;
  readonly edges: readonly MapEdge[];
  readonly objects: readonly MapObject[];
}

/** The map of an ingress as it is. */
export const mapOf = (ingress: Ingress): StackMap =>
  drawn(
    ingress,
    ingress.objects.map((object) => ({ object, isThere: true, fate: "kept", marks: [] })),
  );

/** The map of what a preview leaves, with what it changes and what the review finds. */
export function mapOfPreview(preview: Preview): StackMap {
  const { objects } = changesOf(preview);
  const findings = Map.groupBy(review([preview]).findings, ({ object }) => object);
  const all = objects.map((change): Drawn => {
    const { kind, key, before, after } = change;
    const marks = (findings.get(`${kind} ${key}`) ?? []).map(markOf);
    const fate = summaryOf(change)[0]?.fate ?? "kept";
    return { object: isThere(after) ? after : before, isThere: isThere(after), change, fate, marks };
  });
  return drawn(preview, all);
}

const markOf = ({ rule: { severity }, effect }: Finding): Mark => ({ severity, message: effect });

function drawn({ project, stack }: Pick<Ingress, "project" | "stack">, all: readonly Drawn[]): StackMap {
  const routes = all.filter(({ object }) => object.kind === "httpsEdgeRoute" && object.own);
  const named = all.filter(({ object }) => object.kind in edgeKinds);
  const ids = new Set(named.flatMap(({ object }) => (object.kind === "httpsEdge" ? [object.key] : [])));
  const ofEdges = Map.groupBy(routes, edgeOf);
  const others = [...ofEdges].filter(([id]) => !ids.has(id));
  return {
    ...{ project, stack },
    edges: [
      ...named.map((each) => mapEdge(each, ofEdges.get(each.object.key) ?? [])),
      ...others.map(([id, each]) => ({ ...NO_MODULES, id, routes: ordered(each) })),
    ],
    objects: all.flatMap(mapObject),
  };
}

/** Of a route whose place is not known, where it was. */
const edgeOf = ({ object, change }: Drawn): string =>
  (scopeOf(object) ?? (change && scopeOf(change.before)))?.edge ?? "(known at apply)";

const edgeKinds: Readonly<Record<string, MapEdge["kind"]>> = { httpsEdge: "HTTPS", tlsEdge: "TLS", tcpEdge: "TCP" };

const NO_MODULES = { kind: "HTTPS", fate: "kept", changes: [], modules: [], marks: [] } as const;

function mapEdge({ object, isThere, change, fate, marks }: Drawn, routes: readonly Drawn[]): MapEdge {
  const backend = backendOf(object.modules);
  return {
    ...{ kind: edgeKinds[object.kind] ?? "HTTPS", id: object.key, fate, changes: changesIn(change), marks },
    modules: isThere ? descriptionsOf(object.modules) : [],
    routes: object.kind === "httpsEdge" ? ordered(routes) : [],
    ...(backend !== undefined && { backend }),
  };
}

const ordered = (routes: readonly Drawn[]): MapRoute[] =>
  routes
    .map(mapRoute)
    .sort(
      (a, b) =>
        Number(hasHost(b)) - Number(hasHost(a)) ||
        Number(b.isExact) - Number(a.isExact) ||
        b.match.length - a.match.length ||
        (a.match < b.match ? -1 : 1),
    );

/** Routes whose matches name the host come before those for every host. */
const hasHost = ({ match }: MapRoute): boolean => !/^[/(]/.test(match);

function mapRoute({ object, isThere, change, fate, marks }: Drawn): MapRoute {
  const { own, modules } = object;
  const backend = backendOf(modules);
  const access = isThere ? shownAccess(object) : "serves nothing";
  const before = change?.action === "kept" ? shownAccess(change.before) : access;
  return {
    match: (own && textAt(shown(own), "match")) ?? "(known at apply)",
    isExact: scopeOf(object)?.isExact ?? false,
    access,
    ...(before !== access && { accessBefore: before }),
    ...{ fate, changes: changesIn(change), modules: descriptionsOf(modules) },
    ...(backend !== undefined && { backend }),
    ...{ declaredBy: own?.source.resource ?? "", marks },
  };
}

const shownAccess = (object: Configuration): Access => (object.isServing ? accessOf(object) : "serves nothing");

/** What a map is called: its project and stack, or what else it is of. */
export const titleOf = ({ project, stack }: StackMap): string => (stack === "" ? project : `${project}/${stack}`);

/** For programs; docs/map.md describes it. */
export const asJson = (maps: readonly StackMap[]): string => jsonReport(1, { counts: countsOf(maps), stacks: maps });

/** How many routes there are of each kind of access. */
export function countsOf(maps: readonly StackMap[]): Readonly<Record<Access, number>> {
  const routes = maps.flatMap(({ edges }) => edges.flatMap((edge) => edge.routes));
  const count = (access: Access) => routes.filter((each) => each.access === access).length;
  return Object.fromEntries(accessNames.map((access) => [access, count(access)])) as Record<Access, number>;
}
