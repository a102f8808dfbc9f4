import { changesOf } from "../change/change";
import { isThere, type ObjectChange } from "../change/objects";
import { summaryOf } from "../change/summary";
import type { Preview } from "../engine/preview";
import { type Access, accessOf } from "../ingress/access";
import { hiddenAt, textAt } from "../ingress/arguments";
import type { ObjectKind } from "../ingress/declared-object";
import { backendOf, descriptionsOf, type ModuleDescription } from "../ingress/describe";
import type { Ingress, IngressObject } from "../ingress/ingress";
import { itemText } from "../ingress/module-descriptions";
import { compareMatches, scopeOf } from "../ingress/routing";
import { type Item, isHidden, UNKNOWN } from "../ingress/value";
import type { Finding } from "../report/finding";
import { jsonReport, tally } from "../report/text";
import { review } from "../review/findings";
import { type Annotations, changesIn, UNCHANGED } from "./changes";
import { type MapObject, mapObject, unreadObject } from "./objects";

/** The access of a route that serves requests, or the fact that it serves none. */
export type RouteAccess = Access | "serves nothing";

/** The symbol of each access, for readers without colour, and its meaning. Accesses that need a look come first. */
export const accesses: Readonly<
  Record<RouteAccess, { readonly symbol: string; readonly meaning: string }>
> = {
  open: {
    symbol: "○",
    meaning: "everyone gets in, or everyone with an account that anyone can get",
  },
  weak: {
    symbol: "◐",
    meaning: "its protections admit users or requests that the program does not name",
  },
  "not known": { symbol: "?", meaning: "only an apply, or whoever knows a secret, can say" },
  protected: { symbol: "●", meaning: "a protection names whom it admits" },
  "serves nothing": {
    symbol: "–",
    meaning: "its backend is disabled, or the change deletes the route",
  },
};

/** All accesses, in the order of the table. */
export const accessNames = Object.keys(accesses) as readonly RouteAccess[];

export const accessText = (access: RouteAccess): string => `${accesses[access].symbol} ${access}`;

/** The class of an access in styles. */
export const styleOf = (access: RouteAccess): string => access.replace(" ", "-");

/** An edge with its routes, in the order in which they may match. */
export interface MapEdge extends Annotations {
  readonly kind: MapProtocol;
  readonly id: Item;
  readonly modules: readonly ModuleDescription[];
  readonly routes: readonly MapRoute[];
  /** The backend of an edge without routes, if the backend is known. */
  readonly backend: string | undefined;
}

export interface MapRoute extends Annotations {
  readonly match: Item;
  readonly isExact: boolean;
  readonly access: RouteAccess;
  /** The access before the change, if the change makes it another. */
  readonly accessBefore: RouteAccess | undefined;
  readonly modules: readonly ModuleDescription[];
  readonly backend: string | undefined;
  readonly declaredBy: string;
}

/** The edges, routes and other objects of one stack. */
export interface StackMap {
  readonly project: string;
  readonly stack: string;
  readonly edges: readonly MapEdge[];
  readonly objects: readonly MapObject[];
}

/** An object on the map. */
interface MappedObject {
  /** The object after the change; before the change if the change deletes it. */
  readonly object: IngressObject;
  readonly isDeleted: boolean;
  /** The object before the change, if the change keeps it. */
  readonly before: IngressObject | undefined;
  readonly annotations: Annotations;
}

/** The map of an ingress as it is. */
export const mapOf = (ingress: Ingress): StackMap =>
  mapOfObjects(
    ingress,
    ingress.objects.map((object) => ({
      object,
      isDeleted: false,
      before: undefined,
      annotations: UNCHANGED,
    })),
  );

/** The map of the ingress after a previewed change, with the changes and the findings of the review. */
export function mapOfPreview(preview: Preview): StackMap {
  const change = changesOf(preview);
  const { findings } = review([preview], [], [change]);
  const findingsByObject = Map.groupBy(findings, ({ object }) => object);
  const objects = change.objects.map((each) =>
    mappedObject(each, findingsByObject.get(`${each.kind} ${each.key}`) ?? []),
  );
  return mapOfObjects(change.after, objects);
}

function mappedObject(change: ObjectChange, findings: readonly Finding[]): MappedObject {
  const { action, before, after } = change;
  const isDeleted = !isThere(after);
  return {
    object: isDeleted ? before : after,
    isDeleted,
    before: action === "stays" ? before : undefined,
    annotations: {
      action: summaryOf(change)?.action ?? "unchanged",
      changes: changesIn(change),
      marks: findings.map(({ rule, effect }) => ({ severity: rule.severity, message: effect })),
    },
  };
}

const protocols: Partial<Record<ObjectKind, MapProtocol>> = {
  httpsEdge: "HTTPS",
  tlsEdge: "TLS",
  tcpEdge: "TCP",
};

type MapProtocol = "HTTPS" | "TLS" | "TCP";

function mapOfObjects(
  { project, stack, unread }: Pick<Ingress, "project" | "stack" | "unread">,
  all: readonly MappedObject[],
): StackMap {
  const routes = all.filter(({ object }) => object.kind === "httpsEdgeRoute" && object.args);
  const routesByEdge = Map.groupBy(routes, edgeOf);
  const declared = all.flatMap((each) => {
    const { kind, key } = each.object;
    const protocol = protocols[kind];
    if (!protocol) return [];
    return [mapEdge(protocol, key, each, protocol === "HTTPS" ? routesByEdge.get(key) : [])];
  });
  // An edge that no resource configures is on the map because of its routes.
  const declaredIds: ReadonlySet<Item> = new Set(
    declared.filter(({ kind }) => kind === "HTTPS").map(({ id }) => id),
  );
  const undeclared = [...routesByEdge].filter(([id]) => !declaredIds.has(id));
  return {
    project,
    stack,
    edges: [
      ...declared,
      ...undeclared.map(([id, ofEdge]) => mapEdge("HTTPS", id, undefined, ofEdge)),
    ],
    objects: [
      ...all.flatMap(({ object, annotations }) => mapObject(object, annotations)),
      ...unread.map(unreadObject),
    ],
  };
}

function mapEdge(
  kind: MapProtocol,
  id: Item,
  edge?: MappedObject,
  routes: readonly MappedObject[] = [],
): MapEdge {
  const modules = edge?.object.modules ?? {};
  return {
    kind,
    id,
    ...(edge?.annotations ?? UNCHANGED),
    modules: edge && !edge.isDeleted ? descriptionsOf(modules) : [],
    routes: routes.map(mapRoute).sort(compareMatches),
    backend: backendOf(modules),
  };
}

/** The edge that a route is on. If the edge is hidden, the edge before the change. */
function edgeOf({ object, before }: MappedObject): Item {
  const edge = itemAt(object, "edgeId");
  const edgeBefore = before && itemAt(before, "edgeId");
  return isHidden(edge) && typeof edgeBefore === "string" ? edgeBefore : edge;
}

const itemAt = ({ args }: IngressObject, path: string): Item =>
  args ? (textAt(args, path) ?? hiddenAt(args, path) ?? UNKNOWN) : UNKNOWN;

function mapRoute({ object, isDeleted, before, annotations }: MappedObject): MapRoute {
  const access: RouteAccess = isDeleted ? "serves nothing" : accessOfRoute(object);
  const accessBefore = before ? accessOfRoute(before) : access;
  return {
    match: itemAt(object, "match"),
    isExact: scopeOf(object)?.isExact ?? false,
    access,
    accessBefore: accessBefore === access ? undefined : accessBefore,
    ...annotations,
    modules: descriptionsOf(object.modules),
    backend: backendOf(object.modules),
    declaredBy: object.args?.declaration.resource ?? "",
  };
}

const accessOfRoute = (route: IngressObject): RouteAccess =>
  route.isServing ? accessOf(route) : "serves nothing";

/** The name of a map: its project and stack, or the account. */
export const titleOf = ({ project, stack }: StackMap): string =>
  stack === "" ? project : `${project}/${stack}`;

/** The map for programs, which docs/map.md describes. */
export const asJson = (maps: readonly StackMap[]): string =>
  jsonReport(1, {
    counts: countsOf(maps),
    stacks: maps.map((map) => ({ ...map, edges: map.edges.map(edgeJson) })),
  });

const edgeJson = (edge: MapEdge): object => ({
  ...edge,
  id: itemText(edge.id),
  routes: edge.routes.map((route) => ({ ...route, match: itemText(route.match) })),
});

export function countsOf(maps: readonly StackMap[]): Readonly<Record<RouteAccess, number>> {
  const routes = maps.flatMap(({ edges }) => edges.flatMap((edge) => edge.routes));
  return tally(accessNames, routes, ({ access }) => access);
}
