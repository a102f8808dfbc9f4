import { expect, it } from "vitest";
import { textOf } from "../support/files";
import { places } from "../workflows/where-it-runs";

/** The places where Pulumi runs, as users read of them. */

/** The cells of the rows below the heading. */
function tableBelow(heading: string, document: string): string[][] {
  const section = textOf(document).split(`\n${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(2).map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
}

it("the table of the page has the places that the suite carries out, and no others", () => {
  const table = tableBelow("## Where it runs", "docs/compatibility.md");
  expect(table.map(([place, life]) => ({ place, life }))).toEqual(
    places.map(({ place, life }) => ({ place, life })),
  );
});
