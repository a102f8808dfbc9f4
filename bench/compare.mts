import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { dataDir, root } from "../tools/base/project.mjs";
import { Problem, remark, say } from "../tools/base/say.mjs";
import { compare, comparisonTable, largestNoise } from "./compared.mts";
import { CONTROL } from "./comparisons.mts";
import { type Measurement, RECORDED, read } from "./results.mts";

/** The ratios of the last comparison, beside the results. */
const COMPARISON = join(dataDir, "comparison.json");

type Stacks = readonly Pick<Measurement, "side" | "count">[];

const countsOf = (stacks: Stacks) => [...new Set(stacks.map(({ count }) => count))];

/** Refuses a comparison that would have no ratio, before it measures for minutes. */
export function requireRecorded(stacks: Stacks): void {
  const recorded = countsOf(read(RECORDED).measurements);
  for (const count of countsOf(stacks))
    if (!recorded.includes(count))
      throw new Problem(
        `The recorded results have no stacks of ${count} objects: --sizes may have ${recorded.join(", ")}.`,
      );
  for (const side of [CONTROL.side, ...CONTROL.baselines])
    if (!stacks.some((stack) => stack.side === side))
      throw new Problem(`--compare needs the side ${side}, which is part of the control.`);
}

/** Prints the ratios beside the recorded ratios, and returns 1 if a ratio is slower beyond the noise. */
export function compareWithRecorded(measured: readonly Measurement[]): number {
  const recorded = read(RECORDED).measurements;
  const compared = countsOf(measured).map((count) => ({
    count,
    ratios: compare(recorded, measured, count),
  }));
  for (const { count, ratios } of compared) {
    if (ratios.length === 0)
      throw new Problem(
        `No ratio of ${count} objects can be compared, because a side of each ratio was not measured.`,
      );
    say(`${count} objects:\n\n${comparisonTable(ratios)}\n`);
    remark(
      `A slowdown below the noise is not detected. The largest noise is ${largestNoise(ratios)}.`,
    );
  }
  writeFileSync(COMPARISON, `${JSON.stringify(compared, null, 2)}\n`);
  remark(`The comparison is in ${relative(root, COMPARISON)}.`);
  return compared.some(({ ratios }) => ratios.some(({ verdict }) => verdict === "slower")) ? 1 : 0;
}
