import { code, table, turnedTable } from "../../tools/base/markdown-table.mjs";
import { OPERATIONS } from "../results.mjs";
import { OWN, SLOW_MS, settingTitles, slowTitles, titles } from "../sides.mjs";
import { byRound, COMPARED, counts, figures, formatted, results, seconds, secondsRatio } from "./results.mjs";

/**
 * @typedef {import("../results.mjs").Operation} Operation
 * @typedef {import("../sides.mjs").SideName} SideName
 * @typedef {import("./results.mjs").Which} Which
 * @typedef {import("./results.mjs").Figure} Figure
 */

/** The comparisons that a reader would ask for. @type {[title: string, side: SideName, others: SideName[]][]} */
const COMPARISONS = [
  ["dynamic / does nothing, serialized", "dynamic", ["serialized"]],
  ["dynamic / (does nothing, constant text + client)", "dynamic", ["constant", "client"]],
  ["dynamic / Terraform", "dynamic", ["terraform"]],
  ["plugin / does nothing, serialized", "plugin", ["serialized"]],
  ["plugin / (does nothing, constant text + client)", "plugin", ["constant", "client"]],
  ["plugin / Terraform", "plugin", ["terraform"]],
  ["plugin / dynamic", "plugin", ["dynamic"]],
];

/** @returns {string} with which machine, when, how */
export function origin() {
  const { date, commands, machine } = results;
  const others = new Set(
    [...(results.small ?? []), ...(results.starts ?? []), ...(results.reviews ?? [])].map((each) => each.processors),
  );
  return [
    `Measured on ${date} with Node.js ${machine.node} and Pulumi ${machine.pulumi}, on ${machine.platform}. Small stacks, starts, and reviews ` +
      `and comparisons: ${[...others].join(", ")}. All others: ${machine.cpus} × ${machine.model}, ${machine.memoryGiB} GiB.`,
    // The path of a file on that machine means nothing elsewhere.
    commands.map((command) => `- ${code(command.replace(/--executable \S+/, "--executable FILE"))}`).join("\n"),
  ].join("\n\n");
}

/**
 * A table with a row for each operation, or several of them.
 * @template {string} Row
 * @param {string} head of the first column
 * @param {readonly (readonly [title: string, row: Row])[]} rows
 * @param {(row: Row, operation: Operation) => string} cell
 * @param {readonly Operation[]} [operations]
 */
const byOperation = (head, rows, cell, operations = OPERATIONS) =>
  turnedTable(
    [head, ...operations],
    rows.map(([title, row]) => [title, ...operations.map((operation) => cell(row, operation))]),
  );

/** @param {readonly (keyof typeof titles)[]} sides */
const titled = (...sides) => sides.map((side) => /** @type {const} */ ([titles[side], side]));

/**
 * @param {Figure} figure
 * @param {number} digits
 * @param {number} [count]
 */
const spreadOf =
  (figure, digits, count = COMPARED) =>
  (/** @type {SideName} */ side, /** @type {Operation} */ operation) =>
    formatted(figures({ side, count, operation }, figure), digits);

/**
 * @param {number | undefined} value
 * @param {number} digits
 */
const fixed = (value, digits) => value?.toFixed(digits) ?? "–";

/** @returns {string} seconds of each side and operation */
export const secondsTable = () =>
  counts.map((count) => `${count} objects:\n\n${secondsOf("", titles, count)}`).join("\n\n");

/**
 * The seconds of those sides that were measured with so many objects.
 * @param {string} head
 * @param {Partial<Record<SideName, string>>} named the sides' titles
 * @param {number} count
 * @param {readonly Operation[]} [operations]
 */
const secondsOf = (head, named, count, operations) =>
  byOperation(head, measuredOf(named, count), spreadOf(seconds, 1, count), operations);

/** @param {Partial<Record<SideName, string>>} named @param {number} count */
const measuredOf = (named, count) =>
  /** @type {[SideName, string][]} */ (Object.entries(named))
    .filter(([side]) => byRound({ side, count, operation: "up" }, seconds).size > 0)
    .map(([side, title]) => /** @type {const} */ ([title, side]));

/** @returns {string} what each operation costs in terms of others */
export const ratiosTable = () =>
  turnedTable(
    ["", ...OPERATIONS],
    COMPARISONS.map(([title, side, others]) => [
      title,
      ...OPERATIONS.map((operation) => formatted(secondsRatio({ side, count: COMPARED, operation }, others), 2)),
    ]),
  );

/** @type {Figure} */
const requests = (measurement) =>
  Object.values(measurement.requests).reduce((total, each) => total + each, 0) / measurement.count;

/** @returns {string} requests for each object */
export const requestsTable = () =>
  byOperation("", titled("dynamic", "plugin", "terraform"), (side, operation) =>
    fixed(figures({ side, count: COMPARED, operation }, requests)?.median, 2),
  );

/** @returns {string} bytes of state, after everything was made */
export function stateTable() {
  const bytes = (/** @type {SideName} */ side, /** @type {Figure} */ figure) =>
    fixed(figures({ side, count: COMPARED, operation: "up" }, figure)?.median, 0);
  return table(
    ["", "an agent ingress", "an object of the mix"],
    titled("dynamic", "plugin", "constant", "serialized", "terraform").map(([title, side]) => [
      title,
      bytes(side, ({ ingressBytes }) => ingressBytes),
      bytes(side, ({ stateBytes, count }) => stateBytes && stateBytes / count),
    ]),
  );
}

const WITH_PROCESSES = titled("dynamic", "plugin", "serialized", "constant");

const PROCESSES = /** @type {const} */ (["provider", "program"]);

/** @returns {string} processor time and memory of the processes of a stack, beside those of one that does nothing */
export const processesTable = () =>
  PROCESSES.flatMap((process) => {
    const name = process.charAt(0).toUpperCase() + process.slice(1);
    const cpu = spreadOf(({ [process]: usage, count }) => usage && usage.cpuMs / count, 2);
    const memory = spreadOf(({ [process]: usage }) => usage?.peakMiB, 0);
    return [
      `${name}, milliseconds of processor time for each object, its start among them:`,
      byOperation("", WITH_PROCESSES, cpu),
      `${name}, MiB at its peak:`,
      byOperation("", WITH_PROCESSES, memory),
    ];
  }).join("\n\n");

/** @returns {string} what a provider process takes to start, and what for each object more */
export function providerTimeTable() {
  const [smallest = COMPARED] = counts;
  return byOperation("", WITH_PROCESSES, (side, operation) => {
    const at = (/** @type {number} */ count) =>
      figures({ side, count, operation }, ({ provider }) => provider?.cpuMs)?.median ?? Number.NaN;
    const few = at(smallest);
    const each = (at(COMPARED) - few) / (COMPARED - smallest);
    return Number.isFinite(each) ? `${each.toFixed(2)} (${(few - smallest * each).toFixed(0)})` : "–";
  });
}

/** @returns {string} how much more an object costs in a large stack, beyond what it costs the engine */
export function growthTable() {
  const [smallest = COMPARED] = counts;
  const rows = OWN.map((side) => /** @type {const} */ ([side, side]));
  return byOperation("", rows, (side, operation) => {
    const large = ownCost({ side, count: COMPARED, operation });
    const small = ownCost({ side, count: smallest, operation });
    return fixed(large && small && large / small, 2);
  });
}

/**
 * Milliseconds for each object, in terms of those of a resource that does nothing.
 * @param {Which} which
 */
function ownCost(which) {
  const own = figures(which, seconds)?.median;
  const engine = figures({ ...which, side: "constant" }, seconds)?.median;
  return own === undefined || engine === undefined ? undefined : own / engine;
}

/** @returns {string} what settings of the CLI make of the operations that write a large stack, and of a preview */
export function settingsTable() {
  const count = largestOf(settingTitles);
  const spread = spreadOf(seconds, 1, count);
  const operations = /** @type {const} */ (["up", "preview", "change"]);
  const rows = measuredOf({ plugin: "as it is", ...settingTitles }, count);
  return table(
    [`plugin, ${count} objects`, ...operations],
    rows.map(([title, side]) => [title, ...operations.map((operation) => spread(side, operation))]),
  );
}

/** @returns {string} beside one another, of a service that takes its time */
export function slowTable() {
  const count = largestOf(slowTitles);
  const measured = results.measurements.filter(({ side }) => side in slowTitles);
  const operations = OPERATIONS.filter((operation) => measured.some((each) => each.operation === operation));
  return secondsOf(`${count} objects, ${SLOW_MS} ms for each response`, slowTitles, count, operations);
}

/** @param {Partial<Record<SideName, string>>} named */
const largestOf = (named) =>
  Math.max(...results.measurements.filter(({ side }) => side in named).map(({ count }) => count));

/** @returns {string} creates under a rate limit */
export const limitedTable = () =>
  table(
    ["", "failed", "requests for each", "of the ideal time"],
    results.limited.map(({ side, count, perSecond, failed, requests: sent, seconds: taken, idealSeconds }) => [
      `${titles[/** @type {keyof typeof titles} */ (side)]}: ${count} objects at ${perSecond} requests per second`,
      String(failed),
      (sent / count).toFixed(3),
      (taken / idealSeconds).toFixed(3),
    ]),
  );
