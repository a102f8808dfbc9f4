import { join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { read } from "../results.mjs";
import { ratio, rounds, spread } from "../statistics.mjs";

/**
 * @typedef {import("../results.mjs").Measurement} Measurement
 * @typedef {import("../results.mjs").Operation} Operation
 * @typedef {import("../sides.mjs").SideName} SideName
 * @typedef {{ side: SideName, count: number, operation: Operation }} Which
 * @typedef {(measurement: Measurement) => number | undefined} Figure
 */

export const results = read(join(root, "docs/performance/results.json"));

/** The sizes that were measured, smallest first. */
export const counts = [...new Set(results.measurements.map(({ count }) => count))].sort((a, b) => a - b);

/** The size that the comparisons are of. */
export const COMPARED = 1_000;

/** @type {Figure} */
export const seconds = (measurement) => measurement.seconds;

/**
 * @param {Which} which
 * @param {Figure} figure
 */
export const byRound = (which, figure) => rounds(results.measurements, which, figure);

/**
 * @param {Which} which
 * @param {Figure} figure
 */
export const figures = (which, figure) => spread([...byRound(which, figure).values()]);

/**
 * @param {Which} which
 * @param {readonly SideName[]} others added up
 */
export const secondsRatio = (which, others) =>
  ratio(
    byRound(which, seconds),
    others.map((side) => byRound({ ...which, side }, seconds)),
  );

/**
 * @param {import("../statistics.mjs").Spread | undefined} value
 * @param {number} digits
 * @returns {string} the median, and what it lies between
 */
export const formatted = (value, digits) =>
  value === undefined
    ? "–"
    : `${value.median.toFixed(digits)} (${value.min.toFixed(digits)}–${value.max.toFixed(digits)})`;
