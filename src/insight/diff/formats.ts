import { unusedJson } from "../report/exception";
import { code, escaped, table } from "../report/markdown";
import { columns } from "../report/table";
import { jsonReport } from "../report/text";
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

/** For a comment or a page: a summary, and a table of the differences. */
export function markdownOf(filtered: Filtered): string {
  const { a, b } = filtered.labels;
  const rows = linesOf(filtered).map((line) => [line.resource, line.argument, line.a, line.b].map(code));
  const summary = escaped(summaryOf(filtered));
  return rows.length === 0 ? summary : `${summary}\n\n${table(["resource", "argument", code(a), code(b)], rows)}`;
}

/** For programs; `docs/stack-diff.md` documents it. */
export const jsonOf = ({ labels, resources, differences, ignored, unused }: Filtered): string =>
  jsonReport(1, {
    stacks: labels,
    alike: differences.length === 0,
    resources,
    ignored,
    unusedIgnores: unused.map(unusedJson),
    differences: differences.map(({ resource: { type, name, parents }, ...difference }) => ({
      resource: { type, name, parents },
      ...difference,
    })),
  });
