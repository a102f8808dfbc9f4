import { Graph, layout } from "@dagrejs/dagre";
import stringWidth from "string-width";
import { printable } from "../report/text";
import { accesses, accessNames, accessText } from "./access";
import { type GraphNode, graphOf } from "./graph";
import { countsOf, type StackMap, titleOf } from "./model";

/** A box of the drawing. */
interface Box {
  readonly id: string;
  readonly lines: readonly string[];
  readonly style: string;
}

/** What of the library's graph is used: its own types do not resolve in a package like this. */
interface LaidOut {
  setGraph(settings: object): void;
  setDefaultEdgeLabel(label: () => object): void;
  setNode(id: string, size: { readonly width: number; readonly height: number }): void;
  setEdge(from: string, to: string): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(id: string): Place;
  edges(): readonly unknown[];
  edge(arrow: unknown): { readonly points: readonly Point[] };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of a box: its middle, and its size. */
interface Place extends Point {
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  readonly boxes: readonly Box[];
  readonly arrows: readonly (readonly [from: string, to: string])[];
}

const [CHARACTER, LINE, PADDING, MARGIN, LONGEST] = [8, 18, 10, 12, 60] as const;

/** A drawing for documents: edges, routes in the order in which they may match, and backends. */
export function asSvg(maps: readonly StackMap[]): string {
  const graphs = maps.map((map, index) => graphOf(map, `s${index}`));
  const nodes = graphs.flatMap((each) => each.nodes);
  const objects = nodes.filter(({ kind }) => kind === "object").map(boxOf);
  const boxes = nodes.filter(({ kind }) => kind !== "object").map(boxOf);
  const arrows = graphs.flatMap((each) => each.arrows);
  const graph = laidOut({ boxes, arrows });
  const { width: drawn = 0, height: used = 0 } = graph.graph();
  const legend = legendOf(maps);
  const widths = [...legend.map(lineWidth), ...objects.map((box) => sizeOf(box).width)];
  // Of a graph without boxes, both are infinite.
  const width = Math.max(drawn, ...widths.map((each) => each + 2 * MARGIN));
  const bottom = Math.max(used, MARGIN);
  const rows = inRows(objects, width, bottom);
  const top = Math.max(bottom, ...rows.map(({ place }) => place.y + place.height / 2)) + MARGIN;
  const height = top + legend.length * LINE;
  const title = `Ingress of ${maps.map(titleOf).join(", ")}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}">`,
    `<title id="title">${xml(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="100%" height="100%"/>`,
    ...graph.edges().map((arrow) => path(graph.edge(arrow).points)),
    ...boxes.map((box) => boxElement(box, graph.node(box.id))),
    ...rows.map(({ box, place }) => boxElement(box, place)),
    ...legend.map((line, index) => `<text x="${MARGIN}" y="${round(top + LINE * (index + 0.5))}">${xml(line)}</text>`),
    "</svg>",
  ].join("\n");
}

function laidOut({ boxes, arrows }: Drawing): LaidOut {
  const graph: LaidOut = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 12, ranksep: 60, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const box of boxes) graph.setNode(box.id, sizeOf(box));
  for (const [from, to] of arrows) graph.setEdge(from, to);
  // The order of the routes means something.
  layout(graph, { disableOptimalOrderHeuristic: true });
  return graph;
}

const lineWidth = (line: string): number => stringWidth(line) * CHARACTER;

const sizeOf = ({ lines }: Box) => ({
  width: Math.max(...lines.map(lineWidth)) + 2 * PADDING,
  height: lines.length * LINE + PADDING,
});

/** Boxes that no arrow reaches: side by side, as many as fit into a row. */
function inRows(boxes: readonly Box[], width: number, top: number): { readonly box: Box; readonly place: Place }[] {
  let [left, row, below]: [number, number, number] = [MARGIN, top, top];
  return boxes.map((box) => {
    const size = sizeOf(box);
    if (left > MARGIN && left + size.width + MARGIN > width) [left, row] = [MARGIN, below];
    const place = { x: left + size.width / 2, y: row + size.height / 2, ...size };
    [left, below] = [left + size.width + MARGIN, Math.max(below, row + size.height + MARGIN)];
    return { box, place };
  });
}

/** What the symbols of the routes mean. */
function legendOf(maps: readonly StackMap[]): string[] {
  const counts = countsOf(maps);
  const used = accessNames.filter((access) => counts[access] > 0);
  return used.map((access) => `${accessText(access)}: ${accesses[access].meaning}`);
}

/** The box of a node: the modules that a request passes at a route are one line. */
function boxOf({ id, kind, title, access, accessBefore, modules, notes }: GraphNode): Box {
  const before = accessBefore === undefined ? "" : `; before: ${accessText(accessBefore)}`;
  const passed = access !== undefined && modules.length > 0 ? [modules.join(" → ")] : modules;
  const lines = [title, ...(access === undefined ? [] : [`${accessText(access)}${before}`]), ...passed, ...notes];
  return { id, style: access?.replace(" ", "-") ?? kind, lines: lines.map(cut) };
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text that fits into a box; no character is cut in two. */
function cut(text: string): string {
  const all = [...graphemes.segment(printable(text))].map(({ segment }) => segment);
  return all.length <= LONGEST ? all.join("") : `${all.slice(0, LONGEST - 1).join("")}…`;
}

const round = (value: number): string => value.toFixed(0);

const path = (points: readonly Point[]): string =>
  `<path class="arrow" d="M${points.map(({ x, y }) => `${round(x)},${round(y)}`).join("L")}"/>`;

function boxElement({ lines, style }: Box, place: Place): string {
  const [left, top] = [place.x - place.width / 2, place.y - place.height / 2];
  const texts = lines.map(
    (line, index) =>
      `<text x="${round(left + PADDING)}" y="${round(top + PADDING / 2 + LINE * (index + 0.75))}"${index === 0 ? ' class="first"' : ""}>${xml(line)}</text>`,
  );
  return `<g class="${style}"><rect class="box" x="${round(left)}" y="${round(top)}" width="${round(place.width)}" height="${round(place.height)}" rx="5"/>${texts.join("")}</g>`;
}

const xml = (text: string): string =>
  printable(text).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
text { font: 13px ui-monospace, monospace; fill: #1b1b1b; } .first { font-weight: 700; }
.page { fill: #ffffff; } .box { fill: #f5f6f8; stroke: #50555c; stroke-width: 1.5; } .arrow { fill: none; stroke: #50555c; }
.open .box { fill: #ffe3df; stroke: #a3160f; stroke-width: 3; } .weak .box { fill: #fff0cf; stroke: #7a4d00; stroke-width: 2; }
.object .box { fill: none; } .protected .box { fill: #ddf3e3; stroke: #14602f; } .not-known .box, .serves-nothing .box { stroke-dasharray: 5; }
@media (prefers-color-scheme: dark) { text { fill: #ececec; } .page { fill: #17191c; } .box { fill: #212429; stroke: #b4bac3; }
.arrow { stroke: #b4bac3; } .open .box { fill: #4a1714; stroke: #ff9d94; } .weak .box { fill: #453206; stroke: #f3c46b; }
.protected .box { fill: #123a20; stroke: #86d9a2; } }
`;
