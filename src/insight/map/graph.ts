import { changedLines } from "./changes";
import { type Access, accessText, type MapEdge, type MapRoute, type StackMap } from "./model";

/** What a drawing has a box for. */
export interface GraphNode {
  readonly id: string;
  readonly kind: "edge" | "route" | "backend" | "object";
  /** Of a route. */
  readonly access?: Access;
  /** What it is; of a route, who gets in; the modules in force, facts, changes and findings. */
  readonly lines: readonly string[];
}

/** A stack as boxes and arrows, for every printer: the columns of each edge, and the objects that no request passes. */
export function graphOf(map: StackMap, id: string) {
  const edges = map.edges.map((edge, index) => edgeGraph(edge, `${id}e${index}`));
  const objects = map.objects.map(
    (each, index): GraphNode => ({
      ...{ id: `${id}o${index}`, kind: "object" },
      lines: [`${each.kind} ${each.name}`, ...each.facts, ...changedLines(each)],
    }),
  );
  const groups = edges.map(({ columns }) => columns);
  return { groups, objects, nodes: [...groups.flat(2), ...objects], arrows: edges.flatMap(({ arrows }) => arrows) };
}

/** An edge, its routes in the order in which they may match, and their backends, in columns; and what leads where. */
function edgeGraph(edge: MapEdge, id: string) {
  const routes = edge.routes.map((route, index): GraphNode => {
    return { id: `${id}r${index}`, kind: "route", access: route.access, lines: routeLines(route) };
  });
  const served = [edge, ...edge.routes].flatMap(({ backend }, index) =>
    backend === undefined ? [] : [{ from: routes[index - 1]?.id ?? id, backend }],
  );
  const backends = [...new Set(served.map(({ backend }) => backend))];
  const backendId = (backend: string) => `${id}b${backends.indexOf(backend)}`;
  const lines = [`${edge.kind} edge ${edge.id}`, ...titlesInForce(edge), ...changedLines(edge)];
  const columns: GraphNode[][] = [
    [{ id, kind: "edge", lines }],
    routes,
    backends.map((each) => ({ id: backendId(each), kind: "backend", lines: [`backend ${each}`] })),
  ];
  const arrows = [
    ...routes.map((route) => [id, route.id] as const),
    ...served.map(({ from, backend }) => [from, backendId(backend)] as const),
  ];
  return { columns, arrows };
}

/** The modules that a request passes at a route follow one another. */
function routeLines(route: MapRoute): string[] {
  const { match, isExact, access, accessBefore } = route;
  const before = accessBefore === undefined ? "" : `; before: ${accessText(accessBefore)}`;
  const passed = titlesInForce(route).join(" → ");
  const head = [`${match} (${isExact ? "exact" : "prefix"})`, `${accessText(access)}${before}`];
  return [...head, ...(passed === "" ? [] : [passed]), ...changedLines(route)];
}

const titlesInForce = ({ modules }: MapEdge | MapRoute): string[] =>
  modules.flatMap(({ name, state, title }) => (name === "backend" || state === "off" ? [] : [title]));
