import { table } from "../../tools/base/markdown-table.mjs";
import { OWN, settingTitles } from "../sides.mjs";
import { COMPARED, figures, results, seconds } from "./results.mjs";

/** @typedef {import("../large.mjs").Large} Large */

const PARTS = 10;
const LARGEST = PARTS * COMPARED;

const sizes = [...new Set(results.large.map(({ count }) => count))].sort((a, b) => a - b);

/** @returns {string} seconds that each change of an object takes, by how many objects there are in its stack */
export const largeTable = () =>
  table(
    ["", ...[COMPARED, ...sizes].map((count) => `${count} objects`)],
    rows().map(({ side, setting }) => [
      setting ? `${side}, ${settingTitles[setting]}` : side,
      ...[COMPARED, ...sizes].map((count) => formatted(eachOf({ side, setting, count }), 2)),
    ]),
  );

/** The sides, and then the settings of one of them. */
const rows = () => {
  const settings = results.large.filter(({ count, setting }) => setting && count === sizes[0]);
  return [...OWN.map((side) => ({ side, setting: undefined })), ...settings];
};

/** @returns {string} what a change of all objects takes, in one stack and in several */
export const partsTable = () =>
  table(
    [
      `minutes for a change of all of ${LARGEST} objects`,
      "one stack, by the seconds of each",
      "ten stacks, one after the other",
    ],
    OWN.map((side) => {
      const each = eachOf({ side, setting: undefined, count: LARGEST });
      const part = figures({ side, count: COMPARED, operation: "change" }, seconds)?.median;
      return [side, formatted(each && (each * LARGEST) / 60, 0), formatted(part && (part * PARTS) / 60, 0)];
    }),
  );

/**
 * @param {Pick<Large, "side" | "setting" | "count">} which
 * @returns {number | undefined} seconds, without those of an `up` that changes nothing
 */
function eachOf({ side, setting, count }) {
  const found = results.large.find(
    (large) => large.side === side && large.count === count && large.setting === setting,
  );
  if (found) return (found.seconds - found.unchangedSeconds) / found.changed;
  const [change, unchanged] = /** @type {const} */ (["change", "unchanged"]).map(
    (operation) => setting === undefined && figures({ side, count, operation }, seconds)?.median,
  );
  return change && unchanged ? (change - unchanged) / count : undefined;
}

/**
 * @param {number | undefined} value
 * @param {number} digits
 */
const formatted = (value, digits) => value?.toFixed(digits) ?? "–";
