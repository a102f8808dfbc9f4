/** What the site reads and changes in a document, which stays readable as it is elsewhere. All pure. */

const FENCE = /(^ *```[^\n]*\n.*?^ *```[ ]*$)/ms;

/**
 * A block of code has the name after its fence.
 * @typedef {{ text: string, language?: string }} Block
 */

/**
 * The blocks of code of a document, and the texts between them.
 * @param {string} text
 * @returns {Block[]}
 */
export const blocksOf = (text) =>
  text
    .split(FENCE)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { text: part, language: languageOf(part) }));

/** @param {string} fence */
const languageOf = (fence) => /^ *```([^\s]*)/.exec(fence)?.[1] ?? "";

/**
 * Changes the text of a document outside of its blocks of code.
 * @param {string} text
 * @param {(text: string) => string} change
 */
export const outsideCode = (text, change) =>
  blocksOf(text)
    .map((block) => (block.language === undefined ? change(block.text) : block.text))
    .join("");

/**
 * Leads each relative link, and each picture, elsewhere.
 * @param {string} text
 * @param {(path: string, anchor: string) => string} target
 */
export const withLinks = (text, target) =>
  outsideCode(text, (part) =>
    outsideQuotes(part, (words) =>
      words.replaceAll(/\]\((?![a-z][a-z+.-]*:)([^)\s#]*)(#[^)\s]*)?\)/g, (_, path, anchor = "") =>
        path === "" ? `](${anchor})` : `](${target(path, anchor)})`,
      ),
    ),
  );

/** @param {string} text @param {(text: string) => string} change */
const outsideQuotes = (text, change) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");

/**
 * The relative links of a document.
 * @param {string} text
 * @returns {{ path: string, anchor: string }[]} the anchor with its `#`
 */
export function linksOf(text) {
  /** @type {{ path: string, anchor: string }[]} */
  const links = [];
  withLinks(text, (path, anchor) => {
    links.push({ path, anchor });
    return path;
  });
  return links;
}

/**
 * The title of a document, and what follows it, without front matter.
 * @param {string} text
 * @returns {{ title: string, body: string }}
 */
export function titleAndBody(text) {
  const document = text.replace(/^---\n.*?^---\n/ms, "");
  const [, heading, body = ""] = /^\s*# ([^\n]*)\n(.*)$/s.exec(document) ?? [];
  return heading === undefined ? { title: "", body: document } : { title: plain(heading), body };
}

/**
 * The part of a document below a heading of the second level.
 * @param {string} text
 * @param {string} heading
 * @returns {string | undefined}
 */
export const partBelow = (text, heading) =>
  text
    .split(/^(?=## )/m)
    .find((part) => part.startsWith(`## ${heading}\n`))
    ?.slice(`## ${heading}\n`.length)
    .trim();

/**
 * The first paragraph, for search engines.
 * @param {string} body
 * @returns {string}
 */
export const summary = (body) => {
  const paragraphs = (blocksOf(body)[0]?.text ?? "").split(/\n\s*\n/).map((paragraph) => plain(paragraph.trim()));
  return paragraphs.find((paragraph) => /^[A-Z`]/.test(paragraph)) ?? "";
};

/** @param {string} text */
export const plain = (text) =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ");
