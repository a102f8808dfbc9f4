import { styleText } from "node:util";
import { withoutPasswords } from "../../core/schema/credentials";

/**
 * Characters that move a cursor, turn text around, end a line or are not shown at all: control, format and private characters,
 * blanks other than the usual one, letters without ink, and letters of another width.
 */
const UNPRINTABLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\uff01-\uff5e]/gu;

/** Characters that a terminal would obey, which reports in JSON contain as escapes; not the ends of lines. */
const UNSAFE_IN_JSON = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;

const asCode = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * One line, in which each character that a terminal or a CI system would obey, or that a reader cannot see, is a code. The
 * passwords of addresses are masked.
 */
export const printable = (text: string): string =>
  inert(withoutPasswords(text).replace(UNPRINTABLE, asCode));

/** The beginning of a command of GitHub Actions: only at the beginning of a line, which may be indented. */
const LINE_COMMAND = /^(\s*):(?=:[a-z])/i;

/** The beginning of a command of Azure Pipelines, TeamCity and older runners of GitHub, at any place of a line. */
const COMMAND = /#(?=#[a-z]*\[)/gi;

/** A line of a log that no CI system takes for a command. */
export const inert = (line: string): string =>
  line.replace(LINE_COMMAND, `$1${asCode(":")}`).replace(COMMAND, asCode("#"));

/** Text that begins no mark-up in HTML, XML and SVG, whatever is in it. */
export const escapedMarkup = (text: string): string =>
  printable(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A JSON document that a terminal can show: the characters that a terminal or a CI system would obey are JSON escapes, so that a
 * parser reads the same values. The passwords of addresses are masked.
 */
export const printableJson = (value: unknown): string =>
  withoutPasswords(JSON.stringify(value, null, 2))
    .replace(UNSAFE_IN_JSON, (unsafe) => unsafe.split("").map(escapedUnit).join(""))
    .replace(COMMAND, escapedUnit);

const escapedUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A report for programs. A member that is removed or changes its meaning raises the version; a new member does not. */
export const jsonReport = (version: number, members: object): string =>
  printableJson({ version, ...members });

export type Style = Parameters<typeof styleText>[0];

/** Text for a terminal, in a style if the output is coloured. */
export const styled = (style: Style, text: string, isColoured: boolean): string =>
  isColoured ? styleText(style, text, { validateStream: false }) : text;

/** `1 resource`, `2 resources`. */
export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The number of items of each name. */
export const tally = <Name extends string, Item>(
  names: readonly Name[],
  items: readonly Item[],
  nameOf: (item: Item) => Name,
): Record<Name, number> =>
  Object.fromEntries(
    names.map((name) => [name, items.filter((item) => nameOf(item) === name).length]),
  ) as Record<Name, number>;
