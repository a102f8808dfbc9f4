import { printable } from "../report/text";
import type { RouteAccess } from "./accesses";
import { type GraphNode, graphOf } from "./graph";
import { type StackMap, titleOf } from "./model";

/** The class of each access, and its style. */
const classes: Readonly<Record<RouteAccess, { readonly name: string; readonly style: string }>> = {
  open: { name: "open", style: "fill:#ffd9d4,stroke:#b3261e,color:#1f1f1f" },
  weak: { name: "weak", style: "fill:#ffe9b8,stroke:#8a5a00,color:#1f1f1f" },
  protected: { name: "protected", style: "fill:#d5f0dc,stroke:#1b6e3a,color:#1f1f1f" },
  "not known": {
    name: "unknown",
    style: "fill:#e6e6e6,stroke:#555555,color:#1f1f1f,stroke-dasharray:4",
  },
  "serves nothing": { name: "idle", style: "fill:#ffffff,stroke:#8a8a8a,color:#555555" },
};

/** A Mermaid diagram, for documents and pull requests. */
export const asMermaid = (maps: readonly StackMap[]): string =>
  [
    "flowchart LR",
    ...maps.flatMap((map, index) => graphLines(map, `s${index}`)),
    ...Object.values(classes).map(({ name, style }) => `  classDef ${name} ${style}`),
  ].join("\n");

function graphLines(map: StackMap, id: string): string[] {
  const { nodes, arrows } = graphOf(map, id);
  return [
    `  subgraph ${id}["${text(titleOf(map))}"]`,
    ...nodes.map(nodeLine),
    ...arrows.map(([from, to]) => `    ${from} --> ${to}`),
    "  end",
  ];
}

/** The delimiters of the text of a node, which give the node its shape. */
const shapes = {
  edge: { begin: "([", end: "])" },
  route: { begin: "[", end: "]" },
  backend: { begin: "[(", end: ")]" },
  object: { begin: "[[", end: "]]" },
} as const;

function nodeLine({ id, kind, access, lines }: GraphNode): string {
  const { begin, end } = shapes[kind];
  const node = `    ${id}${begin}"${text(lines.join("; "))}"${end}`;
  return access === undefined ? node : `${node}:::${classes[access].name}`;
}

/** Text of a node. Mermaid has entities of its own; every character that could mean anything there becomes one. */
const text = (value: string): string =>
  printable(value).replaceAll(
    /[^\p{L}\p{N}\p{So} .,/:()_-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
