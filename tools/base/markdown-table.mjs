/**
 * A table in Markdown.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 * @returns {string}
 */
export const table = (heads, rows) => [heads, heads.map(() => "---"), ...rows].map(line).join("\n");

/** A table of four columns fits on a phone. */
const COLUMNS = 4;

/**
 * A wide table on its side: its rows are columns of as many tables as they need, and its heads are the first column of each.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 * @returns {string}
 */
export function turnedTable([head = "", ...heads], rows) {
  const each = Math.ceil(rows.length / Math.ceil(rows.length / (COLUMNS - 1)));
  const starts = rows.flatMap((_, index) => (index % each === 0 ? [index] : []));
  return starts
    .map((start) => rows.slice(start, start + each))
    .map((few) =>
      table(
        [head, ...few.map(([title = ""]) => title)],
        heads.map((name, index) => [name, ...few.map((row) => row[index + 1] ?? "")]),
      ),
    )
    .join("\n\n");
}

/** @param {readonly string[]} cells */
const line = (cells) => `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;

/**
 * A link to a section of docs/api.md.
 * @param {string} title of the section
 * @param {string} [folder] from the page to docs
 */
export const apiLink = (title, folder = "") =>
  `[${title}](${folder}api.md#${title.toLowerCase().replaceAll(" ", "-")})`;

/** @param {string} text */
export const code = (text) => `\`${text}\``;
