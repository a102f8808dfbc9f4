import { styleText } from "node:util";
import { withoutPasswords } from "../../core/schema/credentials";

/**
 * What moves a cursor, turns text around, ends a line or is not shown at all: control, format and private characters, blanks
 * other than the usual one, letters without ink, and letters of another width, which look like those of a name.
 */
const UNPRINTABLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\uff01-\uff5e]/gu;

/** What a parser of JSON has to be given as a code so that a terminal obeys none of it; not the ends of lines. */
const UNSAFE_IN_JSON = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;

/** Letters of other scripts that cannot be told from Latin ones. */
const LOOK_ALIKES = /[\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u13a0-\u13ff\u2c80-\u2cff]/gu;
const LATIN_ALONE =
  /^[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03bd\u03bf\u03c1\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c-\u041e\u0420-\u0422\u0423\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d\u04cf]+$/u;

const asCode = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** A word with letters of two scripts, or all of whose letters look Latin, with the foreign ones as codes. */
const unmistakable = (word: string): string => {
  const foreign = word.match(LOOK_ALIKES) ?? [];
  if (foreign.length === 0 || (!/\p{Script=Latin}/u.test(word) && !LATIN_ALONE.test(foreign.join("")))) return word;
  return word.replace(LOOK_ALIKES, asCode);
};

/**
 * One line, without what a terminal or a CI system would obey or a reader cannot see or tell apart: each as a code. The passwords
 * of addresses are masked.
 */
export const printable = (text: string): string =>
  inert(
    withoutPasswords(text)
      .replace(UNPRINTABLE, asCode)
      .replace(/[\p{L}\p{M}\p{N}]+/gu, unmistakable),
  );

/** How GitHub Actions begins a command: only at the beginning of a line, which may be indented. */
const LINE_COMMAND = /^(\s*):(?=:[a-z])/i;

/** How Azure Pipelines, TeamCity and older runners of GitHub begin a command, at any place of a line. */
const COMMAND = /#(?=#[a-z]*\[)/gi;

/** A line of a log that no CI system takes for a command. */
export const inert = (line: string): string =>
  line.replace(LINE_COMMAND, `$1${asCode(":")}`).replace(COMMAND, asCode("#"));

/** Text that begins no mark-up in HTML, XML and SVG, whatever is in it. */
export const markup = (text: string): string =>
  printable(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The text of a JSON document, with such characters in the form that JSON has for them: a parser finds the same values. */
export const printableJson = (value: unknown): string =>
  withoutPasswords(JSON.stringify(value, null, 2))
    .replace(UNSAFE_IN_JSON, (unsafe) => unsafe.split("").map(escapedUnit).join(""))
    .replace(COMMAND, escapedUnit);

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A report for programs. The version counts up when a member goes or changes its meaning, and not when one is added. */
export const jsonReport = (version: number, members: object): string => printableJson({ version, ...members });

export type Style = Parameters<typeof styleText>[0];

/** Text for a terminal, in a style unless the output has none. */
export const styled = (style: Style, text: string, isColoured: boolean): string =>
  isColoured ? styleText(style, text, { validateStream: false }) : text;

/** `1 resource`, `2 resources`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** How many of the items each name is of. */
export const tally = <Name extends string, Item>(
  names: readonly Name[],
  items: readonly Item[],
  nameOf: (item: Item) => Name,
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, items.filter((each) => nameOf(each) === name).length])) as never;
