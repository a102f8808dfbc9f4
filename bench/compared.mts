import { table } from "../tools/base/markdown-table.mts";
import { COMPARISONS, CONTROL } from "./comparisons.mts";
import { type Measurement, OPERATIONS, type Operation, ratioIn } from "./results.mts";
import type { SideName } from "./sides.mts";
import type { Spread } from "./statistics.mts";

/**
 * A ratio that was measured, beside the recorded ratio. A ratio is slower if its median exceeds the recorded median by more
 * than the noise. The noise is the sum of three parts, all of them relative to a median: the range of the measured rounds, the
 * range of the recorded rounds, and the largest difference of a round of the control from the recorded control. The control is a
 * ratio of two sides without code of this provider: what changes it is chance, another machine, or another CLI.
 */
export interface Compared {
  title: string;
  operation: Operation;
  recorded: number; // median of the rounds
  measured: number; // median of the rounds
  change: number; // relative to the recorded median
  noise: number; // relative, as the change is
  verdict: "slower" | "faster" | "same";
}

/** Compares the ratios that both have. Sides that were not measured, such as Terraform without Go, have none. */
export function compare(
  recorded: readonly Measurement[],
  measured: readonly Measurement[],
  count: number,
): Compared[] {
  const both = (side: SideName, baselines: readonly SideName[], operation: Operation) => {
    const which = { side, count, operation };
    const [before, now] = [
      ratioIn(recorded, which, baselines),
      ratioIn(measured, which, baselines),
    ];
    return before && now && { before, now };
  };
  return OPERATIONS.flatMap((operation) => {
    const control = both(CONTROL.side, CONTROL.baselines, operation);
    if (!control) return [];
    const shift = largestChange(control);
    return COMPARISONS.flatMap(({ title, side, baselines }) => {
      const ratios = both(side, baselines, operation);
      return ratios ? [{ title, operation, ...judge(ratios, shift) }] : [];
    });
  });
}

interface Ratios {
  before: Spread;
  now: Spread;
}

/** The difference of the round that is furthest from the recorded median. */
const largestChange = ({ before, now: { min, max } }: Ratios) =>
  Math.max(...[min, max].map((round) => Math.abs(round / before.median - 1)));

const range = ({ min, max, median }: Spread) => (max - min) / median;

function judge({ before, now }: Ratios, shift: number) {
  const change = now.median / before.median - 1;
  const noise = range(before) + range(now) + shift;
  const verdict = verdictOn(change, noise);
  return { recorded: before.median, measured: now.median, change, noise, verdict };
}

function verdictOn(change: number, noise: number): "slower" | "faster" | "same" {
  if (Math.abs(change) <= noise) return "same";
  return change > 0 ? "slower" : "faster";
}

const percent = (value: number) => `${(100 * value).toFixed(0)} %`;

/** A table of all ratios, for a log. */
export const comparisonTable = (compared: readonly Compared[]): string =>
  table(
    ["ratio", "operation", "recorded", "measured", "change", "noise", ""],
    compared.map(({ title, operation, recorded, measured, change, noise, verdict }) => [
      ...[title, operation, recorded.toFixed(2), measured.toFixed(2)],
      ...[percent(change), percent(noise), verdict === "same" ? "" : verdict],
    ]),
  );

/** The largest noise in percent: a ratio that is slower by less may be taken for noise. */
export const largestNoise = (compared: readonly Compared[]): string =>
  percent(Math.max(...compared.map(({ noise }) => noise)));
