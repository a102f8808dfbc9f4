import { titles } from "../../bench/sides.mjs";
import { counts, figures, seconds } from "./results.mjs";

const WIDTH = 760;
const HEIGHT = 360;
const MARGIN = { top: 16, right: 290, bottom: 40, left: 56 };
const LINE_HEIGHT = 18;

/** Told apart with any sight of colors: Okabe and Ito's. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#56b4e9", "#cc79a7"];

/** @typedef {{ count: number, seconds: number }} Point */

/**
 * Seconds of an operation against the number of objects, both axes logarithmic.
 * @param {import("./results.mjs").Operation} operation
 * @returns {string} SVG
 */
export function plot(operation) {
  const lines = Object.entries(titles)
    .map(([side, title], index) => ({
      title,
      color: COLORS[index] ?? "black",
      points: pointsOf(/** @type {keyof typeof titles} */ (side), operation),
    }))
    .filter(({ points }) => points.length > 1);
  const all = lines.flatMap(({ points }) => points);
  const x = scale(extent(all.map(({ count }) => count)), [MARGIN.left, WIDTH - MARGIN.right]);
  const y = scale(extent(all.map((point) => point.seconds)), [HEIGHT - MARGIN.bottom, MARGIN.top]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<title>Seconds of ${operation} against the number of objects</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...counts.map((count) =>
      tick(
        x(count),
        HEIGHT - MARGIN.bottom,
        `M0 ${MARGIN.top - HEIGHT + MARGIN.bottom}V0`,
        String(count),
        "middle",
        [0, 16],
      ),
    ),
    ...ticks(all.map((point) => point.seconds)).map((value) =>
      tick(MARGIN.left, y(value), `M0 0H${WIDTH - MARGIN.left - MARGIN.right}`, `${value} s`, "end", [-6, 4]),
    ),
    text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 6, "objects", "middle"),
    ...lines.flatMap((line, index) => drawn(line, index, x, y)),
    "</svg>",
  ].join("\n");
}

/**
 * @param {keyof typeof titles} side
 * @param {import("./results.mjs").Operation} operation
 * @returns {Point[]}
 */
const pointsOf = (side, operation) =>
  counts.flatMap((count) => {
    const value = figures({ side, count, operation }, seconds)?.median ?? 0;
    // What took no time at all has no place on a logarithmic axis.
    return value > 0.01 ? [{ count, seconds: value }] : [];
  });

/**
 * @param {{ title: string, color: string, points: Point[] }} line
 * @param {number} index
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 */
function drawn({ title, color, points }, index, x, y) {
  const places = points.map((point) => /** @type {const} */ ([x(point.count), y(point.seconds)]));
  const top = MARGIN.top + LINE_HEIGHT * (index + 1);
  const left = WIDTH - MARGIN.right + 10;
  return [
    `<polyline points="${places.map(([px, py]) => `${round(px)},${round(py)}`).join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ...places.map(([px, py]) => `<circle cx="${round(px)}" cy="${round(py)}" r="3" fill="${color}"/>`),
    `<path d="M${left} ${top - 4}h14" stroke="${color}" stroke-width="3"/>`,
    text(left + 20, top, title.replaceAll("`", ""), "start"),
  ];
}

/**
 * @param {number} left
 * @param {number} top
 * @param {string} path
 * @param {string} label
 * @param {string} anchor
 * @param {readonly [number, number]} offset of the label
 */
const tick = (left, top, path, label, anchor, [dx, dy]) =>
  `<g transform="translate(${round(left)} ${round(top)})"><path d="${path}" stroke="#ddd"/>${text(dx, dy, label, anchor)}</g>`;

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} anchor
 */
const text = (x, y, content, anchor) =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${content}</text>`;

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** @param {readonly number[]} values */
const extent = (values) => /** @type {const} */ ([Math.min(...values), Math.max(...values)]);

/**
 * @param {readonly [number, number]} domain
 * @param {readonly [number, number]} range
 * @returns {(value: number) => number} logarithmic
 */
const scale = ([from, to], [start, end]) => {
  const width = Math.log(to / from) || 1;
  return (value) => start + ((end - start) * Math.log(value / from)) / width;
};

/**
 * @param {readonly number[]} values
 * @returns {number[]} the powers of ten among them, with their halves
 */
function ticks(values) {
  const [from, to] = extent(values);
  const powers = [-2, -1, 0, 1, 2, 3, 4].flatMap((power) => [10 ** power, 3 * 10 ** power]);
  return powers.map((value) => Number(value.toPrecision(1))).filter((value) => value >= from && value <= to);
}
