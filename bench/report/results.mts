import { join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { type Measurement, type Operation, read } from "../results.mts";
import type { SideName } from "../sides.mts";
import { ratio, type Spread, spread } from "../statistics.mts";

export type Which = { side: SideName; count: number; operation: Operation };

export type Figure = (measurement: Measurement) => number | undefined;

export const results = read(join(root, "docs/performance/results.json"));

/** The sizes that were measured, smallest first. */
export const counts = [...new Set(results.measurements.map(({ count }) => count))].sort(
  (a, b) => a - b,
);

/** The size that the comparisons are of. */
export const COMPARED = 1_000;

export const seconds: Figure = (measurement) => measurement.seconds;

/** A figure of each round that has it. */
export const byRound = ({ side, count, operation }: Which, figure: Figure): Map<number, number> =>
  new Map(
    results.measurements
      .filter((each) => each.side === side && each.count === count && each.operation === operation)
      .map((each) => [each.round, figure(each) ?? Number.NaN] as const)
      .filter(([, value]) => !Number.isNaN(value)),
  );

export const figures = (which: Which, figure: Figure) =>
  spread([...byRound(which, figure).values()]);

/** @param others added up */
export const secondsRatio = (which: Which, others: readonly SideName[]) =>
  ratio(
    byRound(which, seconds),
    others.map((side) => byRound({ ...which, side }, seconds)),
  );

/** The median, with the smallest and the largest value. */
export const formatted = (value: Spread | undefined, digits: number): string =>
  value === undefined
    ? "–"
    : `${value.median.toFixed(digits)} (${value.min.toFixed(digits)}–${value.max.toFixed(digits)})`;

export const fixed = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? "–";
