import { ExpressiveCodeAnnotation } from "@astrojs/starlight/expressive-code";
import { h, select, setProperty } from "@astrojs/starlight/expressive-code/hast";
import { styledParts } from "../stage/report-styles.mts";

/**
 * A plugin for Expressive Code: each block of code can be reached by keyboard from the beginning, and has a name. The
 * generator's own script removes the stop where nothing scrolls.
 */
export const namedCode = () => ({
  name: "named-code",
  hooks: {
    postprocessRenderedBlock({ codeBlock, renderData }) {
      const index = codeBlock.parentDocument?.positionInDocument?.groupIndex ?? 0;
      const properties = { tabIndex: 0, role: "group", ariaLabel: `Code ${index + 1}` };
      Object.assign(select("pre", renderData.blockAst).properties, properties);
      // Programs repeat the names of everything: the search is for words.
      setProperty(renderData.blockAst, "data-pagefind-ignore", "all");
    },
  },
});

/** Languages of blocks that show what a terminal prints. */
const OUTPUT = ["", "text", "txt", "plaintext", "console"];

/** A plugin for Expressive Code: the output of commands has colors, as in a terminal. */
export const colouredOutput = () => ({
  name: "coloured-output",
  hooks: {
    preprocessLanguage({ codeBlock }) {
      // The grammar of `console` would color the words of the output as a program.
      if (OUTPUT.includes(codeBlock.language)) codeBlock.language = "plaintext";
    },
    annotateCode({ codeBlock }) {
      if (codeBlock.language !== "plaintext") return;
      for (const line of codeBlock.getLines())
        for (const part of [...styledParts(line.text), ...gapsOf(line.text)])
          line.addAnnotation(new StyledText(part));
    },
  },
});

/** Returns the spaces between the columns of a line, which a phone shows as a single space. */
const gapsOf = (line) =>
  [...line.matchAll(/(?<=\S) {3,}/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
    style: "gap",
  }));

class StyledText extends ExpressiveCodeAnnotation {
  #style;

  constructor({ start, end, style }) {
    super({ inlineRange: { columnStart: start, columnEnd: end } });
    this.#style = style;
  }

  render({ nodesToTransform }) {
    return nodesToTransform.map((node) => h("span", { class: `output-${this.#style}` }, node));
  }
}
