/** A table in Markdown. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map(line).join("\n");

/** A table of four columns fits on a phone. */
const COLUMNS = 4;

/** A wide table on its side: its rows are columns of as many tables as they need, and its heads are the first column of each. */
export function turnedTable(
  [head = "", ...heads]: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const rowsPerTable = Math.ceil(rows.length / Math.ceil(rows.length / (COLUMNS - 1)));
  const starts = rows.flatMap((_, index) => (index % rowsPerTable === 0 ? [index] : []));
  return starts
    .map((start) => rows.slice(start, start + rowsPerTable))
    .map((few) =>
      table(
        [head, ...few.map(([title = ""]) => title)],
        heads.map((name, index) => [name, ...few.map((row) => row[index + 1] ?? "")]),
      ),
    )
    .join("\n\n");
}

const line = (cells: readonly string[]) =>
  `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;

/** A link to a section of docs/api.md by its title, from a page in a folder that has this path to docs. */
export const apiLink = (title: string, folder: string = "") =>
  `[${title}](${folder}api.md#${title.toLowerCase().replaceAll(" ", "-")})`;

export const code = (text: string) => `\`${text}\``;
