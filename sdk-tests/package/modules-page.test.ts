import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(join(__dirname, "../..", path), "utf8");

it("docs/modules.md has for each row a test on the real engine that is named after it", () => {
  const [, table = ""] = read("docs/modules.md").split("| --- | --- | --- |\n");
  const rows = (table.split("\n\n")[0] ?? "").split("\n").map((row) => row.split(" | ")[0]?.slice(2) ?? "");
  const names = ["e2e/module-ownership", "workflows/module-deletion"];
  const tests = names.map((name) => read(`sdk-tests/${name}.test.ts`)).join();
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !tests.includes(row))).toEqual([]);
});
