import { itemText } from "../ingress/module-descriptions";
import { jsonReport } from "../report/text";
import { countsOf, type MapEdge, type StackMap } from "./model";

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
