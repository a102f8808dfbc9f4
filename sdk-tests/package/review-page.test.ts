import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rules } from "../../src/review/rules";
import { acrossStacks } from "../../src/review/rules/across-stacks";
import { harmlessChanges, riskyChanges } from "../review/changes";

const page = readFileSync(join(__dirname, "../../docs/review.md"), "utf8");

it("docs/review.md has a line for each rule of the review, and no other", () => {
  const lines = [...rules, acrossStacks.rule].map(
    ({ id, severity, title, example }) => `| \`${id}\` | ${severity} | ${title} | ${example} |`,
  );
  const [, table = ""] = page.split("| --- | --- | --- | --- |\n");
  expect(table.split("\n\n")[0]?.split("\n")).toEqual(lines);
});

it("docs/review.md says how many changes the review is judged by", () => {
  const [risky, harmless] = [riskyChanges.length, harmlessChanges.length];
  expect(page).toContain(`${risky + harmless} changes of programs`);
  expect(page.replaceAll("\n", " ")).toContain(`${risky} risky ones`);
  expect(page.replaceAll("\n", " ")).toContain(`${harmless} harmless ones`);
});
