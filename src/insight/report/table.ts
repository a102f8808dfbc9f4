import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { inert } from "./text";

/** Lines of a table for a terminal, whose columns are as wide as their longest cells up to a limit; longer cells wrap. */
export function columns(rows: readonly (readonly string[])[], limits: readonly number[]): string[][] {
  const widths = limits.map((limit, column) =>
    Math.min(limit, Math.max(...rows.map((cells) => stringWidth(cells[column] ?? "")))),
  );
  return rows.map((cells) => {
    const wrapped = widths.map((width, column) => wrapAnsi(cells[column] ?? "", width, ANYWHERE).split("\n"));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      // A cell that wraps may begin a line with what no cell begins with.
      inert(`  ${wrapped.map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0)).join("  ")}`.trimEnd()),
    );
  });
}

/** A line ends between any two characters, and keeps its spaces. */
const ANYWHERE = { hard: true, wordWrap: false, trim: false };

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - stringWidth(text)));
