import { blocksOf } from "./markdown.mjs";

/** The languages of programs, in the order of Pulumi's own documents, by the names that fences have. */
const LANGUAGES = new Map([
  ["typescript", "TypeScript"],
  ["ts", "TypeScript"],
  ["python", "Python"],
  ["go", "Go"],
  ["csharp", "C#"],
  ["java", "Java"],
  ["yaml", "YAML"],
]);

/** What Pulumi's generators read around blocks in several languages: `<!--Start PulumiCodeChooser -->` and shortcodes. */
const MARKERS =
  /<!-- ?(?:Start|End) PulumiCodeChooser ?-->|\{\{[<%] \/?(?:chooser|choosable|examples?)\b[^\n]*? ?[%>]\}\}/g;

/**
 * Makes tabs of blocks of code that follow each other without a word between them, each in another language.
 * @param {string} text
 * @returns {string}
 */
export const withChoosers = (text) =>
  runsOf(blocksOf(text.replaceAll(MARKERS, "")))
    .map(asTabs)
    .join("");

/** @typedef {import("./markdown.mjs").Block} Block */

/**
 * @param {readonly Block[]} blocks
 * @returns {Block[][]} runs of programs in different languages; every other block alone
 */
function runsOf(blocks) {
  /** @type {Block[][]} */
  const runs = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (isSpace(block)) continue;
    if (run && continues(run, block)) run.push(block);
    else runs.push([block]);
  }
  return runs;
}

/** Comments mark what is generated. @param {Block} block */
const isSpace = ({ text, language }) => language === undefined && text.replaceAll(/<!--.*?-->/gs, "").trim() === "";

/** @param {readonly Block[]} run @param {Block} block */
const continues = (run, block) =>
  [...run, block].every(isProgram) && !run.some((other) => labelOf(other) === labelOf(block));

/** @param {Block} block */
const isProgram = (block) => labelOf(block) !== undefined && block.text.startsWith("```");

/** @param {Block} block */
const labelOf = ({ language }) => LANGUAGES.get(language ?? "");

/** @param {readonly Block[]} run */
function asTabs(run) {
  const [first] = run;
  if (run.length < 2) return first?.language === undefined ? (first?.text ?? "") : `\n\n${first.text}\n\n`;
  const panels = run.map((block) => `<div data-language="${labelOf(block)}">\n\n${block.text}\n\n</div>`);
  return `\n\n<language-chooser>\n\n${panels.join("\n\n")}\n\n<chooser-end>\n</chooser-end>\n</language-chooser>\n\n`;
}
