import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Problem } from "../../tools/base/say.mjs";
import { withChoosers } from "./choosers.mjs";
import { withDiagrams } from "./diagrams.mjs";
import { outsideCode, plain, summary, withLinks } from "./markdown.mjs";
import { HOME } from "./navigation.mjs";
import { withTables } from "./tables.mjs";

/**
 * @typedef {import("./pages.mjs").Page} Page
 * @typedef {import("./pages.mjs").Site} Site
 *
 * @typedef {object} Target
 * @property {string} root the repository
 * @property {string} folder of the site's project
 * @property {string} base the path of the site on its host
 * @property {(source: string) => string} draw makes an SVG of a diagram
 */

/** Below the base: files of the repository that pages link to or show, and that are not pages. */
const FILES = "files";

/**
 * Writes the pages where the generator reads them, and the files that they link to.
 * @param {Site} site
 * @param {Target} target
 */
export function stage(site, target) {
  const pages = join(target.folder, "src/content/docs");
  const files = join(target.folder, "public", FILES);
  for (const folder of [pages, files]) rmSync(folder, { recursive: true, force: true });
  const links = new Links(site, target);
  for (const page of site.pages) write(join(pages, `${page.id}.md`), staged(page, links, target.draw));
  write(join(pages, "404.md"), notFound(target.base));
  for (const path of links.files) {
    mkdirSync(dirname(join(files, path)), { recursive: true });
    cpSync(join(target.root, path), join(files, path));
  }
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * @param {Page} page
 * @param {Links} links
 * @param {Target["draw"]} draw
 */
function staged(page, links, draw) {
  const linked = withLinks(page.body, (path, anchor) => links.from(page.from ?? page.path, path) + anchor);
  const drawn = withDiagrams(linked, draw, page.title);
  return `${frontMatter(page)}${outsideCode(withTables(withChoosers(drawn)), withoutNotes)}`;
}

/** The page for addresses that do not exist. @param {string} base */
const notFound = (base) =>
  `---\n${JSON.stringify({ title: "404", template: "splash", editUrl: false, pagefind: false, hero: { title: "404" } })}\n---\n
This page does not exist. Use the search, or begin at [the home page](${base}).\n`;

/** Comments are for those who read the source. @param {string} text */
const withoutNotes = (text) => text.replaceAll(/^<!-- .*? -->\n/gm, "\n");

/** @param {Page} page */
function frontMatter({ id, title, body, data = {} }) {
  const description = summary(body).slice(0, 200) || plain(title);
  // YAML reads JSON.
  return `---\n${JSON.stringify({ title, description, slug: id, ...data })}\n---\n`;
}

/** Where the paths of the repository are on the site. */
class Links {
  /** Paths of files that are to be copied. @type {Set<string>} */
  files = new Set();

  /** @param {Site} site @param {Target} target */
  constructor({ pages }, target) {
    this.ids = new Map(pages.map(({ path, id }) => [path, id]));
    this.target = target;
  }

  /** @param {string} document where the link is @param {string} path */
  from(document, path) {
    return this.to(posix.join(posix.dirname(document), path));
  }

  /** @param {string} path */
  to(path) {
    const { base, root } = this.target;
    const id = this.idOf(path.replace(/\/$/, ""));
    if (id !== undefined) return id === "index" ? base : `${base}${id}/`;
    if (!existsSync(join(root, path))) throw new Problem(`A page links to ${path}, which does not exist.`);
    this.files.add(path);
    return `${base}${FILES}/${path}`;
  }

  /** The page of a path, or of the example that has it. @param {string} path @returns {string | undefined} */
  idOf(path) {
    if (path === HOME.overview) return "index";
    if (this.ids.has(path)) return this.ids.get(path);
    return path.startsWith("examples/") ? this.idOf(posix.dirname(path)) : undefined;
  }
}
