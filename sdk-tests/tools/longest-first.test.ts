import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LONGEST } from "../setup/longest-first.mts";

it("every file that the tests begin with is there", () => {
  expect(LONGEST.filter((name) => !existsSync(join(__dirname, "..", `${name}.test.ts`)))).toEqual(
    [],
  );
});
