import { expect, it } from "vitest";
import { carriedOut, documented, tryEngineOptions } from "./engine-options";

tryEngineOptions("javascript");

it("carries out each row of the table in docs/modules.md, and no other row", () => {
  const rows = documented.map(({ option, happens }) => ({ option, happens }));
  expect(carriedOut).toEqual(expect.arrayContaining(rows));
  expect(rows).toEqual(expect.arrayContaining(carriedOut));
});
