import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Links, markdownAddress } from "./links.mts";
import { outsideCode, summary } from "./markdown.mts";
import type { Page, Site } from "./pages.mts";

/** Sections that are for contributors, and that `llms.txt` marks as optional. */
const OPTIONAL = "Project";

/** Writes each page as Markdown at its address with `.md`, and `llms.txt`, which lists the pages. */
export function writeMarkdownPages(site: Site, links: Links, base: string, folder: string): void {
  for (const page of site.pages) {
    const file = join(folder, `${page.id}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, markdownPage(page, links, base));
  }
  links.copyFiles(folder);
  writeFileSync(join(folder, "llms.txt"), llmsText(site, base));
}

/** Returns a page as Markdown, whose links lead to Markdown. */
function markdownPage(page: Page, links: Links, base: string): string {
  const text = outsideCode(page.source ?? page.body, withoutMarks).trim();
  return `# ${page.title}\n\n${links.resolve(page, text, markdownAddress(base))}\n`;
}

/** Removes the comments of generators, which say nothing to a reader. */
const withoutMarks = (text: string): string =>
  text.replaceAll(/<!--.*?-->\n?/gs, "").replaceAll(/\n{3,}/g, "\n\n");

/** Returns the list of all pages for language models, in the format of llmstxt.org. */
export function llmsText({ home, groups }: Pick<Site, "home" | "groups">, base: string): string {
  const address = markdownAddress(base);
  const line = ({ id, title, source, body }: Page) => {
    const description = firstSentence(summary(source ?? body));
    return `- [${title}](${address(id)})${description === "" ? "" : `: ${description}`}`;
  };
  const sections = groups.map(({ title, pages }) =>
    [
      `## ${title === OPTIONAL ? "Optional" : title}`,
      pages.map(({ page }) => line(page)).join("\n"),
    ].join("\n\n"),
  );
  return `${[`# ${home.title}`, `> ${summary(home.source ?? home.body)}`, line(home), ...sections].join("\n\n")}\n`;
}

const firstSentence = (text: string): string =>
  (text.split(/(?<=\.)\s/)[0] ?? "").replace(/:$/, ".");
