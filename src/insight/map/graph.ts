import type { ModuleDescription } from "../describe/modules";
import type { Access } from "./access";
import { changeLines } from "./changes";
import { markText } from "./drawn";
import { type MapEdge, type StackMap, titleOf } from "./model";

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

/** A stack as boxes and arrows, for every printer: edges, routes in the order in which they may match, backends, objects. */
export interface Graph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly arrows: readonly (readonly [from: string, to: string])[];
}

export function graphOf(map: StackMap, id: string): Graph {
  const edges = map.edges.map((edge, index) => edgeGraph(edge, `${id}e${index}`));
  const objects = map.objects.map(
    ({ kind, name, fate, changes, facts, marks }, index): GraphNode => ({
      ...{ id: `${id}o${index}`, kind: "object", title: `${kind} ${name}`, modules: [] },
      notes: [...facts, ...changeLines(fate, changes), ...marks.map(markText)],
    }),
  );
  return {
    title: titleOf(map),
    nodes: [...edges.flatMap(({ nodes }) => nodes), ...objects],
    arrows: edges.flatMap(({ arrows }) => arrows),
  };
}

function edgeGraph(
  { kind, id: edge, fate, changes, modules, routes, backend: own, marks }: MapEdge,
  id: string,
): Omit<Graph, "title"> {
  const served = [
    { from: id, backend: own },
    ...routes.map(({ backend }, index) => ({ from: `${id}r${index}`, backend })),
  ];
  const backends = [...new Set(served.flatMap(({ backend }) => (backend === undefined ? [] : [backend])))];
  const backendId = (backend: string) => `${id}b${backends.indexOf(backend)}`;
  return {
    nodes: [
      {
        ...{ id, kind: "edge", title: `${kind} edge ${edge}`, modules: titlesOf(modules) },
        notes: [...changeLines(fate, changes), ...marks.map(markText)],
      },
      ...routes.map(
        ({ match, isExact, access, accessBefore, ...route }, index): GraphNode => ({
          ...{ id: `${id}r${index}`, kind: "route", title: `${match} (${isExact ? "exact" : "prefix"})`, access },
          ...(accessBefore && { accessBefore }),
          modules: titlesOf(route.modules),
          notes: [...changeLines(route.fate, route.changes), ...route.marks.map(markText)],
        }),
      ),
      ...backends.map(
        (backend): GraphNode => ({
          ...{ id: backendId(backend), kind: "backend", title: `backend ${backend}`, modules: [], notes: [] },
        }),
      ),
    ],
    arrows: [
      ...routes.map((_, index) => [id, `${id}r${index}`] as const),
      ...served.flatMap(({ from, backend }) => (backend === undefined ? [] : [[from, backendId(backend)] as const])),
    ],
  };
}

const titlesOf = (modules: readonly ModuleDescription[]): string[] =>
  modules.filter(({ name, state }) => name !== "backend" && state !== "off").map(({ title }) => title);
