import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, posix } from "node:path";
import { parse } from "yaml";
import { filesBelow } from "../../tools/base/project.mjs";
import { HOME, homePage } from "./home.mts";
import { linksOf, sectionsOf, titleAndBody } from "./markdown.mts";

/** A page of the site: a document of the repository, or a folder. */
export interface Page {
  path: string; // in the repository, with `/` in any system
  id: string; // in its address
  title: string;
  body: string; // Markdown, with links as in the repository
  from?: string; // the path that its links start from, if not its own
  source?: string; // Markdown for programs, if the body is arranged for the site
  data?: object; // front matter beside the title
}

/** A page in the navigation. Pages with the same heading are a group within their group. */
export interface Item {
  page: Page;
  label: string;
  heading?: string;
}

export interface Group {
  title: string;
  isOpen: boolean;
  pages: readonly Item[];
}

export type Site = { home: Page; groups: readonly Group[]; pages: readonly Page[] };

/** A document or a folder, and a section, as `navigation.yaml` describes them. */
type Entry = { path: string; title?: string; label?: string };
interface Section {
  title: string;
  entries: readonly Entry[];
  isOpen?: boolean;
  isSearched?: boolean;
  isGrouped?: boolean; // by the headings of the index page of its folder
}

/** All pages of a repository, and the groups of the navigation. */
export function readSite(root: string): Site {
  const read = (path: string) => readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
  const sections: readonly Section[] = parse(read("site/navigation.yaml"));
  const groups = sections.map((section) => readGroup(root, read, section));
  const home = homePage({
    readme: read(HOME.path),
    overview: read(HOME.overview),
    review: read(HOME.review),
  });
  return {
    home,
    groups,
    pages: [home, ...groups.flatMap(({ pages }) => pages.map(({ page }) => page))],
  };
}

type Read = (path: string) => string;

function readGroup(root: string, read: Read, section: Section): Group {
  const { title, entries, isOpen = false, isSearched = true, isGrouped = false } = section;
  const pages = entries.flatMap((entry) => {
    const headings = isGrouped ? headingsOf(entry.path, read) : new Map<string, string>();
    return pagesOf(root, read, entry).map((page) => ({
      page: isSearched ? page : { ...page, data: { pagefind: false } },
      label: entry.label ?? page.title,
      ...headingOf(headings.get(page.path)),
    }));
  });
  return { title, isOpen, pages };
}

const headingOf = (heading: string | undefined) => (heading === undefined ? {} : { heading });

/** The paths that the index page of a folder links to, each with the heading above its link. */
function headingsOf(folder: string, read: Read): ReadonlyMap<string, string> {
  const sections = sectionsOf(read(posix.join(folder, "index.md")));
  return new Map(
    sections.flatMap(({ title, text }) =>
      linksOf(text).map(({ path }) => [posix.join(folder, path), title] as const),
    ),
  );
}

function pagesOf(root: string, read: Read, { path, title }: Entry): Page[] {
  if (path.endsWith(".md")) return [documentPage(read, path)];
  const isExamples = path === "examples";
  const below = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) =>
      isExamples ? entry.isDirectory() : entry.name.endsWith(".md") && entry.name !== "index.md",
    )
    .map(({ name }) => posix.join(path, name))
    .sort();
  const pages = below.map((each) =>
    isExamples ? examplePage(root, read, each) : documentPage(read, each),
  );
  const index = posix.join(path, "index.md");
  if (existsSync(join(root, index)))
    return [documentPage(read, index), ...sorted(index, read(index), pages)];
  if (title !== undefined) return [folderPage(path, title, pages), ...pages];
  // The reference has one index for all of its folders.
  const above = posix.join(posix.dirname(path), "index.md");
  return sorted(above, read(above), pages);
}

const documentPage = (read: Read, path: string): Page => ({
  path,
  id: idOf(path),
  ...titleAndBody(read(path)),
});

export const idOf = (path: string) =>
  path
    .replace(/^docs\//, "")
    .replace(/(\/(index|README))?\.md$/, "")
    .toLowerCase();

/** In the order in which an index links to them. */
function sorted(index: string, text: string, pages: readonly Page[]) {
  const linked = linksOf(text).map(({ path }) => posix.join(posix.dirname(index), path));
  const rank = ({ path }: Page) => (linked.includes(path) ? linked.indexOf(path) : linked.length);
  return pages.toSorted((a, b) => rank(a) - rank(b));
}

function folderPage(path: string, title: string, pages: readonly Page[]): Page {
  const lines = pages.map((page) => `- [${page.title}](${posix.relative(path, page.path)})`);
  return {
    path,
    id: idOf(path),
    title,
    body: `${lines.join("\n")}\n`,
    from: posix.join(path, "index.md"),
  };
}

const NOT_SHOWN =
  /(^|\/)(node_modules|sdks|venv|__pycache__|bin|README\.md|package-lock\.json|go\.sum|tsconfig\.json)(\/|$)/;

function examplePage(root: string, read: Read, path: string): Page {
  const readme = posix.join(path, "README.md");
  const { title, body } = existsSync(join(root, readme))
    ? titleAndBody(read(readme))
    : { title: path, body: "" };
  const files = filesBelow(join(root, path)).filter((name) => !NOT_SHOWN.test(name));
  const shown = files.map((name) => fileBlock(name, read(posix.join(path, name))));
  return { path, id: path, title, body: [body, "## Files", ...shown].join("\n\n"), from: readme };
}

const fileBlock = (name: string, text: string) =>
  `### ${name}\n\n\`\`\`${fenceOf(name)}\n${text.trimEnd()}\n\`\`\``;

const fenceOf = (name: string) =>
  basename(name) === "go.mod" ? "text" : extname(name).slice(1) || "text";
