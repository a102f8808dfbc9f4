import { escaped } from "./html.mts";
import { outsideCode } from "./markdown.mts";

/** Puts each table into a frame that scrolls if the screen is narrow, and lets long names break at their dots. */
export const withTables = (text: string) =>
  outsideCode(text, (part) =>
    part.replaceAll(
      /^\|.*\n\| ?-.*\n(?:\|.*(?:\n|$))*/gm,
      (table) => `<div class="table">\n\n${labelled(breakable(table))}\n</div>\n`,
    ),
  );

/** Lets the code in the first column of a table break: a name at its dots, and a long message between its words. */
const breakable = (table: string) =>
  table
    .replaceAll(
      /^\| `([\w.[\]*]+\.[\w.[\]*]+)`/gm,
      (_, name: string) => `| <code>${name.replaceAll(".", ".<wbr>")}</code>`,
    )
    .replaceAll(LONG_MESSAGE, (_, message: string) => {
      const text = message.replaceAll("\\|", "|");
      return `| <code>${escaped(text)}<wbr></code>`;
    });

/** A message of more than 30 characters at the beginning of a row. */
const LONG_MESSAGE = /^\| `(?=[^`]* )([^`]{31,})`/gm;

/** Names for columns without a head, for screen readers: of the first column, and of another. */
const HIDDEN_HEADS = ["Item", "Description"];

/** Narrower tables fit on a phone. */
const CARDS_FROM = 3;

/** A row with more characters does not fit on a phone, beside its first cell. */
const MOST_CHARACTERS = 26;

/** True if the columns after the first are narrow and contain figures, so that a reader compares the rows. */
function hasNarrowFigures(rows: readonly (readonly string[])[]) {
  const figures = rows.map(([, ...cells]) => cells.map((cell) => cell.trim()));
  return (
    figures.flat().every((cell) => /^(\d|–|$)/.test(cell)) &&
    figures.every((cells) => cells.join("").length <= MOST_CHARACTERS)
  );
}

/** Repeats the head of its column in each cell but the first: on a phone, each row is a card. */
function labelled(table: string) {
  const [head = "", rule, ...rows] = table.split("\n");
  const heads = cellsOf(head).map((cell) => cell.trim());
  const named = cellsOf(head).map((cell, index) =>
    cell.trim() === ""
      ? ` <span class="sr-only">${HIDDEN_HEADS[Math.min(index, 1)]}</span> `
      : cell,
  );
  const label = (cell: string, index: number) =>
    index > 0 && heads[index] && cell.trim() !== ""
      ? ` <span class="cell-head" data-pagefind-ignore>${heads[index]}</span> ${cell.trim()} `
      : cell;
  const cells = rows.filter((row) => row !== "").map(cellsOf);
  const isCards = heads.length >= CARDS_FROM && !hasNarrowFigures(cells);
  const lines = rows.map((row) => (isCards && row !== "" ? rowOf(cellsOf(row).map(label)) : row));
  return [rowOf(named), rule, ...lines].join("\n");
}

/** A bar inside code, or after a backslash, is a part of the cell. */
const cellsOf = (line: string) =>
  line
    .trim()
    .slice(1, -1)
    .match(/(?:`[^`]*`|\\\||[^|])+/g) ?? [];

const rowOf = (cells: readonly string[]) => `|${cells.join("|")}|`;
