import { table, turnedTable } from "../../tools/base/markdown-table.mts";
import { SMALL_OPERATIONS, smallTitles } from "../small.mts";
import type { StartName } from "../starts.mts";
import { results } from "./results.mts";

const titles: Readonly<Record<StartName, string>> = {
  nothing: "dynamic resources that do nothing",
  dynamic: "this provider, dynamic resources",
  uncached: "this provider, plugin, without its cache",
  plugin: "this provider, plugin",
  executable: "this provider, plugin of a release, without Node.js",
};

/** @returns what it takes until a provider answers */
export const startsTable = (): string =>
  table(
    ["milliseconds", "until the port is printed", "until the first check is answered", "starts"],
    (results.starts ?? []).map(({ side, port, check, starts }) => [
      titles[side],
      `${port.min} (${port.median})`,
      `${check.min} (${check.median})`,
      String(starts),
    ]),
  );

/** @returns what the operations on a small stack take */
export const smallTable = (): string =>
  turnedTable(
    ["seconds", ...SMALL_OPERATIONS],
    (results.small ?? []).map(({ side, count, seconds }) => [
      `${smallTitles[side]}, ${count} objects`,
      ...SMALL_OPERATIONS.map((name) => {
        const figure = seconds[name];
        return figure === undefined ? "–" : `${figure.min.toFixed(1)} (${figure.median.toFixed(1)})`;
      }),
    ]),
  );
