import { dot, plot as draw, line, text } from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { type Operation, seconds } from "../results.mts";
import { titles } from "../sides.mts";
import { counts, figures } from "./results.mts";

/** Colors of Okabe and Ito, which any reader can distinguish, on a light and on a dark page. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#56b4e9", "#cc79a7"];

const LINE_HEIGHT = 22;

/** Texts stay readable if a phone shows the chart at two thirds of its size. */
const FONT_SIZE = 14;

const WIDTH = 580;
const PLOT_HEIGHT = 320;

/** Follows the color scheme of the page that shows the chart. */
const STYLE = `<style>
svg { color: #1f2328; background: #ffffff; }
@media (prefers-color-scheme: dark) { svg { color: #e6edf0; background: #10171a; } }
</style>`;

const TITLES: Readonly<Record<Operation, string>> = {
  up: "up from nothing",
  preview: "preview without a change",
  unchanged: "up without a change",
  change: "up that changes every object",
  refresh: "refresh",
  destroy: "destroy",
};

const sides = Object.entries(titles) as [keyof typeof titles, string][];

/** Seconds of an operation against the number of objects, both axes logarithmic, as SVG. */
export function plot(operation: Operation): string {
  const points = sides.flatMap(([side]) => pointsOf(side, operation));
  const shown = sides.filter(([name]) => points.some(({ side }) => side === name));
  const axis = { type: "log", grid: true, labelArrow: "none" };
  const svg = draw({
    document: parseHTML("<html></html>").document,
    width: WIDTH,
    height: PLOT_HEIGHT + (shown.length + 1) * LINE_HEIGHT,
    marginTop: 50,
    marginLeft: 64,
    marginRight: 30,
    marginBottom: 56 + (shown.length + 1) * LINE_HEIGHT,
    style: { fontSize: `${FONT_SIZE}px` },
    ariaLabel: `Seconds of ${operation} against the number of objects`,
    x: {
      ...axis,
      ticks: counts,
      tickFormat: String,
      label: "objects in the stack (logarithmic)",
      labelOffset: 42,
      labelAnchor: "center",
    },
    y: {
      ...axis,
      ticks: ticksOf(points),
      tickFormat: String,
      label: "seconds (logarithmic)",
      labelAnchor: "center",
    },
    color: { domain: sides.map(([side]) => side), range: COLORS },
    marks: [
      text([TITLES[operation]], {
        frameAnchor: "top-left",
        dy: -42,
        fontSize: 16,
        fontWeight: "bold",
      }),
      line(points, { x: "count", y: "seconds", stroke: "side", strokeWidth: 2 }),
      dot(points, { x: "count", y: "seconds", fill: "side" }),
      ...shown.flatMap(([side, title], index) =>
        legendLine(side, title.replaceAll("`", ""), 78 + index * LINE_HEIGHT),
      ),
    ],
  });
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const chart = svg.outerHTML.replace(/(?<=^<svg[^>]*>)/, STYLE);
  return chart.replaceAll(/\d+\.\d{2,}/g, (number: string) => Number(number).toFixed(1));
}

/** Powers of ten, and two and five times these: a logarithmic axis else has nine for each. */
function ticksOf(points: readonly { seconds: number }[]) {
  const values = points.map((point) => point.seconds);
  const [from, to] = [Math.min(...values), Math.max(...values)];
  return [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200].filter(
    (value) => value >= from && value <= to,
  );
}

const pointsOf = (side: keyof typeof titles, operation: Operation) =>
  counts.flatMap((count) => {
    const value = figures({ side, count, operation }, seconds)?.median ?? 0;
    // A logarithmic axis has no place for a duration of zero.
    return value > 0.01 ? [{ side, count, seconds: value }] : [];
  });

/** A line of the legend, which a plot alone has in HTML only. */
function legendLine(side: string, title: string, dy: number) {
  const place = { frameAnchor: "bottom-left", dy, clip: false } as const;
  return [
    dot([side], { ...place, dx: 0, fill: [side], r: 5 }),
    text([title], { ...place, dx: 14, textAnchor: "start", lineAnchor: "middle" }),
  ];
}
