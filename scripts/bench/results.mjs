/** What a user does with a stack, one after the other. */
export const OPERATIONS = /** @type {const} */ (["up", "preview", "unchanged", "change", "refresh", "destroy"]);

/**
 * @typedef {typeof OPERATIONS[number]} Operation
 *
 * What one operation on one stack took.
 * @typedef {object} Measurement
 * @property {import("./sides.mjs").SideName} side
 * @property {number} count objects of the stack
 * @property {number} round from 1
 * @property {Operation} operation
 * @property {number} seconds from the start of the command to its end
 * @property {Record<string, number>} requests that the server got, by method
 * @property {number} [stateBytes] of the whole state as it is stored
 * @property {number} [ingressBytes] of one agent ingress in it
 * @property {import("./meters.mjs").Usage} [program]
 * @property {import("./meters.mjs").Usage} [provider]
 *
 * The machine that it was measured on.
 * @typedef {{ cpus: number, model: string, memoryGiB: number, platform: string, node: string, pulumi: string }} Machine
 *
 * @typedef {{ date: string, command: string, machine: Machine, measurements: Measurement[] }} Results
 */

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
 * @param {readonly Measurement[]} measurements
 * @param {Pick<Measurement, "side" | "count" | "operation">} which
 * @param {(measurement: Measurement) => number | undefined} figure
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
