import { type Block, blocksOf } from "./markdown.mts";

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

/** Makes tabs of blocks of code that follow each other without a word between them, each in another language. */
export const withChoosers = (text: string): string =>
  runsOf(blocksOf(text.replaceAll(MARKERS, "")))
    .map(asTabs)
    .join("");

/** Runs of programs in different languages; every other block alone. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (isSpace(block)) continue;
    if (run && continues(run, block)) run.push(block);
    else runs.push([block]);
  }
  return runs;
}

/** Comments mark what is generated. */
const isSpace = ({ text, language }: Block) =>
  language === undefined && text.replaceAll(/<!--.*?-->/gs, "").trim() === "";

const continues = (run: readonly Block[], block: Block) =>
  [...run, block].every(isProgram) && !run.some((other) => labelOf(other) === labelOf(block));

const isProgram = (block: Block) => labelOf(block) !== undefined && block.text.startsWith("```");

const labelOf = ({ language }: Block) => LANGUAGES.get(language ?? "");

/** What `Content.astro` makes tabs of. */
function asTabs(run: readonly Block[]) {
  const [first] = run;
  if (run.length < 2)
    return first?.language === undefined ? (first?.text ?? "") : `\n\n${first.text}\n\n`;
  const programs = run.map(
    (block) =>
      `<language-tab data-language="${labelOf(block)}">\n\n${block.text}\n\n</language-tab>`,
  );
  return `\n\n<language-chooser>\n\n${programs.join("\n\n")}\n\n</language-chooser>\n\n`;
}
