import { changesOf } from "../change/change";
import { isThere, type ObjectChange } from "../change/objects";
import { summaryOf } from "../change/summary";
import type { Preview } from "../engine/preview";
import { hiddenAt, textAt } from "../ingress/arguments";
import type { Modules, ObjectKind } from "../ingress/declared-object";
import { backendOf, descriptionsOf, type ModuleDescription } from "../ingress/describe";
import type { Ingress, IngressObject } from "../ingress/ingress";
import { compareMatches, isExactMatch } from "../ingress/routing";
import { type Item, UNKNOWN } from "../ingress/value";
import type { Finding } from "../report/finding";
import { tally } from "../report/text";
import { reviewChanges } from "../review/findings";
import { accessNames, type RouteAccess, routeAccess } from "./accesses";
import { type Annotations, changesIn, isOnBothSides, UNCHANGED } from "./changes";
import { type MapObject, mapModules, mapObject, unreadObject } from "./objects";

type EdgeProtocol = "HTTPS" | "TLS" | "TCP";

const protocols: Partial<Record<ObjectKind, EdgeProtocol>> = {
  httpsEdge: "HTTPS",
  tlsEdge: "TLS",
  tcpEdge: "TCP",
};

/** An edge with its routes, in the order in which they may match. */
export interface MapEdge extends Annotations {
  /** The protocol that the edge serves. */
  readonly kind: EdgeProtocol;
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
  /** The access before the change, if the route is on the server on both sides and its access changes. */
  readonly accessBefore: RouteAccess | undefined;
  readonly modules: readonly ModuleDescription[];
  readonly backend: string | undefined;
  readonly declaredBy: string;
}

/**
 * The edges, routes and other objects of one stack. A route of which the stack declares only modules is among the objects, because nothing
 * shows its match. JSON reports contain the map: its members, and the members of its parts, are public.
 */
export interface StackMap {
  readonly project: string;
  readonly stack: string;
  readonly edges: readonly MapEdge[];
  readonly objects: readonly MapObject[];
}

/** An object of the ingress with the notes on it, from which a part of the map is made. */
interface AnnotatedObject {
  /** The object after the change; before the change if nothing of it is left. */
  readonly object: IngressObject;
  /**
   * True if the program declares nothing of it any longer, and nothing of it is retained on the server: a deleted object, or an edge or
   * a route of another program that loses its last module.
   */
  readonly isRemoved: boolean;
  /** The object before the change, if it is on the server before and after the change. */
  readonly before: IngressObject | undefined;
  readonly annotations: Annotations;
}

/** The map of an ingress as it is. */
export const mapOf = (ingress: Ingress): StackMap =>
  mapOfObjects(ingress, ingress.objects.map(unchangedObject));

const unchangedObject = (object: IngressObject): AnnotatedObject => ({
  object,
  isRemoved: false,
  before: undefined,
  annotations: UNCHANGED,
});

/** The map of the ingress after a previewed change, with the changes and the findings of the review. */
export function mapOfPreview(preview: Preview): StackMap {
  const change = changesOf(preview);
  const { findings } = reviewChanges([{ preview, change }]);
  const findingsByObject = Map.groupBy(findings, ({ object }) => object);
  const objects = change.objects.map((object) => {
    // `Finding.object` consists of the kind and the key.
    const objectFindings = findingsByObject.get(`${object.kind} ${object.key}`) ?? [];
    return annotatedObject(object, objectFindings);
  });
  return mapOfObjects(change.after, objects);
}

/** The object of a change, with the change and the findings of the review as notes. */
function annotatedObject(change: ObjectChange, findings: readonly Finding[]): AnnotatedObject {
  const { before, after } = change;
  const isRemoved = !isThere(after);
  return {
    object: isRemoved ? before : after,
    isRemoved,
    before: isOnBothSides(change) ? before : undefined,
    annotations: {
      action: summaryOf(change)?.action ?? "unchanged",
      changes: changesIn(change),
      marks: findings.map(({ rule, effect }) => ({ severity: rule.severity, message: effect })),
    },
  };
}

function mapOfObjects(
  { project, stack, unread }: Pick<Ingress, "project" | "stack" | "unread">,
  all: readonly AnnotatedObject[],
): StackMap {
  const routes = all.filter(({ object }) => object.kind === "httpsEdgeRoute" && object.args);
  const others = all.flatMap((annotated) => [
    ...mapObject(annotated.object, annotated.annotations),
    ...mapModules(annotated.object, modulesOf(annotated), annotated.annotations),
  ]);
  return {
    project,
    stack,
    edges: mapEdges(all, Map.groupBy(routes, edgeOfRoute)),
    objects: [...others, ...unread.map(unreadObject)],
  };
}

function mapEdges(
  all: readonly AnnotatedObject[],
  routesByEdge: ReadonlyMap<Item, readonly AnnotatedObject[]>,
): MapEdge[] {
  const declared = all.flatMap((edge) => declaredEdge(edge, routesByEdge));
  const configured = new Set<Item>(
    all.filter(({ object }) => object.kind === "httpsEdge").map(({ object }) => object.key),
  );
  // An edge that no resource configures is on the map because of its routes.
  const others = [...routesByEdge]
    .filter(([id]) => !configured.has(id))
    .map(([id, routes]) => mapEdge("HTTPS", id, undefined, routes));
  return [...declared, ...others];
}

function declaredEdge(
  edge: AnnotatedObject,
  routesByEdge: ReadonlyMap<Item, readonly AnnotatedObject[]>,
): MapEdge[] {
  const { kind, key, id = UNKNOWN } = edge.object;
  const protocol = protocols[kind];
  if (!protocol) return [];
  // Only HTTPS edges have routes.
  const routes = protocol === "HTTPS" ? routesByEdge.get(key) : undefined;
  return [mapEdge(protocol, id, edge, routes ?? [])];
}

function mapEdge(
  kind: EdgeProtocol,
  id: Item,
  edge: AnnotatedObject | undefined,
  routes: readonly AnnotatedObject[],
): MapEdge {
  const modules = edge ? modulesOf(edge) : {};
  const annotations = edge?.annotations ?? UNCHANGED;
  return {
    kind,
    id,
    ...annotations,
    modules: descriptionsOf(modules),
    routes: routes.map(mapRoute).sort(compareMatches),
    backend: backendOf(modules),
  };
}

/** The modules that are on the server after the change. An object that is not a resource stays on the map without its modules. */
const modulesOf = ({ object, isRemoved }: AnnotatedObject): Modules =>
  isRemoved ? {} : object.modules;

/**
 * The edge of a route. If only an apply will know the edge, the edge before the change. An edge that is a secret stays hidden, although the
 * state before the change may show it.
 */
function edgeOfRoute({ object, before }: AnnotatedObject): Item {
  const edge = itemAt(object, "edgeId");
  const edgeBefore = before && itemAt(before, "edgeId");
  return edge === UNKNOWN && typeof edgeBefore === "string" ? edgeBefore : edge;
}

function itemAt({ args }: IngressObject, path: string): Item {
  if (!args) return UNKNOWN;
  return textAt(args, path) ?? hiddenAt(args, path) ?? UNKNOWN;
}

function mapRoute({ object, isRemoved, before, annotations }: AnnotatedObject): MapRoute {
  const access: RouteAccess = isRemoved ? "serves nothing" : routeAccess(object);
  const accessBefore = before ? routeAccess(before) : access;
  return {
    match: itemAt(object, "match"),
    isExact: object.args !== undefined && isExactMatch(object.args),
    access,
    accessBefore: accessBefore === access ? undefined : accessBefore,
    ...annotations,
    modules: descriptionsOf(object.modules),
    backend: backendOf(object.modules),
    declaredBy: object.args?.declaration.resource ?? "",
  };
}

/** The name of a map: its project and stack, or the account. */
export const titleOf = ({ project, stack }: StackMap): string =>
  stack === "" ? project : `${project}/${stack}`;

/** The number of routes of each access. */
export function countsOf(maps: readonly StackMap[]): Readonly<Record<RouteAccess, number>> {
  const routes = maps.flatMap(({ edges }) => edges.flatMap((edge) => edge.routes));
  return tally(accessNames, routes, ({ access }) => access);
}
