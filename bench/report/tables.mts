import { code, table, turnedTable } from "../../tools/base/markdown-table.mts";
import { COMPARISONS } from "../comparisons.mts";
import { type Figure, OPERATIONS, type Operation, seconds } from "../results.mts";
import { type SideName, SLOW_MS, slowTitles, titles } from "../sides.mts";
import {
  byRound,
  COMPARED,
  counts,
  figures,
  fixed,
  formatted,
  results,
  secondsRatio,
} from "./results.mts";

/** The machine, the date and the commands of the measurements. */
export function origin(): string {
  const { date, commands, machine } = results;
  const others = new Set(
    [...results.small, ...results.starts, ...results.reviews].map((result) => result.processors),
  );
  return [
    `Measured on ${date} with Node.js ${machine.node} and Pulumi ${machine.pulumi}, on ${machine.platform}. Small stacks, starts, and reviews ` +
      `and comparisons: ${[...others].join(", ")}. All others: ${machine.cpus} × ${machine.model}, ${machine.memoryGiB} GiB.`,
    // The path of a file on that machine means nothing elsewhere.
    commands
      .map((command) => `- ${code(command.replace(/--executable \S+/, "--executable FILE"))}`)
      .join("\n"),
  ].join("\n\n");
}

/** A table with a row for each operation, or several of them; the head is that of its first column. */
const byOperation = <Row,>(
  head: string,
  rows: readonly (readonly [title: string, row: Row])[],
  cell: (row: Row, operation: Operation) => string,
  operations: readonly Operation[] = OPERATIONS,
) =>
  turnedTable(
    [head, ...operations],
    rows.map(([title, row]) => [title, ...operations.map((operation) => cell(row, operation))]),
  );

const titled = (...sides: readonly (keyof typeof titles)[]) =>
  sides.map((side) => [titles[side], side] as const);

const spreadOf =
  (figure: Figure, digits: number, count: number = COMPARED) =>
  (side: SideName, operation: Operation) =>
    formatted(figures({ side, count, operation }, figure), digits);

export const secondsTable = (): string =>
  counts.map((count) => `${count} objects:\n\n${secondsOf("", titles, count)}`).join("\n\n");

/** The seconds of those sides that were measured with so many objects, by the titles of the sides. */
const secondsOf = (
  head: string,
  named: Partial<Record<SideName, string>>,
  count: number,
  operations?: readonly Operation[],
) => {
  const measured = (Object.entries(named) as [SideName, string][])
    .filter(([side]) => byRound({ side, count, operation: "up" }, seconds).size > 0)
    .map(([side, title]) => [title, side] as const);
  return byOperation(head, measured, spreadOf(seconds, 1, count), operations);
};

/** The table of the costs of operations as multiples of the baselines. */
export const ratiosTable = (): string =>
  byOperation(
    "",
    COMPARISONS.map((comparison) => [comparison.title, comparison] as const),
    ({ side, baselines }, operation) =>
      formatted(secondsRatio({ side, count: COMPARED, operation }, baselines), 2),
  );

const requests: Figure = (measurement) =>
  Object.values(measurement.requests).reduce((total, requests) => total + requests, 0) /
  measurement.count;

export const requestsTable = (): string =>
  byOperation("", titled("dynamic", "plugin", "terraform"), (side, operation) =>
    fixed(figures({ side, count: COMPARED, operation }, requests)?.median, 2),
  );

/** Bytes of state, after everything was made. */
export function stateTable(): string {
  const bytes = (side: SideName, figure: Figure) =>
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

const PROCESSES = ["provider", "program"] as const;

/** Processor time and memory of the processes of a stack, beside those of one that does nothing. */
export const processesTable = (): string =>
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

export function slowTable(): string {
  const measured = results.measurements.filter(({ side }) => side in slowTitles);
  const count = Math.max(...measured.map((measurement) => measurement.count));
  const operations = OPERATIONS.filter((operation) =>
    measured.some((measurement) => measurement.operation === operation),
  );
  return secondsOf(
    `${count} objects, ${SLOW_MS} ms for each response`,
    slowTitles,
    count,
    operations,
  );
}

export const limitedTable = (): string =>
  table(
    ["", "failed", "requests for each", "of the ideal time"],
    results.limited.map(
      ({ side, count, perSecond, failed, requests: sent, seconds: taken, idealSeconds }) => [
        `${titles[side as keyof typeof titles]}: ${count} objects at ${perSecond} requests per second`,
        String(failed),
        (sent / count).toFixed(3),
        (taken / idealSeconds).toFixed(3),
      ],
    ),
  );
