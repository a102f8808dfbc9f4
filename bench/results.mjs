import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

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
 * How they were made; without stacks, the date and the machine of the file stay, as what else is measured names its own.
 * @typedef {{ command: string, machine: Machine, hasStacks: boolean }} Origin
 *
 * @typedef {object} Recorded
 * @property {string} date of the last run
 * @property {string[]} commands
 * @property {Machine} machine
 * @property {import("./limited.mjs").Limited[]} limited
 * @property {import("./large.mjs").Large[]} large
 * @property {import("./review.mjs").Reviewed[]} [reviews] absent in older files
 * @property {import("./starts.mjs").Started[]} [starts] absent in older files
 * @property {import("./small.mjs").Small[]} [small] absent in older files
 * @property {Measurement[]} measurements
 */

/** @type {Pick<Recorded, "commands" | "limited" | "large" | "measurements">} */
const NOTHING = { commands: [], limited: [], large: [], measurements: [] };

/** Results in a file, where they replace what it has of the same stacks: a run that breaks off has not been for nothing. */
export class Results {
  /** @type {Recorded} */
  #recorded;

  /**
   * @param {string} file
   * @param {Origin} origin
   */
  constructor(file, origin) {
    this.file = file;
    const made = { date: new Date().toISOString().slice(0, 10), machine: origin.machine };
    const before = { ...made, ...NOTHING, ...(existsSync(file) && read(file)) };
    const commands = [...new Set([...before.commands, origin.command])];
    this.#recorded = { ...before, ...(origin.hasStacks && made), commands };
  }

  /**
   * @param {Stack} stack
   * @returns {boolean} whether it has been measured
   */
  has(stack) {
    return this.#recorded.measurements.some(isOfStack(stack));
  }

  /** @param {readonly Measurement[]} measured */
  add(measured) {
    const isAgain = (/** @type {Measurement} */ old) => measured.some((each) => isOfStack(each)(old));
    const { measurements } = this.#recorded;
    this.#write({ measurements: [...measurements.filter((old) => !isAgain(old)), ...measured] });
  }

  /** @param {import("./limited.mjs").Limited} measured */
  addLimited(measured) {
    const others = this.#recorded.limited.filter(({ side }) => side !== measured.side);
    this.#write({ limited: [...others, measured] });
  }

  /** @param {readonly import("./large.mjs").Large[]} measured of one stack */
  addLarge(measured) {
    const isAgain = (/** @type {import("./large.mjs").Large} */ { side, count }) =>
      measured.some((each) => each.side === side && each.count === count);
    this.#write({ large: [...this.#recorded.large.filter((old) => !isAgain(old)), ...measured] });
  }

  /** @param {readonly import("./review.mjs").Reviewed[]} measured of one number of routes */
  addReviews(measured) {
    const others = (this.#recorded.reviews ?? []).filter(({ count }) => measured.every((each) => each.count !== count));
    this.#write({ reviews: [...others, ...measured] });
  }

  /** @param {readonly import("./starts.mjs").Started[]} measured */
  addStarts(measured) {
    const others = (this.#recorded.starts ?? []).filter((old) => measured.every(({ side }) => side !== old.side));
    this.#write({ starts: [...others, ...measured] });
  }

  /** @param {readonly import("./small.mjs").Small[]} measured of one number of objects */
  addSmall(measured) {
    const others = (this.#recorded.small ?? []).filter(({ count }) => measured.every((each) => each.count !== count));
    this.#write({ small: [...others, ...measured] });
  }

  /**
   * @param {Stack} stack
   * @returns {string} its operations and their seconds
   */
  line(stack) {
    const ofStack = this.#recorded.measurements.filter(isOfStack(stack));
    return ofStack.map(({ operation, seconds }) => `${operation} ${seconds.toFixed(1)} s`).join(", ");
  }

  /** @param {Partial<Recorded>} changes */
  #write(changes) {
    this.#recorded = { ...this.#recorded, ...changes };
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, `${onLines(this.#recorded)}\n`);
  }
}

/**
 * A line for each measurement, for a person who compares two versions.
 * @param {Recorded} recorded
 */
const onLines = ({ large, measurements, ...rest }) =>
  JSON.stringify({ ...rest, large: [], measurements: [] }, null, 2)
    .replace('"large": []', () => `"large": ${lines(large)}`)
    .replace('"measurements": []', () => `"measurements": ${lines(measurements)}`);

/** @param {readonly object[]} rows */
const lines = (rows) =>
  rows.length === 0 ? "[]" : `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;

/**
 * @param {string} file
 * @returns {Recorded}
 */
export const read = (file) => JSON.parse(readFileSync(file, "utf8"));

/** @typedef {Pick<Measurement, "side" | "count" | "round">} Stack */

const isOfStack = (/** @type {Stack} */ stack) => (/** @type {Stack} */ other) =>
  stack.side === other.side && stack.count === other.count && stack.round === other.round;
