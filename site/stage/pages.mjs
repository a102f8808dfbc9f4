import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join, posix } from "node:path";
import { homePage } from "./home.mjs";
import { linksOf, titleAndBody } from "./markdown.mjs";
import { FOLDERS, HOME, sections } from "./navigation.mjs";

/**
 * A page of the site: a document of the repository, or a folder.
 * @typedef {object} Page
 * @property {string} path in the repository, with `/` in any system
 * @property {string} id in its address
 * @property {string} title
 * @property {string} body Markdown, with links as in the repository
 * @property {string} [from] the path that its links start from, if not its own
 * @property {object} [data] front matter beside the title
 *
 * @typedef {{ title: string, isOpen: boolean, pages: readonly { page: Page, label: string }[] }} Group
 * @typedef {{ home: Page, groups: readonly Group[], pages: readonly Page[] }} Site
 */

/**
 * All pages, and the groups of the navigation.
 * @param {string} root the repository
 * @returns {Site}
 */
export function readSite(root) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
  const groups = sections.map(({ title, entries, isOpen = false, isSearched = true }) => ({
    ...{ title, isOpen },
    pages: entries.flatMap((entry) => labelled(entry, searched(isSearched, pagesOf(root, read, pathOf(entry))))),
  }));
  const home = homePage(read(HOME.path), read(HOME.overview));
  return { home, groups, pages: [home, ...groups.flatMap(({ pages }) => pages.map(({ page }) => page))] };
}

/** @param {boolean} isSearched @param {readonly Page[]} pages @returns {readonly Page[]} */
const searched = (isSearched, pages) =>
  isSearched ? pages : pages.map((page) => ({ ...page, data: { ...page.data, pagefind: false } }));

/** @param {import("./navigation.mjs").Entry} entry */
const pathOf = (entry) => (typeof entry === "string" ? entry : entry.path);

/** @param {import("./navigation.mjs").Entry} entry @param {readonly Page[]} pages */
const labelled = (entry, pages) =>
  pages.map((page) => ({ page, label: typeof entry === "string" ? page.title : entry.label }));

/** @typedef {(path: string) => string} Read */

/**
 * @param {string} root
 * @param {Read} read
 * @param {string} path of a document, or of a folder
 * @returns {Page[]}
 */
function pagesOf(root, read, path) {
  if (path.endsWith(".md")) return [documentPage(read, path)];
  const isExamples = path === "examples";
  const below = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => (isExamples ? entry.isDirectory() : entry.name.endsWith(".md") && entry.name !== "index.md"))
    .map(({ name }) => posix.join(path, name))
    .sort();
  const pages = below.map((each) => (isExamples ? examplePage(root, read, each) : documentPage(read, each)));
  const index = posix.join(path, "index.md");
  if (existsSync(join(root, index))) return inOrderOf(documentPage(read, index), pages);
  return FOLDERS.has(path) ? [folderPage(path, pages), ...pages] : inReferenceOrder(read, path, pages);
}

/** @param {Read} read @param {string} path @returns {Page} */
function documentPage(read, path) {
  return { path, id: idOf(path), ...titleAndBody(read(path)) };
}

/** @param {string} path */
export const idOf = (path) =>
  path
    .replace(/^docs\//, "")
    .replace(/(\/(index|README))?\.md$/, "")
    .toLowerCase();

/** @param {Page} index @param {readonly Page[]} pages */
const inOrderOf = (index, pages) => [index, ...sorted(index.path, index.body, pages)];

/** The reference has one index for all of its folders. @param {Read} read @param {string} path @param {readonly Page[]} pages */
function inReferenceOrder(read, path, pages) {
  const index = posix.join(posix.dirname(path), "index.md");
  return sorted(index, read(index), pages);
}

/** @param {string} index @param {string} text @param {readonly Page[]} pages */
function sorted(index, text, pages) {
  const linked = linksOf(text).map(({ path }) => posix.join(posix.dirname(index), path));
  const rank = (/** @type {Page} */ { path }) => (linked.includes(path) ? linked.indexOf(path) : linked.length);
  return pages.toSorted((a, b) => rank(a) - rank(b));
}

/** @param {string} path @param {readonly Page[]} pages @returns {Page} */
function folderPage(path, pages) {
  const lines = pages.map((page) => `- [${page.title}](${posix.relative(path, page.path)})`);
  return {
    path,
    id: idOf(path),
    title: FOLDERS.get(path) ?? path,
    body: `${lines.join("\n")}\n`,
    from: posix.join(path, "index.md"),
  };
}

const NOT_SHOWN =
  /(^|\/)(node_modules|sdks|venv|__pycache__|bin|README\.md|package-lock\.json|go\.sum|tsconfig\.json)(\/|$)/;

/** @param {string} root @param {Read} read @param {string} path @returns {Page} */
function examplePage(root, read, path) {
  const readme = posix.join(path, "README.md");
  const { title, body } = existsSync(join(root, readme)) ? titleAndBody(read(readme)) : { title: path, body: "" };
  const files = readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !NOT_SHOWN.test(name) && statSync(join(root, path, name)).isFile())
    .sort();
  const shown = files.map((name) => fileBlock(name, read(posix.join(path, name))));
  return { path, id: path, title, body: [body, "## Files", ...shown].join("\n\n"), from: readme };
}

/** @param {string} name @param {string} text */
const fileBlock = (name, text) => `### ${name}\n\n\`\`\`${fenceOf(name)}\n${text.trimEnd()}\n\`\`\``;

/** @param {string} name */
const fenceOf = (name) => (basename(name) === "go.mod" ? "text" : extname(name).slice(1) || "text");
