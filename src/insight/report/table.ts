import { inert } from "./text";
import { widthOf, wrappedLines } from "./wrap";

/**
 * The lines of each row of a table for a terminal. A column is as wide as its longest cell, up to a limit; longer cells wrap.
 *
 * @param limits The greatest width of each column.
 */
export function columns(
  rows: readonly (readonly string[])[],
  limits: readonly number[],
): string[][] {
  const widths = limits.map((limit, column) => {
    const cellWidths = rows.map((cells) => widthOf(cells[column] ?? ""));
    const widest = cellWidths.reduce((first, second) => Math.max(first, second), 0);
    return Math.min(limit, widest);
  });
  return rows.map((cells) => rowLines(cells, widths));
}

function rowLines(cells: readonly string[], widths: readonly number[]): string[] {
  const wrapped = widths.map((width, column) => wrappedLines(cells[column] ?? "", width, ANYWHERE));
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => {
    const parts = widths.map((width, column) => padded(wrapped[column]?.[index] ?? "", width));
    // Wrapping may move a command of a CI system to the beginning of a line.
    return inert(`  ${parts.join("  ")}`.trimEnd());
  });
}

/** A line ends between any two characters, and keeps its spaces. */
const ANYWHERE = { hard: true, wordWrap: false, trim: false };

const padded = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)));
