/**
 * A table in Markdown.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 * @returns {string}
 */
export const table = (heads, rows) => [heads, heads.map(() => "---"), ...rows].map(line).join("\n");

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
