import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { harmlessChanges, riskyChanges } from "../review/changes";

const page = readFileSync(join(__dirname, "../../docs/review.md"), "utf8");

it("docs/review.md says how many changes the review is judged by", () => {
  const [risky, harmless] = [riskyChanges.length, harmlessChanges.length];
  expect(page).toContain(`${risky + harmless} changes of programs`);
  expect(page.replaceAll("\n", " ")).toContain(`${risky} risky ones`);
  expect(page.replaceAll("\n", " ")).toContain(`${harmless} harmless ones`);
});
