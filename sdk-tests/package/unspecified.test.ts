import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { optionTable } from "../../src/emulator";

const page = readFileSync(join(__dirname, "../../docs/unspecified.md"), "utf8");

it("docs/unspecified.md names every option of the local server, each of which is something that the reference leaves open", () => {
  expect(Object.keys(optionTable).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
