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
 * What one costs in terms of others: the quotient of each round, so that a machine that is slower in one round is so on both
 * sides.
 * @param costs by round
 * @param others by round; added up
 */
export const ratio = (
  costs: Map<number, number>,
  others: readonly Map<number, number>[],
): Spread | undefined =>
  spread(
    [...costs].flatMap(([round, cost]) => {
      const whole = others.reduce((sum, other) => sum + (other.get(round) ?? Number.NaN), 0);
      return whole > 0 ? [cost / whole] : [];
    }),
  );
