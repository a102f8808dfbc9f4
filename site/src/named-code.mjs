import { select, setProperty } from "@astrojs/starlight/expressive-code/hast";

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
