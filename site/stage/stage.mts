import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Problem } from "../../tools/base/say.mjs";
import { withChoosers } from "./choosers.mts";
import { withDiagrams } from "./diagrams.mts";
import { HOME } from "./home.mts";
import { outsideCode, plain, summary, withLinks } from "./markdown.mts";
import type { Page, Site } from "./pages.mts";
import { withTables } from "./tables.mts";

interface Target {
  root: string; // the repository
  folder: string; // of the site's project
  base: string; // the path of the site on its host
  draw: (source: string) => string; // makes an SVG of a diagram
}

/** Below the base: files of the repository that pages link to or show, and that are not pages. */
const FILES = "files";

/** Writes the pages where the generator reads them, and the files that they link to. */
export function stage(site: Site, target: Target) {
  const pages = join(target.folder, "src/content/docs");
  const files = join(target.folder, "public", FILES);
  for (const folder of [pages, files]) rmSync(folder, { recursive: true, force: true });
  const links = linksOf(site, target);
  for (const page of site.pages)
    write(join(pages, `${page.id}.md`), staged(page, links, target.draw));
  write(join(pages, "404.md"), notFound(target.base));
  for (const path of links.files) cpSync(join(target.root, path), join(files, path));
}

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function staged(page: Page, links: ReturnType<typeof linksOf>, draw: Target["draw"]) {
  const linked = withLinks(
    page.body,
    (path, anchor) => links.from(page.from ?? page.path, path) + anchor,
  );
  const drawn = withDiagrams(linked, draw, page.title);
  return `${frontMatter(page)}${outsideCode(withTables(withChoosers(drawn)), withoutNotes)}`;
}

/** The page for addresses that do not exist. */
const notFound = (base: string) =>
  `---\n${JSON.stringify({ title: "404", template: "splash", editUrl: false, pagefind: false, hero: { title: "404" } })}\n---\n
This page does not exist. Use the search, or begin at [the home page](${base}).\n`;

/** Comments are for those who read the source. */
const withoutNotes = (text: string) => text.replaceAll(/^<!-- .*? -->\n/gm, "\n");

function frontMatter({ id, title, body, data = {} }: Page) {
  const description = summary(body).slice(0, 200) || plain(title);
  // YAML reads JSON.
  return `---\n${JSON.stringify({ title, description, slug: id, ...data })}\n---\n`;
}

/** Where the paths of the repository are on the site, and the files among them, which are to be copied. */
function linksOf({ pages }: Site, { root, base }: Target) {
  const ids = new Map(pages.map(({ path, id }) => [path, id]));
  const files = new Set<string>();
  /** The page of a path, or of the example that has it. */
  const idOf = (path: string): string | undefined => {
    if (path === HOME.overview) return "index";
    if (ids.has(path)) return ids.get(path);
    return path.startsWith("examples/") ? idOf(posix.dirname(path)) : undefined;
  };
  const from = (document: string, link: string) => {
    const path = posix.join(posix.dirname(document), link);
    const id = idOf(path.replace(/\/$/, ""));
    if (id !== undefined) return id === "index" ? base : `${base}${id}/`;
    if (!existsSync(join(root, path)))
      throw new Problem(`A page links to ${path}, which does not exist.`);
    files.add(path);
    return `${base}${FILES}/${path}`;
  };
  return { from, files };
}
