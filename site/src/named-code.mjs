/**
 * A plugin for Expressive Code: each block of code can be reached by keyboard from the beginning, and has a name. The
 * generator's own script removes the stop where nothing scrolls.
 */
export const namedCode = () => ({
  name: "named-code",
  hooks: {
    postprocessRenderedBlock({ codeBlock, renderData }) {
      const pre = elementOf(renderData.blockAst, "pre");
      const index = codeBlock.parentDocument?.positionInDocument?.groupIndex ?? 0;
      Object.assign(pre.properties, { tabIndex: 0, role: "group", ariaLabel: `Code ${index + 1}` });
      // Programs repeat the names of everything: the search is for words.
      renderData.blockAst.properties = { ...renderData.blockAst.properties, "data-pagefind-ignore": "all" };
    },
  },
});

const elementOf = (node, tagName) => {
  if (node.tagName === tagName) return node;
  for (const child of node.children ?? []) {
    const found = elementOf(child, tagName);
    if (found) return found;
  }
  return undefined;
};
