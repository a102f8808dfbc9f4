// Prepares the documents for Starlight. They have no front matter and link to files, so that they are readable on GitHub and in the npm package. The
// plugins of Starlight expect its own format.

/** What the site reads and changes in a document, which stays readable as it is elsewhere. All pure. */

const FENCE = /(^ *```[^\n]*\n.*?^ *```[ ]*$)/ms;

/** A block of code has the name after its fence. */
export type Block = { text: string; language?: string };

/** The blocks of code of a document, and the texts between them. */
export const blocksOf = (text: string): Block[] =>
  text
    .split(FENCE)
    .map((part, index) =>
      index % 2 === 0 ? { text: part } : { text: part, language: languageOf(part) },
    );

const languageOf = (fence: string) => /^ *```([^\s]*)/.exec(fence)?.[1] ?? "";

/** Changes what is between the matches of a pattern that is a group. */
const outside = (pattern: RegExp, text: string, change: (text: string) => string) =>
  text
    .split(pattern)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");

/** Changes the text of a document outside of its blocks of code. */
export const outsideCode = (text: string, change: (text: string) => string) =>
  outside(FENCE, text, change);

/** Leads each relative link, and each picture, elsewhere. */
export const withLinks = (text: string, target: (path: string, anchor: string) => string) =>
  outsideCode(text, (part) =>
    outside(/(`[^`]*`)/, part, (words) =>
      words.replaceAll(/\]\((?![a-z][a-z+.-]*:)([^)\s#]*)(#[^)\s]*)?\)/g, (_, path, anchor = "") =>
        path === "" ? `](${anchor})` : `](${target(path, anchor)})`,
      ),
    ),
  );

/** The relative links of a document; each anchor has its `#`. */
export function linksOf(text: string): { path: string; anchor: string }[] {
  const links: { path: string; anchor: string }[] = [];
  withLinks(text, (path, anchor) => {
    links.push({ path, anchor });
    return path;
  });
  return links;
}

/** The title of a document, and what follows it, without front matter. */
export function titleAndBody(text: string): { title: string; body: string } {
  const document = text.replace(/^---\n.*?^---\n/ms, "");
  const [, heading, body = ""] = /^\s*# ([^\n]*)\n(.*)$/s.exec(document) ?? [];
  return heading === undefined ? { title: "", body: document } : { title: plain(heading), body };
}

/** The part of a document below a heading of the second level. */
export const partBelow = (text: string, heading: string): string | undefined =>
  text
    .split(/^(?=## )/m)
    .find((part) => part.startsWith(`## ${heading}\n`))
    ?.slice(`## ${heading}\n`.length)
    .trim();

/** The first paragraph, for search engines. */
export const summary = (body: string): string => {
  const paragraphs = (blocksOf(body)[0]?.text ?? "")
    .split(/\n\s*\n/)
    .map((paragraph) => plain(paragraph.trim()));
  return paragraphs.find((paragraph) => /^[A-Z`]/.test(paragraph)) ?? "";
};

export const plain = (text: string) =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ");
