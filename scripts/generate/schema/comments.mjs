import ts from "typescript";

/**
 * The documentation of a declaration, without its tags; empty where there is none.
 * @param {ts.Node} node
 * @returns {string}
 */
export const commentOf = (node) =>
  plain(
    ts
      .getJSDocCommentsAndTags(node)
      .filter(ts.isJSDoc)
      .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
      .join("\n\n"),
  );

/**
 * The program of its `@example`; empty where there is none.
 * @param {ts.Node} node
 * @returns {string}
 */
export const exampleOf = (node) =>
  ts
    .getJSDocTags(node)
    .filter(({ tagName }) => tagName.text === "example")
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join("\n");

/**
 * Lines are broken where a paragraph or an item of a list ends, and links are names: a schema's texts are Markdown.
 * @param {string} text
 * @returns {string}
 */
export const plain = (text) =>
  text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split(/\n(?=\s*- )/)
        .map((line) => line.replaceAll(/\s+/g, " ").trim())
        .join("\n"),
    )
    .join("\n\n")
    .trim();
