import { code, table } from "../../scripts/generate/tables.mjs";
import { OPERATIONS } from "../results.mjs";
import { OWN, SLOW_MS, settingTitles, slowTitles, titles } from "../sides.mjs";
import { byRound, COMPARED, counts, figures, results, seconds, secondsRatio, shown } from "./results.mjs";

/**
 * @typedef {import("../sides.mjs").SideName} SideName
 * @typedef {import("./results.mjs").Which} Which
 * @typedef {import("./results.mjs").Figure} Figure
 */

/** The comparisons that a reader would ask for. @type {[title: string, side: SideName, others: SideName[]][]} */
const COMPARISONS = [
  ["dynamic / does nothing, serialized", "dynamic", ["serialized"]],
  ["dynamic / (does nothing, constant text + client)", "dynamic", ["constant", "client"]],
  ["dynamic / Terraform", "dynamic", ["terraform"]],
  ["plugin / dynamic", "plugin", ["dynamic"]],
  ["plugin / does nothing, serialized", "plugin", ["serialized"]],
  ["plugin / (does nothing, constant text + client)", "plugin", ["constant", "client"]],
  ["plugin / Terraform", "plugin", ["terraform"]],
];

/** @returns {string} with which machine, when, how */
export function origin() {
  const { date, commands, machine } = results;
  return (
    `Measured on ${date} with ${commands.map(code).join(", ")}: ${machine.cpus} processors (${machine.model}), ${machine.memoryGiB} GiB, ` +
    `${machine.platform}, Node.js ${machine.node}, Pulumi ${machine.pulumi}.`
  );
}

/** @returns {string} seconds of each side and operation */
export const secondsTable = () =>
  counts.map((count) => `${count} objects:\n\n${secondsOf("", titles, count)}`).join("\n\n");

/**
 * The seconds of those sides that were measured with so many objects.
 * @param {string} head of the first column
 * @param {Partial<Record<SideName, string>>} named the sides' titles
 * @param {number} count
 * @param {readonly import("../results.mjs").Operation[]} [operations]
 */
const secondsOf = (head, named, count, operations = OPERATIONS) =>
  table(
    [head, ...operations],
    /** @type {[SideName, string][]} */ (Object.entries(named))
      .filter(([side]) => byRound({ side, count, operation: "up" }, seconds).size > 0)
      .map(([side, title]) => [
        title,
        ...operations.map((operation) => shown(figures({ side, count, operation }, seconds), 1)),
      ]),
  );

/** @returns {string} what each operation costs in terms of others */
export const ratiosTable = () =>
  table(
    ["", ...OPERATIONS],
    COMPARISONS.map(([title, side, others]) => [
      title,
      ...OPERATIONS.map((operation) => shown(secondsRatio({ side, count: COMPARED, operation }, others), 2)),
    ]),
  );

/** @type {Figure} */
const requests = (measurement) => sum(Object.values(measurement.requests)) / measurement.count;

const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);

/** @returns {string} requests for each object */
export const requestsTable = () =>
  table(
    ["", ...OPERATIONS],
    /** @type {(keyof typeof titles)[]} */ (["dynamic", "plugin", "terraform"]).map((side) => [
      titles[side],
      ...OPERATIONS.map(
        (operation) => figures({ side, count: COMPARED, operation }, requests)?.median.toFixed(2) ?? "–",
      ),
    ]),
  );

/** @returns {string} bytes of state, after everything was made */
export const stateTable = () =>
  table(
    ["", "an agent ingress", "an object of the mix"],
    /** @type {(keyof typeof titles)[]} */ (["dynamic", "plugin", "constant", "serialized", "terraform"]).map(
      (side) => {
        const bytes = (/** @type {Figure} */ figure) =>
          figures({ side, count: COMPARED, operation: "up" }, figure)?.median.toFixed(0) ?? "–";
        return [
          titles[side],
          bytes(({ ingressBytes }) => ingressBytes),
          bytes(({ stateBytes, count }) => stateBytes && stateBytes / count),
        ];
      },
    ),
  );

/** @returns {string} processor time and memory of the processes of a stack, beside those of one that does nothing */
export const processesTable = () =>
  PROCESS_FIGURES.map(([title, figure, digits]) => {
    const cell = (/** @type {Which} */ which) => shown(figures(which, figure), digits);
    const rows = PROCESSES_OF.map((side) => [
      titles[side],
      ...OPERATIONS.map((operation) => cell({ side, count: COMPARED, operation })),
    ]);
    return `${title}:\n\n${table(["", ...OPERATIONS], rows)}`;
  }).join("\n\n");

const PROCESSES_OF = /** @type {const} */ (["dynamic", "plugin", "serialized", "constant"]);

/** @type {[title: string, figure: Figure, digits: number][]} */
const PROCESS_FIGURES = [
  [
    "Provider, milliseconds of processor time for each object, its start among them",
    ({ provider, count }) => provider && provider.cpuMs / count,
    2,
  ],
  ["Provider, MiB at its peak", ({ provider }) => provider?.peakMiB, 0],
  [
    "Program, milliseconds of processor time for each object, its start among them",
    ({ program, count }) => program && program.cpuMs / count,
    2,
  ],
  ["Program, MiB at its peak", ({ program }) => program?.peakMiB, 0],
];

/** @returns {string} what a provider process takes to start, and what for each object more */
export const providerTimeTable = () => {
  const [smallest = COMPARED] = counts;
  return table(
    ["", ...OPERATIONS],
    PROCESSES_OF.map((side) => [
      titles[side],
      ...OPERATIONS.map((operation) => {
        const at = (/** @type {number} */ count) =>
          figures({ side, count, operation }, providerMs)?.median ?? Number.NaN;
        const few = at(smallest);
        const each = (at(COMPARED) - few) / (COMPARED - smallest);
        return Number.isFinite(each) ? `${each.toFixed(2)} (${(few - smallest * each).toFixed(0)})` : "–";
      }),
    ]),
  );
};

/** @type {Figure} */
const providerMs = ({ provider }) => provider?.cpuMs;

/** @returns {string} how much more an object costs in a large stack, beyond what it costs the engine */
export function growthTable() {
  const [smallest] = counts;
  return table(
    ["", ...OPERATIONS],
    OWN.map((side) => [
      side,
      ...OPERATIONS.map((operation) => {
        const large = ownCost({ side, count: COMPARED, operation });
        const small = smallest && ownCost({ side, count: smallest, operation });
        return large === undefined || !small ? "–" : (large / small).toFixed(2);
      }),
    ]),
  );
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

/** @returns {string} what settings of the CLI make of a large stack */
export function settingsTable() {
  const count = largestOf(settingTitles);
  return secondsOf(`plugin, ${count} objects`, { plugin: "as it is", ...settingTitles }, count);
}

/** @returns {string} beside one another, of a service that takes its time */
export function slowTable() {
  const count = largestOf(slowTitles);
  const measured = results.measurements.filter(({ side }) => side in slowTitles);
  const operations = OPERATIONS.filter((operation) => measured.some((each) => each.operation === operation));
  return secondsOf(`${count} objects, ${SLOW_MS} ms for each answer`, slowTitles, count, operations);
}

/** @param {Partial<Record<SideName, string>>} named */
const largestOf = (named) =>
  Math.max(...results.measurements.filter(({ side }) => side in named).map(({ count }) => count));

/** @returns {string} creates under a rate limit */
export const limitedTable = () =>
  table(
    ["", "objects", "requests per second", "failed", "requests for each", "of the ideal time"],
    results.limited.map(({ side, count, perSecond, failed, requests: sent, seconds: taken, idealSeconds }) => [
      titles[/** @type {keyof typeof titles} */ (side)],
      String(count),
      String(perSecond),
      String(failed),
      (sent / count).toFixed(3),
      (taken / idealSeconds).toFixed(3),
    ]),
  );
