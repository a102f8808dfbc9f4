import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { harmlessChanges, riskyChanges } from "../review/changes";
import { harmlessLabels, ownHarmless, ownRisky, riskyLabels } from "../review/labelled";
import { labelledDrifts } from "../review/labelled/drifts";

const page = readFileSync(join(__dirname, "../../docs/review.md"), "utf8").replaceAll("\n", " ");

it("docs/review.md says how many changes the review is judged by", () => {
  const risky = riskyChanges.length + riskyLabels.length;
  const harmless = harmlessChanges.length + harmlessLabels.length;
  expect(page).toContain(`${risky + harmless} changes of programs`);
  expect(page).toContain(`${risky} changes are risky`);
  expect(page).toContain(`${harmless} changes are harmless`);
  const own = ownRisky.length + ownHarmless.length;
  expect(page).toContain(`${riskyLabels.length + harmlessLabels.length - own} of the changes`);
  expect(page).toContain(`${labelledDrifts.length} changes by another party`);
});
