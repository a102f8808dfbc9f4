import { itemText } from "../ingress/module-descriptions";
import { accessText, type RouteAccess } from "./accesses";
import { annotationLines } from "./changes";
import type { MapEdge, MapRoute, StackMap } from "./model";
import { kindText } from "./objects";

/** A box of a drawing. */
export interface GraphNode {
  readonly id: string;
  readonly kind: "edge" | "route" | "backend" | "object";
  /** Only a route has an access. */
  readonly access?: RouteAccess;
  /**
   * The first line is the kind and name, or the match of a route. The access of a route, the modules that are not disabled, facts,
   * changes and findings follow.
   */
  readonly lines: readonly string[];
}

/** A stack as boxes and arrows, for the formats that are drawings: SVG and Mermaid. */
export interface Graph {
  /** The columns of each edge: the edge, its routes in the order in which they may match, and their backends. */
  readonly groups: readonly Columns[];
  /** The boxes of everything else: objects of the account, modules of routes that the stack does not declare, and parts that were not read. */
  readonly objects: readonly GraphNode[];
  /** The boxes of all groups and objects. */
  readonly nodes: readonly GraphNode[];
  readonly arrows: readonly Arrow[];
}

type Columns = readonly (readonly GraphNode[])[];

/** The ids of the boxes that an arrow joins. */
type Arrow = readonly [from: string, to: string];

/** @param prefix The beginning of the ids of all boxes, by which the boxes of several stacks differ. */
export function graphOf(map: StackMap, prefix: string): Graph {
  const edges = map.edges.map((edge, index) => edgeGraph(edge, `${prefix}e${index}`));
  const objects = map.objects.map((object, index): GraphNode => {
    const lines = [
      `${kindText(object)} ${object.name}`,
      ...object.facts,
      ...annotationLines(object),
    ];
    return { id: `${prefix}o${index}`, kind: "object", lines };
  });
  const groups = edges.map(({ columns }) => columns);
  return {
    groups,
    objects,
    nodes: [...groups.flat(2), ...objects],
    arrows: edges.flatMap(({ arrows }) => arrows),
  };
}

/**
 * The boxes of an edge, its routes and their backends, with the arrows from the edge to its routes, and to the backends from the routes, or
 * from an edge that has a backend without routes.
 */
function edgeGraph(edge: MapEdge, boxId: string): { columns: Columns; arrows: readonly Arrow[] } {
  const routes = edge.routes.map((route, index) => ({ ...route, boxId: `${boxId}r${index}` }));
  const backends = new Set([edge, ...routes].flatMap(({ backend }) => backend ?? []));
  const backendIds = new Map([...backends].map((backend, index) => [backend, `${boxId}b${index}`]));
  const edgeNode: GraphNode = { id: boxId, kind: "edge", lines: edgeLines(edge) };
  const routeNodes = routes.map(
    (route): GraphNode => ({
      id: route.boxId,
      kind: "route",
      access: route.access,
      lines: routeLines(route),
    }),
  );
  const backendNodes = [...backendIds].map(
    ([backend, backendId]): GraphNode => ({
      id: backendId,
      kind: "backend",
      lines: [`backend ${backend}`],
    }),
  );
  const toRoutes = routes.map((route): Arrow => [boxId, route.boxId]);
  const sources = [{ boxId, backend: edge.backend }, ...routes];
  const toBackends = sources.flatMap((source): Arrow[] => {
    const to = source.backend === undefined ? undefined : backendIds.get(source.backend);
    return to === undefined ? [] : [[source.boxId, to]];
  });
  return { columns: [[edgeNode], routeNodes, backendNodes], arrows: [...toRoutes, ...toBackends] };
}

const edgeLines = (edge: MapEdge): string[] => [
  `${edge.kind} edge ${itemText(edge.id)}`,
  ...passedModules(edge),
  ...annotationLines(edge),
];

function routeLines(route: MapRoute): string[] {
  const { match, isExact, access, accessBefore } = route;
  const before = accessBefore === undefined ? "" : `; before: ${accessText(accessBefore)}`;
  const lines = [
    `${itemText(match)} (${isExact ? "exact" : "prefix"})`,
    `${accessText(access)}${before}`,
  ];
  // A request passes these modules in an unknown order: the order here is that of the table of modules.
  const passed = passedModules(route).join(" → ");
  if (passed !== "") lines.push(passed);
  return [...lines, ...annotationLines(route)];
}

/** The titles of the modules, except the backend, that a request passes, or may pass if nothing shows whether they are in force. */
const passedModules = ({ modules }: MapEdge | MapRoute): string[] =>
  modules.flatMap(({ name, state, title }) =>
    name === "backend" || state === "off" ? [] : [title],
  );
