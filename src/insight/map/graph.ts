import { itemText } from "../ingress/modules";
import { changedLines } from "./changes";
import { type Access, accessText, type MapEdge, type MapRoute, type StackMap } from "./model";

/** A box of a drawing. */
export interface GraphNode {
  readonly id: string;
  readonly kind: "edge" | "route" | "backend" | "object";
  /** Only a route has an access. */
  readonly access?: Access;
  /** The kind and name; of a route, the access; the modules in force, facts, changes and findings. */
  readonly lines: readonly string[];
}

/** A stack as boxes and arrows, for every printer: the columns of each edge, and the objects that no request passes. */
export function graphOf(map: StackMap, id: string) {
  const edges = map.edges.map((edge, index) => edgeGraph(edge, `${id}e${index}`));
  const objects = map.objects.map((each, index): GraphNode => {
    const lines = [`${each.kind} ${each.name}`, ...each.facts, ...changedLines(each)];
    return { id: `${id}o${index}`, kind: "object", lines };
  });
  const groups = edges.map(({ columns }) => columns);
  return {
    groups,
    objects,
    nodes: [...groups.flat(2), ...objects],
    arrows: edges.flatMap(({ arrows }) => arrows),
  };
}

/** An edge, its routes in the order in which they may match, and their backends, in columns; and what leads where. */
function edgeGraph(edge: MapEdge, id: string) {
  const backends = [...new Set([edge, ...edge.routes].flatMap(({ backend }) => backend ?? []))];
  const toBackend = (from: string, { backend }: MapEdge | MapRoute) =>
    backend === undefined ? [] : [[from, `${id}b${backends.indexOf(backend)}`] as const];
  const routes = edge.routes.map((route, index) => ({ ...route, id: `${id}r${index}` }));
  const columns: GraphNode[][] = [
    [
      {
        id,
        kind: "edge",
        lines: [
          `${edge.kind} edge ${itemText(edge.id)}`,
          ...titlesInForce(edge),
          ...changedLines(edge),
        ],
      },
    ],
    routes.map((route) => ({
      id: route.id,
      kind: "route",
      access: route.access,
      lines: routeLines(route),
    })),
    backends.map((each, index) => ({
      id: `${id}b${index}`,
      kind: "backend",
      lines: [`backend ${each}`],
    })),
  ];
  const toRoutes = routes.map((route) => [id, route.id] as const);
  const arrows = [
    ...toRoutes,
    ...toBackend(id, edge),
    ...routes.flatMap((route) => toBackend(route.id, route)),
  ];
  return { columns, arrows };
}

/** The modules that a request passes at a route follow one another. */
function routeLines(route: MapRoute): string[] {
  const { match, isExact, access, accessBefore } = route;
  const before = accessBefore === undefined ? "" : `; before: ${accessText(accessBefore)}`;
  const passed = titlesInForce(route).join(" → ");
  const head = [
    `${itemText(match)} (${isExact ? "exact" : "prefix"})`,
    `${accessText(access)}${before}`,
  ];
  return [...head, ...(passed === "" ? [] : [passed]), ...changedLines(route)];
}

const titlesInForce = ({ modules }: MapEdge | MapRoute): string[] =>
  modules.flatMap(({ name, state, title }) =>
    name === "backend" || state === "off" ? [] : [title],
  );
