import { table, turnedTable } from "../../tools/base/markdown-table.mts";
import { type Large, settings } from "../measure.mts";
import { type Operation, seconds } from "../results.mts";
import type { Reviewed } from "../review.mts";
import { OWN } from "../sides.mts";
import { SMALL_OPERATIONS, smallTitles } from "../small.mts";
import type { StartName } from "../starts.mts";
import { COMPARED, counts, figures, fixed, results } from "./results.mts";

/** The alternatives that a reader compares, in the order of the columns. */
const ALTERNATIVES = [
  ["dynamic", "Dynamic resources"],
  ["plugin", "The plugin"],
  ["terraform", "Terraform"],
] as const;

/** Seconds of both forms and of Terraform at each size. All were measured on one machine: small stacks were measured on another. */
export function alternativesTable(): string {
  const { machine } = results;
  const median = (side: (typeof ALTERNATIVES)[number][0], count: number, operation: Operation) =>
    figures({ side, count, operation }, seconds)?.median;
  const rows = counts.flatMap((count) =>
    (["up", "preview", "refresh", "destroy"] as const).map((operation) => [
      `${count}: ${operation}`,
      ...ALTERNATIVES.map(([side]) => fixed(median(side, count, operation), 1)),
    ]),
  );
  return [
    "Seconds, as the median of the rounds:",
    table(["Objects and operation", ...ALTERNATIVES.map(([, title]) => title)], rows),
    `Measured on ${results.date}, on ${machine.cpus} × ${machine.model}. Terraform ran ` +
      "with the generic provider Mastercard/restapi. `up` is from nothing; the preview has no change.",
  ].join("\n\n");
}

/** Seconds that each change of an object takes, by how many objects there are in its stack; for settings, too. */
export function largeTable(): string {
  const sizes = [...new Set(results.large.map(({ count }) => count))].sort((a, b) => a - b);
  const others = results.large.filter(({ count, setting }) => setting && count === sizes[0]);
  return table(
    ["", ...[COMPARED, ...sizes].map((count) => `${count} objects`)],
    [...OWN.map((side) => ({ side, setting: undefined })), ...others].map(({ side, setting }) => [
      setting ? `${side}, ${settings[setting].title}` : side,
      ...[COMPARED, ...sizes].map((count) => fixed(secondsPerChange({ side, setting, count }), 2)),
    ]),
  );
}

/** Seconds, without those of an `up` that changes nothing. */
function secondsPerChange({
  side,
  setting,
  count,
}: Pick<Large, "side" | "setting" | "count">): number | undefined {
  const found = results.large.find(
    (measurement) =>
      measurement.side === side && measurement.count === count && measurement.setting === setting,
  );
  if (found) return (found.seconds - found.unchangedSeconds) / found.changed;
  if (setting !== undefined) return undefined;
  const change = figures({ side, count, operation: "change" }, seconds)?.median;
  const unchanged = figures({ side, count, operation: "unchanged" }, seconds)?.median;
  return change && unchanged ? (change - unchanged) / count : undefined;
}

const reviewTitles: Readonly<Record<Reviewed["command"], string>> = {
  review: "`edge-ingress review` of a preview",
  hosts: "`edge-ingress review` of a preview that changes a third of the routes, of many hosts",
  drift: "`edge-ingress review --drift` of a refresh",
  diff: "`edge-ingress diff` of two exports",
};

export const reviewsTable = (): string =>
  table(
    ["", "seconds", "seconds of processors", "MiB at most"],
    results.reviews.map(({ command, count, seconds, cpuSeconds, peakMiB }) => [
      `${reviewTitles[command]}, ${count} routes`,
      ...[seconds.toFixed(1), cpuSeconds.toFixed(1), String(peakMiB)],
    ]),
  );

const startTitles: Readonly<Record<StartName, string>> = {
  nothing: "dynamic resources that do nothing",
  dynamic: "this provider, dynamic resources",
  uncached: "this provider, plugin, without its cache",
  plugin: "this provider, plugin",
  executable: "this provider, plugin of a release, without Node.js",
};

export const startsTable = (): string =>
  table(
    ["milliseconds", "until the port is printed", "until the first check is answered", "starts"],
    results.starts.map(({ side, port, check, starts }) => [
      startTitles[side],
      ...[`${port.min} (${port.median})`, `${check.min} (${check.median})`, String(starts)],
    ]),
  );

export const smallTable = (): string =>
  turnedTable(
    ["seconds", ...SMALL_OPERATIONS],
    results.small.map(({ side, count, seconds }) => [
      `${smallTitles[side]}, ${count} objects`,
      ...SMALL_OPERATIONS.map((name) =>
        seconds[name] ? `${fixed(seconds[name].min, 1)} (${fixed(seconds[name].median, 1)})` : "–",
      ),
    ]),
  );
