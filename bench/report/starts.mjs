import { table, turnedTable } from "../../tools/base/markdown-table.mjs";
import { SMALL_OPERATIONS, smallTitles } from "../small.mjs";
import { results } from "./results.mjs";

/** @type {Readonly<Record<import("../starts.mjs").StartName, string>>} */
const titles = {
  nothing: "dynamic resources that do nothing",
  dynamic: "this provider, dynamic resources",
  uncached: "this provider, plugin, without its cache",
  plugin: "this provider, plugin",
  executable: "this provider, plugin of a release, without Node.js",
};

/** @returns {string} what it takes until a provider answers */
export const startsTable = () =>
  table(
    ["milliseconds", "until the port is printed", "until the first check is answered", "starts"],
    (results.starts ?? []).map(({ side, port, check, starts }) => [
      titles[side],
      `${port.min} (${port.median})`,
      `${check.min} (${check.median})`,
      String(starts),
    ]),
  );

/** @returns {string} what the operations on a small stack take */
export const smallTable = () =>
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
