import { outsideCode } from "./markdown.mts";

/** Puts each table into a frame that scrolls if the screen is narrow, and lets long names break at their dots. */
export const withTables = (text: string) =>
  outsideCode(text, (part) =>
    part.replaceAll(
      /^\|.*\n\| ?-.*\n(?:\|.*(?:\n|$))*/gm,
      (table) => `<div class="table">\n\n${withHead(labelled(breakable(table)))}\n</div>\n`,
    ),
  );

const breakable = (table: string) =>
  table.replaceAll(/^\| `([\w.[\]*]+\.[\w.[\]*]+)`/gm, (_, name) => `| <code>${atDots(name)}</code>`);

const atDots = (name: string) => name.replaceAll(".", ".<wbr>");

/** A bar inside code, or after a backslash, is a part of the cell. */
const CELLS = /(?:`[^`]*`|\\\||[^|])+/g;

/** Repeats the head of its column in each cell but the first: on a phone, each row is a card. */
function labelled(table: string) {
  const [head = "", rule = "", ...rows] = table.split("\n");
  const heads = cellsOf(head);
  if (heads.length < CARDS_FROM) return table;
  return [head, rule, ...rows.map((row) => (row === "" ? row : labelledRow(row, heads)))].join("\n");
}

/** Narrower tables fit on a phone. */
const CARDS_FROM = 3;

const cellsOf = (line: string) => line.trim().slice(1, -1).match(CELLS) ?? [];

const labelledRow = (row: string, heads: readonly string[]) =>
  `|${cellsOf(row)
    .map((cell, index) => {
      const head = heads[index]?.trim() ?? "";
      const hasLabel = index > 0 && head !== "" && cell.trim() !== "";
      return hasLabel ? ` <span class="cell-head" data-pagefind-ignore>${head}</span> ${cell.trim()} ` : cell;
    })
    .join("|")}|`;

/** Names for columns without a head, for screen readers: of the first column, and of another. */
const HIDDEN_HEADS = ["Item", "Description"];

function withHead(table: string) {
  const [head = "", ...rest] = table.split("\n");
  const cells = head.split("|").slice(1, -1);
  const named = cells.map((cell, index) =>
    cell.trim() === "" ? ` <span class="sr-only">${HIDDEN_HEADS[Math.min(index, 1)]}</span> ` : cell,
  );
  return [`|${named.join("|")}|`, ...rest].join("\n");
}
