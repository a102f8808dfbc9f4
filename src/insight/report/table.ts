import { inert } from "./text";
import { widthOf, wrappedLines } from "./wrap";

/** Lines of a table for a terminal, whose columns are as wide as their longest cells up to a limit; longer cells wrap. */
export function columns(
  rows: readonly (readonly string[])[],
  limits: readonly number[],
): string[][] {
  const widths = limits.map((limit, column) =>
    Math.min(limit, Math.max(...rows.map((cells) => widthOf(cells[column] ?? "")))),
  );
  return rows.map((cells) => {
    const wrapped = widths.map((width, column) =>
      wrappedLines(cells[column] ?? "", width, ANYWHERE),
    );
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      // Wrapping may move a command of a CI system to the beginning of a line.
      inert(
        `  ${wrapped.map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0)).join("  ")}`.trimEnd(),
      ),
    );
  });
}

/** A line ends between any two characters, and keeps its spaces. */
const ANYWHERE = { hard: true, wordWrap: false, trim: false };

const padded = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)));
