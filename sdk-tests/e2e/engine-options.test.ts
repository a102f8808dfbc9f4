import { expect, it } from "vitest";
import { carriedOut } from "./engine-option-runs";
import { documented, warningsIn, warningsOf } from "./engine-option-tables";
import { tryEngineOptions } from "./engine-options";

tryEngineOptions("javascript");

it("the runs cover each row of the tables in docs/modules.md, and no other row", () => {
  expect(documented.map(({ group, use }) => ({ group, use }))).toEqual(carriedOut);
});

it("the tests contain the words of each warning in a row", () => {
  const named = documented.flatMap((row) => [
    ...warningsOf(row, "dynamic"),
    ...warningsOf(row, "plugin"),
  ]);
  const printed =
    "route /a serves without oauth: this run leaves out, or has not reached, what configures that";
  expect(new Set(named).size).toBe(4);
  expect(warningsIn(printed)).toEqual(["serves without"]);
});
