import stringWidth from "string-width";

/** Lines of a table for a terminal, whose columns are as wide as their longest cells up to a limit; longer cells wrap. */
export function columns(rows: readonly (readonly string[])[], limits: readonly number[]): string[][] {
  const widths = limits.map((limit, column) =>
    Math.min(limit, Math.max(...rows.map((cells) => stringWidth(cells[column] ?? "")))),
  );
  return rows.map((cells) => {
    const wrapped = widths.map((width, column) => chunksOf(cells[column] ?? "", width));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      `  ${wrapped.map((chunks, column) => padded(chunks[line] ?? "", widths[column] ?? 0)).join("  ")}`.trimEnd(),
    );
  });
}

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - stringWidth(text)));

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The text in pieces that fit; no character is cut in two. */
export function chunksOf(text: string, width: number): string[] {
  const chunks: string[] = [];
  let chunk = "";
  for (const { segment } of graphemes.segment(text)) {
    if (chunk !== "" && stringWidth(chunk + segment) > width) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk += segment;
  }
  return [...chunks, chunk];
}
