import type { Access } from "./access";
import { changedLines } from "./changes";
import type { MapEdge, MapRoute, StackMap } from "./model";

/** What a drawing has a box for. */
export interface GraphNode {
  readonly id: string;
  readonly kind: "edge" | "route" | "backend" | "object";
  readonly title: string;
  /** Of a route. */
  readonly access?: Access;
  readonly accessBefore?: Access;
  /** Titles of the modules in force. */
  readonly modules: readonly string[];
  /** Facts, changes and findings. */
  readonly notes: readonly string[];
}

/** A stack as boxes and arrows, for every printer: by edge, and all of them in the order of the edges. */
export function graphOf(map: StackMap, id: string) {
  const groups = map.edges.map((edge, index) => groupOf(edge, `${id}e${index}`));
  const objects = map.objects.map(
    (each, index): GraphNode => ({
      ...{ id: `${id}o${index}`, kind: "object", title: `${each.kind} ${each.name}`, modules: [] },
      notes: [...each.facts, ...changedLines(each)],
    }),
  );
  const nodes = [...groups.flatMap(({ columns }) => columns.flat()), ...objects];
  return { groups, objects, nodes, arrows: groups.flatMap(({ arrows }) => arrows) };
}

/** An edge, its routes in the order in which they may match, and their backends, in columns; and what leads where. */
function groupOf(edge: MapEdge, id: string) {
  const routes = edge.routes.map((route, index): GraphNode => {
    const { match, isExact, access, accessBefore } = route;
    const title = `${match} (${isExact ? "exact" : "prefix"})`;
    const shown = { access, ...(accessBefore && { accessBefore }) };
    return { id: `${id}r${index}`, kind: "route", title, ...shown, ...linesOf(route) };
  });
  const served = [edge, ...edge.routes].flatMap(({ backend }, index) =>
    backend === undefined ? [] : [{ from: routes[index - 1]?.id ?? id, backend }],
  );
  const backends = [...new Set(served.map(({ backend }) => backend))];
  const backendId = (backend: string) => `${id}b${backends.indexOf(backend)}`;
  const columns: readonly (readonly GraphNode[])[] = [
    [{ id, kind: "edge", title: `${edge.kind} edge ${edge.id}`, ...linesOf(edge) }],
    routes,
    backends.map((each) => ({
      ...{ id: backendId(each), kind: "backend", title: `backend ${each}`, modules: [], notes: [] },
    })),
  ];
  return {
    columns,
    arrows: [
      ...routes.map((route) => [id, route.id] as const),
      ...served.map(({ from, backend }) => [from, backendId(backend)] as const),
    ],
  };
}

const linesOf = (each: MapEdge | MapRoute): Pick<GraphNode, "modules" | "notes"> => ({
  modules: each.modules.flatMap(({ name, state, title }) => (name === "backend" || state === "off" ? [] : [title])),
  notes: changedLines(each),
});
