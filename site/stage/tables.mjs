import { outsideCode } from "./markdown.mjs";

/**
 * Puts each table into a frame that scrolls if the screen is narrow, and lets long names break at their dots.
 * @param {string} text
 */
export const withTables = (text) =>
  outsideCode(text, (part) =>
    part.replaceAll(
      /^\|.*\n\| ?-.*\n(?:\|.*(?:\n|$))*/gm,
      (table) => `<div class="table">\n\n${withHead(labelled(breakable(table)))}\n</div>\n`,
    ),
  );

/** @param {string} table */
const breakable = (table) =>
  table.replaceAll(/^\| `([\w.[\]*]+\.[\w.[\]*]+)`/gm, (_, name) => `| <code>${atDots(name)}</code>`);

/** @param {string} name */
const atDots = (name) => name.replaceAll(".", ".<wbr>");

/** A bar inside code, or after a backslash, is a part of the cell. */
const CELLS = /(?:`[^`]*`|\\\||[^|])+/g;

/**
 * Repeats the head of its column in each cell but the first: on a phone, each row is a card.
 * @param {string} table
 */
function labelled(table) {
  const [head = "", rule = "", ...rows] = table.split("\n");
  const heads = cellsOf(head);
  if (heads.length < CARDS_FROM) return table;
  return [head, rule, ...rows.map((row) => (row === "" ? row : labelledRow(row, heads)))].join("\n");
}

/** Narrower tables fit on a phone. */
const CARDS_FROM = 3;

/** @param {string} line */
const cellsOf = (line) => line.trim().slice(1, -1).match(CELLS) ?? [];

/** @param {string} row @param {readonly string[]} heads */
const labelledRow = (row, heads) =>
  `|${cellsOf(row)
    .map((cell, index) => {
      const head = heads[index]?.trim() ?? "";
      const hasLabel = index > 0 && head !== "" && cell.trim() !== "";
      return hasLabel ? ` <span class="cell-head" data-pagefind-ignore>${head}</span> ${cell.trim()} ` : cell;
    })
    .join("|")}|`;

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
