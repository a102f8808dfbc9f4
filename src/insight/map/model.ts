import { backendOf, descriptionsOf, type ModuleDescription } from "../describe/explain";
import { accessOf } from "../ingress/access";
import { shown, textAt } from "../ingress/blocks";
import type { Ingress, IngressObject } from "../ingress/ingress";
import { scopeOf } from "../ingress/routing";
import { jsonReport, tally } from "../report/text";
import { changesOf, isThere, summaryOf } from "../review/changes";
import { review } from "../review/findings";
import type { Preview } from "../stack/preview";
import { type Access, accessNames } from "./access";
import { type Changed, changesIn } from "./changes";
import { mapObject } from "./objects";

export type MapRoute = ReturnType<typeof mapRoute>;

export interface MapEdge extends Changed {
  readonly kind: "HTTPS" | "TLS" | "TCP";
  readonly id: string;
  readonly modules: readonly ModuleDescription[];
  /** In the order in which they may match: matches with a host, exact matches and longer prefixes first. */
  readonly routes: readonly MapRoute[];
  /** Of an edge without routes. */
  readonly backend?: string;
}

/** What is drawn of one stack. */
export type StackMap = ReturnType<typeof drawn>;

interface Drawn extends Changed {
  /** As it is, or was before the change that deletes it. */
  readonly object: IngressObject;
  /** Whether it is there: a change may delete it. */
  readonly isThere: boolean;
  /** Of an object that a change keeps. */
  readonly before?: IngressObject;
}

/** The map of an ingress as it is. */
export function mapOf(ingress: Ingress): StackMap {
  const all = ingress.objects.map((object): Drawn => ({ object, isThere: true, fate: "kept", changes: [], marks: [] }));
  return drawn(ingress, all);
}

/** The map of what a preview leaves, with what it changes and what the review finds. */
export function mapOfPreview(preview: Preview): StackMap {
  const findings = Map.groupBy(review([preview]).findings, ({ object }) => object);
  const all = changesOf(preview).objects.map((change): Drawn => {
    const { kind, key, action, before, after } = change;
    const found = findings.get(`${kind} ${key}`) ?? [];
    return {
      ...{ object: isThere(after) ? after : before, isThere: isThere(after), ...(action === "kept" && { before }) },
      ...{ fate: summaryOf(change)[0]?.fate ?? "kept", changes: changesIn(change) },
      marks: found.map(({ rule: { severity }, effect }) => ({ severity, message: effect })),
    };
  });
  return drawn(preview, all);
}

const edgeKinds: Readonly<Record<string, MapEdge["kind"]>> = { httpsEdge: "HTTPS", tlsEdge: "TLS", tcpEdge: "TCP" };

function drawn({ project, stack }: Pick<Ingress, "project" | "stack">, all: readonly Drawn[]) {
  const routes = all.filter(({ object }) => object.kind === "httpsEdgeRoute" && object.own);
  const ofEdges = Map.groupBy(routes, edgeOf);
  const declared = all.flatMap((each): MapEdge[] => {
    const { object, isThere, fate, changes, marks } = each;
    const kind = edgeKinds[object.kind];
    if (!kind) return [];
    const modules = isThere ? descriptionsOf(object.modules) : [];
    const own = kind === "HTTPS" ? ordered(ofEdges.get(object.key) ?? []) : [];
    return [{ kind, id: object.key, fate, changes, marks, modules, routes: own, ...backendIn(object) }];
  });
  const known = new Set(declared.flatMap(({ kind, id }) => (kind === "HTTPS" ? [id] : [])));
  const others = [...ofEdges].filter(([id]) => !known.has(id));
  // Routes alone show them.
  const undeclared = others.map(([id, own]): MapEdge => {
    return { kind: "HTTPS", fate: "kept", changes: [], modules: [], marks: [], id, routes: ordered(own) };
  });
  return {
    ...{ project, stack, edges: [...declared, ...undeclared] },
    objects: all.flatMap((each) => mapObject(each.object, each)),
  };
}

/** Of a route whose place is not known, where it was. */
const edgeOf = ({ object, before = object }: Drawn): string =>
  (scopeOf(object) ?? scopeOf(before))?.edge ?? "(known at apply)";

const backendIn = ({ modules }: IngressObject): { readonly backend?: string } => {
  const backend = backendOf(modules);
  return backend === undefined ? {} : { backend };
};

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

function mapRoute({ object, isThere, before, fate, changes, marks }: Drawn) {
  const access: Access = isThere ? shownAccess(object) : "serves nothing";
  const accessBefore = before ? shownAccess(before) : access;
  return {
    match: (object.own && textAt(shown(object.own), "match")) ?? "(known at apply)",
    isExact: scopeOf(object)?.isExact ?? false,
    access,
    // If the change makes it another.
    ...(accessBefore !== access && { accessBefore }),
    ...{ fate, changes, modules: descriptionsOf(object.modules), ...backendIn(object) },
    ...{ declaredBy: object.own?.source.resource ?? "", marks },
  };
}

const shownAccess = (object: IngressObject): Access => (object.isServing ? accessOf(object) : "serves nothing");

/** What a map is called: its project and stack, or what else it is of. */
export const titleOf = ({ project, stack }: StackMap): string => (stack === "" ? project : `${project}/${stack}`);

/** For programs; docs/map.md describes it. */
export const asJson = (maps: readonly StackMap[]): string => jsonReport(1, { counts: countsOf(maps), stacks: maps });

export function countsOf(maps: readonly StackMap[]): Readonly<Record<Access, number>> {
  const routes = maps.flatMap(({ edges }) => edges.flatMap((edge) => edge.routes));
  return tally(accessNames, routes, ({ access }) => access);
}
