import { printable } from "../report/text";
import type { Access } from "./access";
import { changeLines } from "./changes";
import { markText } from "./drawn";
import { type MapEdge, type MapRoute, type StackMap, titleOf } from "./model";

const classes: Readonly<Record<Access, string>> = {
  open: "open",
  weak: "weak",
  protected: "protected",
  "not known": "unknown",
  "serves nothing": "idle",
};

const STYLES = [
  "  classDef open fill:#ffd9d4,stroke:#b3261e,color:#1f1f1f",
  "  classDef weak fill:#ffe9b8,stroke:#8a5a00,color:#1f1f1f",
  "  classDef protected fill:#d5f0dc,stroke:#1b6e3a,color:#1f1f1f",
  "  classDef unknown fill:#e6e6e6,stroke:#555555,color:#1f1f1f,stroke-dasharray:4",
  "  classDef idle fill:#ffffff,stroke:#8a8a8a,color:#555555",
];

/** A Mermaid diagram, for documents and pull requests: edges, routes in the order in which they may match, backends. */
export const asMermaid = (maps: readonly StackMap[]): string =>
  ["flowchart LR", ...maps.flatMap((map, index) => stackLines(map, `s${index}`)), ...STYLES].join("\n");

const stackLines = (map: StackMap, id: string): string[] => [
  `  subgraph ${id}["${text(titleOf(map))}"]`,
  ...map.edges.flatMap((edge, index) => edgeLines(edge, `${id}e${index}`)),
  ...map.objects.map(
    ({ kind, name, fate, changes, facts, marks }, index) =>
      `    ${id}o${index}[["${text([`${kind} ${name}`, ...facts, ...changeLines(fate, changes), ...marks.map(markText)].join("; "))}"]]`,
  ),
  "  end",
];

function edgeLines({ kind, id: edge, fate, changes, modules, routes, marks }: MapEdge, id: string): string[] {
  const titles = modules.map((each) => each.title);
  const title = [`${kind} edge ${edge}`, ...titles, ...changeLines(fate, changes), ...marks.map(markText)].join("; ");
  return [
    `    ${id}(["${text(title)}"])`,
    ...routes.flatMap((route, index) => routeLines(route, id, `${id}r${index}`)),
  ];
}

function routeLines(route: MapRoute, edge: string, id: string): string[] {
  const { match, isExact, access, accessBefore: before, fate, changes, modules, backend, marks } = route;
  const chain = modules.filter(({ name, state }) => name !== "backend" && state !== "off").map(({ title }) => title);
  const judged = before === undefined ? access : `${access} (before: ${before})`;
  const words = [
    `${match} (${isExact ? "exact" : "prefix"})`,
    judged,
    ...chain,
    ...changeLines(fate, changes),
    ...marks.map(markText),
  ];
  return [
    `    ${edge} --> ${id}["${text(words.join("; "))}"]:::${classes[access]}`,
    ...(backend === undefined ? [] : [`    ${id} --> ${id}b[("${text(backend)}")]`]),
  ];
}

/** Text of a node. Mermaid has entities of its own; every character that could mean anything becomes one. */
const text = (value: string): string =>
  printable(value).replaceAll(/[^\p{L}\p{N} .,/:()_-]/gu, (character) => `#${character.codePointAt(0)};`);
