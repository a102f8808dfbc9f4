/** A sentence, and the line of its beginning, counted from that of the text. @typedef {{ text: string, line: number }} Sentence */

/** Behind the end of a sentence: a blank, then what may begin another. */
const BREAK = /(?<=[.!?]['")]?)\s+(?=["'(]?(?:[A-Z\d]|CODE))/g;

/** In place of code, which is one word of a sentence. */
export const CODE = "CODE";

/**
 * @param {string} text of a paragraph
 * @returns {Sentence[]}
 */
export function sentencesOf(text) {
  const starts = [0, ...[...text.matchAll(BREAK)].map(({ index, 0: blank }) => index + blank.length)];
  return starts.map((start, index) => ({
    text: text
      .slice(start, starts[index + 1])
      .replaceAll(/\s+/g, " ")
      .trim(),
    line: text.slice(0, start).split("\n").length - 1,
  }));
}

/** @param {string} sentence */
export const wordsIn = (sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** @param {string} sentence */
export const joinsIn = (sentence) => (sentence.match(/;|:(?=\s)/g) ?? []).length;
