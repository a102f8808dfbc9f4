import { expect, it } from "vitest";
import type { StackMap } from "../../src/insight/map/model";
import { asSvg } from "../../src/insight/map/svg";
import { exportOf, route } from "../expectations/stacks";
import type { Declared } from "../review/declared";
import { mapIn, mapOfRoutes, mapWith } from "./maps";

/** The geometry of a drawing: where its boxes are, and what its lines run through. */

interface Box {
  readonly title: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxesOf = (drawing: string): Box[] =>
  [
    ...drawing.matchAll(
      /<rect class="box" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)".*?class="first">([^<]*)/g,
    ),
  ].map(([, x, y, width, height, title = ""]) => {
    const [left, top] = [Number(x), Number(y)];
    return { title, left, top, right: left + Number(width), bottom: top + Number(height) };
  });

interface Point {
  readonly x: number;
  readonly y: number;
}

const linesOf = (drawing: string): Point[][] =>
  [...drawing.matchAll(/<path class="arrow" d="M([\d.,L]+)"/g)].map(([, points = ""]) =>
    points.split("L").map((point) => {
      const [x = 0, y = 0] = point.split(",").map(Number);
      return { x, y };
    }),
  );

const STEPS = 200;

/** Points along a line, its ends among them. */
const along = (line: readonly Point[]): Point[] =>
  line.slice(1).flatMap((to, index) => {
    const from = line[index] ?? to;
    return Array.from({ length: STEPS + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / STEPS,
      y: from.y + ((to.y - from.y) * step) / STEPS,
    }));
  });

const isInside = ({ x, y }: Point, box: Box): boolean =>
  x > box.left + 1 && x < box.right - 1 && y > box.top + 1 && y < box.bottom - 1;

const touches = ({ x, y }: Point, box: Box): boolean =>
  x >= box.left - 1 && x <= box.right + 1 && y >= box.top && y <= box.bottom;

const titleAt = (point: Point | undefined, boxes: readonly Box[]): string | undefined =>
  point && boxes.find((box) => touches(point, box))?.title;

const tcp = (id: string): Declared => ({
  ...{ type: "TcpEdgeBackend", name: `tcp-${id}` },
  args: { edgeId: `edge_${id}`, backendId: `bkd_${id}` },
});

const long = `/${"a-path-that-is-long/".repeat(6)}`;

const drawings: readonly (readonly [name: string, maps: readonly StackMap[]])[] = [
  ["everything that a map draws", [mapWith("")]],
  ["many routes", [mapOfRoutes(40)]],
  ["two stacks", [mapWith(""), mapOfRoutes(3)]],
  [
    "edges of several kinds and long matches",
    [mapIn(exportOf([route("a", long), route("b", "/b"), tcp("one"), tcp("two")]))],
  ],
];

it.each(drawings)("no line runs through a box, and no two boxes overlap: %s", (_, maps) => {
  const drawing = asSvg(maps);
  const [boxes, lines] = [boxesOf(drawing), linesOf(drawing)];
  expect(lines.length).toBeGreaterThan(1);
  const crossed = lines.flatMap((line) =>
    boxes.filter((box) => along(line).some((point) => isInside(point, box))),
  );
  expect(crossed).toEqual([]);
  const overlapping = boxes.filter((a) =>
    boxes.some(
      (b) =>
        a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
    ),
  );
  expect(overlapping).toEqual([]);
});

it("each line begins and ends at the boxes that it connects, a TCP edge and its backend among them", () => {
  const drawing = asSvg([mapWith("")]);
  const boxes = boxesOf(drawing);
  const ends = linesOf(drawing).map((line) =>
    [titleAt(line[0], boxes), titleAt(line.at(-1), boxes)].join(" to "),
  );
  expect(ends).toContain("TCP edge edge_tcp to backend bkd_tcp");
  expect(ends).toContain("HTTPS edge edge_1 to /admin (prefix)");
  expect(ends).toContain("/admin (prefix) to backend bkd_admin");
});

it("no text is cut off: long texts have several lines", () => {
  const drawing = asSvg([mapIn(exportOf([route("a", long)]))]);
  expect(drawing).not.toContain("…");
  const texts = [...drawing.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = ""]) => text.trim());
  expect(texts.join("")).toContain(long);
});
