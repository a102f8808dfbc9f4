import stringWidth from "string-width";
import { chunksOf } from "../report/table";
import { markup, printable } from "../report/text";
import { type GraphNode, graphOf } from "./graph";
import { type Box, layoutOf, MARGIN, type Placed } from "./layout";
import { type Access, accesses, accessNames, accessText, countsOf, type StackMap, styleOf, titleOf } from "./model";

const [CHARACTER, LINE, PADDING, LONGEST] = [8, 18, 10, 44] as const;

/** The width of a sample of a colour. */
const SAMPLE = 22;

/** A drawing for documents: edges, routes in the order in which they may match, and backends. */
export function asSvg(maps: readonly StackMap[]): string {
  const graphs = maps.map((map, index) => graphOf(map, `s${index}`));
  const groups = graphs.flatMap((graph) => graph.groups.map((columns) => columns.map((nodes) => nodes.map(boxOf))));
  const objects = graphs.flatMap((graph) => graph.objects.map(boxOf));
  const { places, width: used, height: bottom } = layoutOf(groups, objects);
  const counts = countsOf(maps);
  const legend = accessNames.filter((access) => counts[access] > 0);
  const width = round(Math.max(used, ...legend.map((each) => SAMPLE + lineWidth(meaningOf(each)) + 3 * MARGIN)));
  const height = round(bottom + legend.length * LINE + (legend.length > 0 ? MARGIN : 0));
  const title = `Ingress of ${maps.map(titleOf).join(", ")}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title id="title">${markup(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="100%" height="100%"/>`,
    ...graphs.flatMap(({ arrows }) => arrows.map(([from, to]) => arrowElement(places.get(from), places.get(to)))),
    ...[...places.values()].map(boxElement),
    ...legend.map((access, index) => legendElement(access, bottom + LINE * index)),
    "</svg>",
  ].join("\n");
}

const lineWidth = (line: string): number => stringWidth(line) * CHARACTER;

/** What the colour and the symbol of a route mean. */
const meaningOf = (access: Access): string => `${accessText(access)}: ${accesses[access].meaning}`;

function boxOf({ id, kind, access, lines: texts }: GraphNode): Box {
  const lines = texts.flatMap(wrapped);
  return {
    ...{ id, lines, style: access ? styleOf(access) : kind },
    width: Math.max(...lines.map(lineWidth)) + 2 * PADDING,
    height: lines.length * LINE + PADDING,
  };
}

/** Lines that fit into a box. A line ends between two words if it can, and in no case within a character. */
function wrapped(text: string): string[] {
  const words = printable(text).split(/(?<= )/);
  const [first = "", ...chunks] = words.flatMap((word) => chunksOf(word, LONGEST));
  const lines = [first];
  for (const chunk of chunks) {
    const line = `${lines.at(-1)}${chunk}`;
    if (stringWidth(line) > LONGEST) lines.push(chunk);
    else lines.splice(-1, 1, line);
  }
  return lines.map((line) => line.trimEnd());
}

const round = (value: number): string => value.toFixed(0);

/** From the right of a box to the left of another. */
function arrowElement(from: Placed | undefined, to: Placed | undefined): string {
  if (!from || !to) return "";
  const [start, end] = [from.top + from.height / 2, to.top + to.height / 2];
  return `<path class="arrow" d="M${round(from.left + from.width)},${round(start)}L${round(to.left)},${round(end)}"/>`;
}

function boxElement(box: Placed): string {
  const texts = box.lines.map((line, index) => {
    const [left, top] = [round(box.left + PADDING), round(box.top + PADDING / 2 + LINE * (index + 0.75))];
    return `<text x="${left}" y="${top}"${index === 0 ? ' class="first"' : ""}>${markup(line)}</text>`;
  });
  const [left, top, width, height] = [box.left, box.top, box.width, box.height].map(round);
  return `<g class="${box.style}"><rect class="box" x="${left}" y="${top}" width="${width}" height="${height}" rx="5"/>${texts.join("")}</g>`;
}

const legendElement = (access: Access, top: number): string =>
  `<g class="${styleOf(access)}"><rect class="box" x="${MARGIN}" y="${round(top + 2)}" width="${SAMPLE}" height="13" rx="3"/><text x="${SAMPLE + 2 * MARGIN}" y="${round(top + 13)}">${markup(meaningOf(access))}</text></g>`;

const STYLE = `
text { font: 13px ui-monospace, monospace; fill: #1b1b1b; } .first { font-weight: 700; }
.page { fill: #ffffff; } .box { fill: #f5f6f8; stroke: #50555c; stroke-width: 1.5; } .arrow { fill: none; stroke: #50555c; stroke-width: 1.5; }
.open .box { fill: #ffe3df; stroke: #a3160f; stroke-width: 3; } .weak .box { fill: #fff0cf; stroke: #7a4d00; stroke-width: 2; }
.object .box { fill: none; } .protected .box { fill: #ddf3e3; stroke: #14602f; } .not-known .box, .serves-nothing .box { stroke-dasharray: 5; }
@media (prefers-color-scheme: dark) { text { fill: #ececec; } .page { fill: #17191c; } .box { fill: #212429; stroke: #b4bac3; }
.arrow { stroke: #b4bac3; } .open .box { fill: #4a1714; stroke: #ff9d94; } .weak .box { fill: #453206; stroke: #f3c46b; }
.protected .box { fill: #123a20; stroke: #86d9a2; } }
`;
