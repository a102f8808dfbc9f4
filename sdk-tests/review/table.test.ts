import { expect, it } from "vitest";
import { columns } from "../../src/insight/report/table";

it("a table of a large account has a line for each object", () => {
  const rows = Array.from({ length: 150_000 }, (_, index) => [`route ${index}`]);
  expect(columns(rows, [20])).toHaveLength(150_000);
});
