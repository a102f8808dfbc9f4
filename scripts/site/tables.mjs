import { outsideCode } from "./markdown.mjs";

/**
 * Puts each table into a frame that scrolls if the screen is narrow, and lets long names break at their dots.
 * @param {string} text
 */
export const withTables = (text) =>
  outsideCode(text, (part) =>
    part.replaceAll(
      /^\|.*\n\| ?-.*\n(?:\|.*(?:\n|$))*/gm,
      (table) => `<div class="table">\n\n${withHead(breakable(table))}\n</div>\n`,
    ),
  );

/** @param {string} table */
const breakable = (table) =>
  table.replaceAll(/^\| `([\w.[\]*]+\.[\w.[\]*]+)`/gm, (_, name) => `| <code>${atDots(name)}</code>`);

/** @param {string} name */
const atDots = (name) => name.replaceAll(".", ".<wbr>");

/** Names for columns without a head, for screen readers: of the first column, and of another. */
const HIDDEN_HEADS = ["Item", "Description"];

/** @param {string} table */
function withHead(table) {
  const [head = "", ...rest] = table.split("\n");
  const cells = head.split("|").slice(1, -1);
  const named = cells.map((cell, index) =>
    cell.trim() === "" ? ` <span class="sr-only">${HIDDEN_HEADS[Math.min(index, 1)]}</span> ` : cell,
  );
  return [`|${named.join("|")}|`, ...rest].join("\n");
}
