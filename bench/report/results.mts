import { type Figure, figureByRound, RECORDED, ratioIn, read, type Which } from "../results.mts";
import type { SideName } from "../sides.mts";
import { type Spread, spread } from "../statistics.mts";

export const results = read(RECORDED);

/** The sizes that were measured, smallest first. */
export const counts = [...new Set(results.measurements.map(({ count }) => count))].sort(
  (a, b) => a - b,
);

/** The size that the comparisons are of. */
export const COMPARED = 1_000;

/** A recorded figure of each round that has it. */
export const byRound = (which: Which, figure: Figure): Map<number, number> =>
  figureByRound(results.measurements, which, figure);

export const figures = (which: Which, figure: Figure) =>
  spread([...byRound(which, figure).values()]);

/** @param baselines added up */
export const secondsRatio = (which: Which, baselines: readonly SideName[]) =>
  ratioIn(results.measurements, which, baselines);

/** The median, with the smallest and the largest value. */
export const formatted = (value: Spread | undefined, digits: number): string =>
  value === undefined
    ? "–"
    : `${value.median.toFixed(digits)} (${value.min.toFixed(digits)}–${value.max.toFixed(digits)})`;

export const fixed = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? "–";
