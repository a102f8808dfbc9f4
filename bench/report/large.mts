import { table } from "../../tools/base/markdown-table.mts";
import type { Large } from "../large.mts";
import { OWN, settingTitles } from "../sides.mts";
import { COMPARED, figures, results, seconds } from "./results.mts";

export type { Large };

const PARTS = 10;
const LARGEST = PARTS * COMPARED;

const sizes = [...new Set(results.large.map(({ count }) => count))].sort((a, b) => a - b);

/** @returns seconds that each change of an object takes, by how many objects there are in its stack */
export const largeTable = (): string =>
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

/** @returns what a change of all objects takes, in one stack and in several */
export const partsTable = (): string =>
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

/** @returns seconds, without those of an `up` that changes nothing */
function eachOf({ side, setting, count }: Pick<Large, "side" | "setting" | "count">): number | undefined {
  const found = results.large.find(
    (large) => large.side === side && large.count === count && large.setting === setting,
  );
  if (found) return (found.seconds - found.unchangedSeconds) / found.changed;
  const [change, unchanged] = (["change", "unchanged"] as const).map(
    (operation) => setting === undefined && figures({ side, count, operation }, seconds)?.median,
  );
  return change && unchanged ? (change - unchanged) / count : undefined;
}

const formatted = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? "–";
