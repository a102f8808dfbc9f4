import { code, escaped, table } from "../report/markdown";
import type { Filtered } from "./ignore";
import { linesOf, summaryOf } from "./lines";

/** For a comment or a page: a summary, and a table of the differences. */
export function markdownOf(filtered: Filtered): string {
  const { a, b } = filtered.labels;
  const rows = linesOf(filtered).map((line) => [line.resource, line.argument, line.a, line.b].map(code));
  const summary = escaped(summaryOf(filtered));
  return rows.length === 0 ? summary : `${summary}\n\n${table(["resource", "argument", code(a), code(b)], rows)}`;
}
