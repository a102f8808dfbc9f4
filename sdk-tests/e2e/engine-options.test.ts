import { expect, it } from "vitest";
import { carriedOut } from "./engine-option-runs";
import { documented, warningsIn, warningsOf } from "./engine-option-tables";
import { tryEngineOptions } from "./engine-options";

tryEngineOptions("javascript");

it("carries out each row of the tables in docs/modules.md, and no other row", () => {
  expect(documented.map(({ group, use }) => ({ group, use }))).toEqual(carriedOut);
});

it("knows the words of each warning that a row names", () => {
  const named = documented.flatMap((row) => [
    ...warningsOf(row, "dynamic"),
    ...warningsOf(row, "plugin"),
  ]);
  const printed =
    "route /a serves without oauth: this run leaves out, or has not reached, what configures that";
  expect(new Set(named).size).toBe(4);
  expect(warningsIn(printed)).toEqual(["serves without"]);
});
