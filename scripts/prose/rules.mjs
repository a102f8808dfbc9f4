import { inPages, openings } from "./phrases.mjs";
import { CODE, joinsIn, sentencesOf, wordsIn } from "./sentences.mjs";

/** @typedef {import("markdownlint").MicromarkToken} Token */

/** The rules of docs/style.md that a program can decide. */
const WORDS = 35;
const JOINS = 2;

/** What a reader does not read as words. */
const SILENT = /Sequence$|^(?:image|resource|reference|labelMarker|htmlText|definition|linePrefix)$/;

/**
 * @param {Token} token
 * @returns {string}
 */
function textOf(token) {
  if (SILENT.test(token.type)) return "";
  if (token.type === "codeText") return CODE;
  if (token.type === "lineEnding") return "\n";
  return token.children.length === 0 ? token.text : token.children.map(textOf).join("");
}

/**
 * The tokens of some types, at any depth.
 * @param {readonly Token[]} tokens
 * @param {readonly string[]} types
 * @returns {Token[]}
 */
const tokensOf = (tokens, types) =>
  tokens.flatMap((token) => (types.includes(token.type) ? [token] : tokensOf(token.children, types)));

/**
 * What is wrong with a sentence.
 * @param {string} sentence
 * @returns {string[]}
 */
export const problemsOf = (sentence) => [
  ...phrasesIn(sentence),
  ...(wordsIn(sentence) > WORDS ? [`${wordsIn(sentence)} words: write at most ${WORDS}`] : []),
  ...(joinsIn(sentence) > JOINS ? [`${joinsIn(sentence)} colons and semicolons: write at most ${JOINS}`] : []),
  ...openings.flatMap(({ phrase, better }) =>
    phrase.test(sentence) ? [`begins with "${sentence.split(" ")[0]}": write "${better}"`] : [],
  ),
];

/** @param {string} text */
const phrasesIn = (text) =>
  inPages.flatMap(({ phrase, better }) => {
    const found = phrase.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}": write "${better}"`];
  });

/** A rule of the linter: each sentence of a paragraph, and the words of the cells of tables. @type {import("markdownlint").Rule} */
export const prose = {
  names: ["prose"],
  description: "docs/style.md",
  tags: ["style"],
  parser: "micromark",
  function: ({ parsers }, onError) => {
    const { tokens } = parsers.micromark;
    const report = (/** @type {number} */ lineNumber, /** @type {string} */ text, /** @type {string} */ detail) =>
      onError({ lineNumber, detail, context: text });
    for (const paragraph of tokensOf(tokens, ["paragraph"]))
      for (const { text, line } of sentencesOf(textOf(paragraph)))
        for (const problem of problemsOf(text)) report(paragraph.startLine + line, text, problem);
    for (const cell of tokensOf(tokens, ["tableContent"]))
      for (const problem of phrasesIn(textOf(cell))) report(cell.startLine, textOf(cell), problem);
  },
};
