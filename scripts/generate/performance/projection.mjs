import { table } from "../tables.mjs";
import { counts, figures, seconds } from "./results.mjs";

const LARGE = 10_000;
const PARTS = 10;

/** Those that write the state for every object. */
const OPERATIONS = /** @type {const} */ (["up", "change", "destroy"]);

/** @returns {string} what one stack of ten thousand would take, and what as many objects in ten stacks */
export const projectionTable = () =>
  table(
    [
      "minutes for 10,000 objects",
      ...OPERATIONS.flatMap((operation) => [`${operation}: one stack`, "ten, one after the other"]),
    ],
    /** @type {const} */ (["dynamic", "plugin"]).map((side) => [
      side,
      ...OPERATIONS.flatMap((operation) => {
        const estimate = secondsOf(side, operation);
        return [minutes(estimate(LARGE)), minutes(PARTS * estimate(LARGE / PARTS))];
      }),
    ]),
  );

const minutes = (/** @type {number} */ value) => (Number.isFinite(value) ? (value / 60).toFixed(0) : "–");

/**
 * The parabola through the medians of the three largest sizes: a start, what each object takes, and what it takes to write all
 * of them to the state once for each.
 * @param {import("../../bench/sides.mjs").SideName} side
 * @param {import("../../bench/results.mjs").Operation} operation
 * @returns {(count: number) => number} by Lagrange's form
 */
function secondsOf(side, operation) {
  const points = counts
    .slice(-3)
    .map((count) => ({ x: count, y: figures({ side, count, operation }, seconds)?.median ?? Number.NaN }));
  return (count) =>
    points.reduce((sum, { x, y }) => {
      const others = points.filter((other) => other.x !== x);
      return sum + others.reduce((product, other) => (product * (count - other.x)) / (x - other.x), y);
    }, 0);
}
