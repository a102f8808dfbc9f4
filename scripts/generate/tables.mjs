/**
 * A table in Markdown.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 * @returns {string}
 */
export const table = (heads, rows) => [heads, heads.map(() => "---"), ...rows].map(line).join("\n");

/** @param {readonly string[]} cells */
const line = (cells) => `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;

/** @param {string} text */
export const code = (text) => `\`${text}\``;
