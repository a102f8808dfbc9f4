import { posix } from "node:path";
import { Problem } from "../../tools/base/say.mjs";
import { blocksOf, partBelow, plain, titleAndBody, withLinks } from "./markdown.mts";
import type { Page } from "./pages.mts";

/** The home page is made of parts of these. */
export const HOME = { path: "README.md", overview: "docs/_index.md" };

/** Parts of the README, in the order of the home page, with the class that arranges them. */
const PARTS = [
  { heading: "A review of each change", style: "review" },
  { heading: "What it does", style: "cards" },
  { heading: "Try it on the local server", style: "try" },
  { heading: "Concepts", style: "cards" },
  { heading: "Documentation", style: "cards" },
];

/** Buttons that lead to pages, from the home page. */
const ACTIONS = [
  { text: "Quick start", link: "quickstart/" },
  { text: "Guides by task", link: "guides/", variant: "secondary" },
  { text: "Reference", link: "reference/", variant: "secondary" },
];

/** The home page: what the README and the overview for the Registry have, arranged for a wide screen. */
export function homePage(readme: string, overview: string): Page {
  const { title, body } = titleAndBody(readme);
  const [tagline = "", ...about] =
    (blocksOf(body)[0]?.text ?? "").split(/^## /m)[0]?.trim().split("\n\n") ?? [];
  const parts = PARTS.map(({ heading, style }) =>
    section(style, heading, partOf(readme, HOME.path, heading)),
  );
  return {
    ...{ path: HOME.path, id: "index", title },
    body: [
      programs(overview),
      `<section class="about">\n\n${about.join("\n\n")}\n\n</section>`,
      ...parts,
    ].join("\n\n"),
    // The generator's template for home pages has no menu on a phone.
    data: {
      ...{ description: plain(tagline), tableOfContents: false },
      hero: {
        title: /^title: (.*)$/m.exec(overview)?.[1] ?? title,
        tagline: plain(tagline),
        actions: ACTIONS,
      },
    },
  };
}

/** The program of the overview in each language, with links that start from the root, as the README's do. */
function programs(overview: string) {
  const part = partOf(overview, HOME.overview, "Example");
  const moved = withLinks(
    part,
    (path, anchor) => posix.join(posix.dirname(HOME.overview), path) + anchor,
  );
  return moved.slice(0, moved.lastIndexOf("```") + "```".length);
}

function partOf(text: string, file: string, heading: string) {
  const part = partBelow(text, heading);
  if (part === undefined)
    throw new Problem(`${file} has no heading "${heading}", which the home page shows.`);
  return part;
}

const section = (style: string, heading: string, text: string) =>
  `<section class="${style}">\n\n## ${heading}\n\n${text}\n\n</section>`;
