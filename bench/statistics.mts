import type { Measurement } from "./results.mts";

/** @param values at least one */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
}

function at(values: readonly number[], index: number) {
  const value = values[index];
  if (value === undefined) throw new RangeError("a median needs values");
  return value;
}

export type Spread = { median: number; min: number; max: number };

/** Undefined if there are no values. */
export const spread = (values: readonly number[]): Spread | undefined =>
  values.length === 0 ? undefined : { median: median(values), min: Math.min(...values), max: Math.max(...values) };

/**
 * A figure of each round, all from one side, size and operation.
 * @returns by round
 */
export const rounds = (
  measurements: readonly Measurement[],
  { side, count, operation }: Pick<Measurement, "side" | "count" | "operation">,
  figure: (measurement: Measurement) => number | undefined,
): Map<number, number> =>
  new Map(
    measurements
      .filter((each) => each.side === side && each.count === count && each.operation === operation)
      .map((each) => [each.round, figure(each)] as const)
      .filter((entry): entry is [number, number] => entry[1] !== undefined),
  );

/**
 * What one costs in terms of others: the quotient of each round, so that a machine that is slower in one round is so on both
 * sides.
 * @param costs by round
 * @param others by round; added up
 */
export const ratio = (costs: Map<number, number>, others: readonly Map<number, number>[]): Spread | undefined =>
  spread(
    [...costs].flatMap(([round, cost]) => {
      const parts = others.map((other) => other.get(round));
      const whole = parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);
      return whole ? [cost / whole] : [];
    }),
  );
