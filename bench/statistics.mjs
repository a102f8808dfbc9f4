/**
 * @param {readonly number[]} values at least one
 * @returns {number}
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
}

/**
 * @param {readonly number[]} values
 * @param {number} index
 */
function at(values, index) {
  const value = values[index];
  if (value === undefined) throw new RangeError("a median needs values");
  return value;
}

/** @typedef {{ median: number, min: number, max: number }} Spread */

/**
 * @param {readonly number[]} values
 * @returns {Spread | undefined} of none: undefined
 */
export const spread = (values) =>
  values.length === 0 ? undefined : { median: median(values), min: Math.min(...values), max: Math.max(...values) };

/**
 * A figure of each round, all from one side, size and operation.
 * @param {readonly import("./results.mjs").Measurement[]} measurements
 * @param {Pick<import("./results.mjs").Measurement, "side" | "count" | "operation">} which
 * @param {(measurement: import("./results.mjs").Measurement) => number | undefined} figure
 * @returns {Map<number, number>} by round
 */
export const rounds = (measurements, { side, count, operation }, figure) =>
  new Map(
    measurements
      .filter((each) => each.side === side && each.count === count && each.operation === operation)
      .map((each) => /** @type {const} */ ([each.round, figure(each)]))
      .filter(/** @returns {entry is [number, number]} */ (entry) => entry[1] !== undefined),
  );

/**
 * What one costs in terms of others: the quotient of each round, so that a machine that is slower in one round is so on both
 * sides.
 * @param {Map<number, number>} costs by round
 * @param {readonly Map<number, number>[]} others by round; added up
 * @returns {Spread | undefined}
 */
export const ratio = (costs, others) =>
  spread(
    [...costs].flatMap(([round, cost]) => {
      const parts = others.map((other) => other.get(round));
      const whole = parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);
      return whole ? [cost / whole] : [];
    }),
  );
