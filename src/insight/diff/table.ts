import { columns } from "../report/table";
import type { Filtered } from "./ignore";
import { linesOf, summaryOf } from "./lines";

/** Values that are longer go on in the next line, so that nothing is cut off. */
const WIDTH = 44;

/** For a terminal: a table for each resource, and a summary. */
export function tableOf(filtered: Filtered): string {
  const lines = linesOf(filtered);
  const { a, b } = filtered.labels;
  const cells = [["argument", a, b], ...lines.map((line) => [line.argument, line.a, line.b])];
  const [heading = [], ...rows] = columns(cells, [WIDTH, WIDTH, WIDTH]);
  const groups = Map.groupBy(rows.keys(), (index) => lines[index]?.resource ?? "");
  const tables = [...groups].map(([resource, own]) => [resource, ...own.flatMap((index) => rows[index] ?? [])]);
  return [...(lines.length > 0 ? [heading, ...tables] : []), [summaryOf(filtered)]]
    .map((each) => each.join("\n"))
    .join("\n\n");
}
