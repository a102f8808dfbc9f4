/** What moves a cursor, turns text around, ends a line or is not shown at all. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** One line, without what a terminal would obey or turn around: each control, format or private character as its code. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** The text of a JSON document, with such characters in the form that JSON has for them: a parser finds the same values. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) =>
    character === "\n" ? character : character.split("").map(escapedUnit).join(""),
  );

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** `1 resource`, `2 resources`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
