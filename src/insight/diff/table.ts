import type { Filtered } from "./ignore";
import { type Line, linesOf, summaryOf } from "./lines";

/** Values that are longer go on in the next line, so that nothing is cut off. */
const WIDTH = 44;

/** For a terminal: a table for each resource, and what it all comes to. */
export function tableOf(filtered: Filtered): string {
  const lines = linesOf(filtered);
  const { a, b } = filtered.labels;
  const head = { resource: "", argument: "argument", a, b };
  const width = (key: "argument" | "a") =>
    Math.min(WIDTH, Math.max(...[head, ...lines].map((line) => line[key].length)));
  const widths = [width("argument"), width("a"), WIDTH];
  const groups = Map.groupBy(lines, ({ resource }) => resource);
  const tables = [...groups].map(([resource, own]) => [resource, ...own.flatMap((line) => rowOf(line, widths))]);
  const heading = lines.length > 0 ? [rowOf(head, widths)] : [];
  return [...heading, ...tables, [summaryOf(filtered)]].map((each) => each.join("\n")).join("\n\n");
}

/** One line of the table, which takes as many on the screen as its longest cell. */
function rowOf({ argument, a, b }: Omit<Line, "resource">, widths: readonly number[]): string[] {
  const cells = [argument, a, b].map((text, index) => chunksOf(text, widths[index] ?? WIDTH));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, row) =>
    `  ${cells.map((chunks, index) => (chunks[row] ?? "").padEnd(widths[index] ?? WIDTH)).join("  ")}`.trimEnd(),
  );
}

const chunksOf = (text: string, width: number): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / width)) }, (_, index) =>
    text.slice(index * width, (index + 1) * width),
  );
