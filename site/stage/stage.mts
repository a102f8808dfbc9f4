import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withChoosers } from "./choosers.mts";
import { withDiagrams } from "./diagrams.mts";
import { Links, markdownAddress, pageAddress } from "./links.mts";
import { outsideCode, plain, summary } from "./markdown.mts";
import type { Page, Site } from "./pages.mts";
import { withTables } from "./tables.mts";

interface Target {
  root: string; // the repository
  folder: string; // of the site's project
  base: string; // the path of the site on its host
  repository: string | undefined; // its address, for links to the sources of pages
  draw: (source: string) => string; // makes an SVG of a diagram
}

/** Writes the pages where the generator reads them, and the files that they link to. */
export function stage(site: Site, target: Target) {
  const pages = join(target.folder, "src/content/docs");
  const files = join(target.folder, "public");
  for (const folder of [pages, join(files, "files")])
    rmSync(folder, { recursive: true, force: true });
  const links = new Links(site, target.root, target.base);
  for (const page of site.pages)
    write(join(pages, `${page.id}.md`), stagedPage(page, links, target));
  write(join(pages, "404.md"), notFound(target.base));
  links.copyFiles(files);
}

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function stagedPage(page: Page, links: Links, target: Target) {
  const linked = links.resolve(page, page.body, pageAddress(target.base));
  const drawn = withDiagrams(linked, target.draw, page.title);
  const arranged = withTables(withChoosers(withTypeScript(drawn)));
  return `${frontMatter(page, target)}${outsideCode(arranged, withoutNotes)}`;
}

/** The page for addresses that do not exist. */
const notFound = (base: string) =>
  `---\n${JSON.stringify({ title: "404", template: "splash", editUrl: false, pagefind: false, hero: { title: "404" } })}\n---\n
This page does not exist. Use the search, or begin at [the home page](${base}).\n`;

/** Comments are for those who read the source. */
const withoutNotes = (text: string) => text.replaceAll(/^<!-- .*? -->\n/gm, "\n");

/** The lines of differences are of programs in TypeScript. */
const withTypeScript = (text: string) => text.replaceAll(/^```diff$/gm, '```diff lang="ts"');

function frontMatter(page: Page, { base, repository }: Target) {
  const { id, title, body, data = {} } = page;
  const members = {
    title,
    description: summary(body).slice(0, 200) || plain(title),
    slug: id,
    editUrl: editUrl(page, repository) ?? false,
    head: [
      {
        tag: "link",
        attrs: { rel: "alternate", type: "text/markdown", href: markdownAddress(base)(id) },
      },
    ],
    ...data,
  };
  // YAML reads JSON.
  return `---\n${JSON.stringify(members)}\n---\n`;
}

/** Pages that `npm run generate` writes as a whole. */
const GENERATED = /^docs\/(reference\/|fields\.md$)/;

/** Returns the address at which a reader can propose a change of a document; a folder has none. */
function editUrl({ path }: Page, repository: string | undefined): string | undefined {
  if (repository === undefined || GENERATED.test(path)) return undefined;
  if (path.startsWith("examples/")) return `${repository}/edit/main/${path}/README.md`;
  return path.endsWith(".md") ? `${repository}/edit/main/${path}` : undefined;
}
