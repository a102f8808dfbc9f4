/** One line, without what a terminal would obey or turn around: each control, format or private character as its code. */
export const printable = (text: string): string =>
  text.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** `1 resource`, `2 resources`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
