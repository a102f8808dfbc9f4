/** @param values at least one */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(sorted.length / 2) - 1);
  return sorted.length % 2 === 1 ? low : (low + high) / 2;
}

export type Spread = { median: number; min: number; max: number };

/** Undefined if there are no values. */
export const spread = (values: readonly number[]): Spread | undefined =>
  values.length === 0
    ? undefined
    : { median: median(values), min: Math.min(...values), max: Math.max(...values) };

/**
 * The cost of a side divided by the cost of its baselines, for each round, so that a machine that is slower in one round slows
 * both.
 * @param costs by round
 * @param baselines by round; added up
 */
export const ratio = (
  costs: Map<number, number>,
  baselines: readonly Map<number, number>[],
): Spread | undefined =>
  spread(
    [...costs].flatMap(([round, cost]) => {
      const whole = baselines.reduce((sum, costs) => sum + (costs.get(round) ?? Number.NaN), 0);
      return whole > 0 ? [cost / whole] : [];
    }),
  );
