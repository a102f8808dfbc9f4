import { escapedMarkup, printable } from "../report/text";
import { widthOf, wrappedLines } from "../report/wrap";
import { accesses, accessNames, accessText, type RouteAccess, styleOf } from "./accesses";
import { type GraphNode, graphOf } from "./graph";
import { countsOf, type StackMap, titleOf } from "./model";

/** The width of a character, and the height of a line. */
const CHARACTER = 8;
const LINE = 18;

/** The space between the border of a box and its text. */
const PADDING = 10;

/** The number of characters after which a line wraps. */
const LONGEST = 43;

/** The width of a sample of a colour. */
const SAMPLE = 22;

/** The space between two boxes, and around the drawing. */
const MARGIN = 12;
const BETWEEN_COLUMNS = 56;

interface Box {
  readonly id: string;
  readonly lines: readonly string[];
  readonly style: string;
  readonly width: number;
  readonly height: number;
}

interface Placed extends Box {
  readonly left: number;
  readonly top: number;
}

/** A drawing for documents: edges, routes in the order in which they may match, and backends; all other objects below them. */
export function asSvg(maps: readonly StackMap[]): string {
  const graphs = maps.map((map, index) => graphOf(map, `s${index}`));
  const groups = graphs.flatMap((graph) =>
    graph.groups.map((columns) => columns.map((nodes) => nodes.map(boxOf))),
  );
  const objects = graphs.flatMap((graph) => graph.objects.map(boxOf));
  const { places, width, height } = layoutOf(groups, objects);
  const legend = legendOf(maps, height);
  const title = `Ingress of ${maps.map(titleOf).join(", ")}`;
  const arrows = graphs.flatMap((graph) => graph.arrows);
  return [
    svgTag(Math.max(width, legend.width), height + legend.height),
    `<title id="title">${escapedMarkup(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="100%" height="100%"/>`,
    ...arrows.map(([from, to]) => arrowElement(places.get(from), places.get(to))),
    ...[...places.values()].map(boxElement),
    ...legend.elements,
    "</svg>",
  ].join("\n");
}

function svgTag(width: number, height: number): string {
  const size = `width="${pixels(width)}" height="${pixels(height)}"`;
  const viewBox = `viewBox="0 0 ${pixels(width)} ${pixels(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title" ${viewBox} ${size}>`;
}

/** The legend of the accesses that a drawing has, with its size. */
function legendOf(
  maps: readonly StackMap[],
  top: number,
): { elements: string[]; width: number; height: number } {
  const counts = countsOf(maps);
  const present = accessNames.filter((access) => counts[access] > 0);
  const widths = present.map((access) => SAMPLE + lineWidth(meaningOf(access)) + 3 * MARGIN);
  return {
    elements: present.map((access, index) => legendElement(access, top + LINE * index)),
    width: Math.max(0, ...widths),
    height: present.length === 0 ? 0 : present.length * LINE + MARGIN,
  };
}

const lineWidth = (line: string): number => widthOf(line) * CHARACTER;

/** The meaning of the colour and the symbol of a route. */
const meaningOf = (access: RouteAccess): string =>
  `${accessText(access)}: ${accesses[access].meaning}`;

function boxOf({ id, kind, access, lines: texts }: GraphNode): Box {
  // A line ends between two words if it can, and in no case within a character.
  const lines = texts.flatMap((text) => wrappedLines(printable(text), LONGEST, { hard: true }));
  return {
    id,
    lines,
    style: access ? styleOf(access) : kind,
    width: Math.max(...lines.map(lineWidth)) + 2 * PADDING,
    height: lines.length * LINE + PADDING,
  };
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** An edge, its routes and their backends, in columns. */
type Columns = readonly (readonly Box[])[];

/** The places of all boxes by their ids, and the size of the drawing. */
interface Layout {
  readonly places: ReadonlyMap<string, Placed>;
  readonly width: number;
  readonly height: number;
}

/**
 * Places all boxes. A column has the same width and position in all groups, and a group has its rows to itself, so that no arrow
 * crosses a box. The objects that no request passes are below the groups.
 */
function layoutOf(groups: readonly Columns[], objects: readonly Box[]): Layout {
  const widths = columnWidths(groups);
  const lefts = widths.map(
    (_, index) => MARGIN + sum(widths.slice(0, index).map((width) => width + BETWEEN_COLUMNS)),
  );
  const places: Placed[] = [];
  let bottom = MARGIN;
  for (const columns of groups) {
    const height = Math.max(...columns.map(heightOf));
    for (const [index, column] of columns.entries()) {
      const top = bottom + (height - heightOf(column)) / 2;
      places.push(...placedInColumn(column, lefts[index] ?? 0, top, widths[index] ?? 0));
    }
    bottom += height;
  }
  const contentRight = Math.max(
    0,
    ...places.map(rightOf),
    ...objects.map(({ width }) => MARGIN + width),
  );
  const width = contentRight + MARGIN;
  const placedObjects = placedInRows(objects, bottom, width);
  return {
    places: new Map([...places, ...placedObjects].map((box) => [box.id, box])),
    width,
    height: Math.max(bottom, ...placedObjects.map((box) => box.top + box.height + MARGIN)),
  };
}

/** The width of each column: that of its widest box in any group. */
const columnWidths = (groups: readonly Columns[]): number[] =>
  (groups[0] ?? []).map((_, index) =>
    Math.max(0, ...groups.flatMap((columns) => columns[index] ?? []).map(({ width }) => width)),
  );

function placedInColumn(
  column: readonly Box[],
  left: number,
  top: number,
  width: number,
): Placed[] {
  let next = top;
  return column.map((box) => {
    const placed = { ...box, left, top: next, width };
    next += box.height + MARGIN;
    return placed;
  });
}

/** Places boxes side by side, as many in a row as fit. */
function placedInRows(boxes: readonly Box[], top: number, right: number): Placed[] {
  let left = MARGIN;
  let rowTop = top;
  let rowBottom = top;
  return boxes.map((box) => {
    const fits = left + box.width + MARGIN <= right;
    if (left > MARGIN && !fits) {
      left = MARGIN;
      rowTop = rowBottom;
    }
    const placed = { ...box, left, top: rowTop };
    left += box.width + MARGIN;
    rowBottom = Math.max(rowBottom, rowTop + box.height + MARGIN);
    return placed;
  });
}

const rightOf = ({ left, width }: Placed): number => left + width;

const heightOf = (column: readonly Box[]): number =>
  sum(column.map(({ height }) => height + MARGIN));

const pixels = (value: number): string => value.toFixed(0);

/** An arrow from the right side of one box to the left side of another. */
function arrowElement(from: Placed | undefined, to: Placed | undefined): string {
  if (!from || !to) return "";
  const start = from.top + from.height / 2;
  const end = to.top + to.height / 2;
  return `<path class="arrow" d="M${pixels(from.left + from.width)},${pixels(start)}L${pixels(to.left)},${pixels(end)}"/>`;
}

function boxElement(box: Placed): string {
  const texts = box.lines.map((line, index) => {
    const left = pixels(box.left + PADDING);
    const top = pixels(box.top + PADDING / 2 + LINE * (index + 0.75));
    return `<text x="${left}" y="${top}"${index === 0 ? ' class="first"' : ""}>${escapedMarkup(line)}</text>`;
  });
  const size = `width="${pixels(box.width)}" height="${pixels(box.height)}"`;
  const rect = `<rect class="box" x="${pixels(box.left)}" y="${pixels(box.top)}" ${size} rx="5"/>`;
  return `<g class="${box.style}">${rect}${texts.join("")}</g>`;
}

function legendElement(access: RouteAccess, top: number): string {
  const size = `width="${SAMPLE}" height="13"`;
  const sample = `<rect class="box" x="${MARGIN}" y="${pixels(top + 2)}" ${size} rx="3"/>`;
  const place = `x="${SAMPLE + 2 * MARGIN}" y="${pixels(top + 13)}"`;
  const text = `<text ${place}>${escapedMarkup(meaningOf(access))}</text>`;
  return `<g class="${styleOf(access)}">${sample}${text}</g>`;
}

const STYLE = `
text { font: 13px ui-monospace, monospace; fill: #1b1b1b; }
.first { font-weight: 700; }
.page { fill: #ffffff; }
.box { fill: #f5f6f8; stroke: #50555c; stroke-width: 1.5; }
.arrow { fill: none; stroke: #50555c; stroke-width: 1.5; }
.object .box { fill: none; }
.open .box { fill: #ffe3df; stroke: #a3160f; stroke-width: 3; }
.weak .box { fill: #fff0cf; stroke: #7a4d00; stroke-width: 2; }
.protected .box { fill: #ddf3e3; stroke: #14602f; }
.not-known .box, .serves-nothing .box { stroke-dasharray: 5; }
@media (prefers-color-scheme: dark) {
text { fill: #ececec; }
.page { fill: #17191c; }
.box { fill: #212429; stroke: #b4bac3; }
.arrow { stroke: #b4bac3; }
.open .box { fill: #4a1714; stroke: #ff9d94; }
.weak .box { fill: #453206; stroke: #f3c46b; }
.protected .box { fill: #123a20; stroke: #86d9a2; }
}
`;
