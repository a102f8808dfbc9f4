/** Returns a text that neither HTML nor Markdown reads as mark-up. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"'*_[\]\\|`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Longer words of code may break on a phone. */
const LONGEST_WHOLE = 20;

/** Keeps each short word of the code within sentences on one line: browsers break a line after a hyphen. */
export const withWholeNames = (html: string): string =>
  html.replaceAll(
    /(<code dir="auto">)([^<]*)(?=<\/code>)/g,
    (_, tag: string, code: string) => tag + code.replaceAll(/\S+/g, wholeWord),
  );

const wholeWord = (word: string): string =>
  word.length <= LONGEST_WHOLE ? `<span class="whole">${word}</span>` : word;
