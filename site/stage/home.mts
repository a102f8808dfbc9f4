import { posix } from "node:path";
import { Problem } from "../../tools/base/say.mjs";
import { blocksOf, partBelow, plain, titleAndBody, withLinks } from "./markdown.mts";
import type { Page } from "./pages.mts";
import { reportHtml } from "./review-report.mts";

/** The documents of which the home page consists. */
export const HOME = { path: "README.md", overview: "docs/_index.md", review: "docs/review.md" };

/** The texts of these documents. */
export type HomeTexts = Record<"readme" | "overview" | "review", string>;

/** Parts of the README, in the order of the home page, with the class that arranges them. */
const PARTS = [
  { heading: "A review of each change", style: "review" },
  { heading: "What it does", style: "cards" },
  { heading: "Try it on the local server", style: "try" },
  { heading: "Your first program", style: "program" },
  { heading: "From an existing account", style: "account" },
  { heading: "Concepts", style: "cards terms" },
  { heading: "Documentation", style: "cards" },
];

/** Buttons that lead to pages, from the home page. */
const ACTIONS = [
  { text: "Quick start", link: "quickstart/" },
  { text: "Guides by task", link: "guides/", variant: "secondary" },
  { text: "Reference", link: "reference/", variant: "secondary" },
];

/** The command of the first screen, which the README explains. */
const TRY = {
  command: "npm start",
  note: "In a clone: starts a local server, and deploys an example. You need no account.",
};

/** The command that prints the report of the first screen. */
const REVIEW = "pulumi preview --json --show-sames | npx edge-ingress review";

/** The home page: the name, a sentence, a command and a review, then parts of the README and of the overview. */
export function homePage({ readme, overview, review }: HomeTexts): Page {
  const { title, body } = titleAndBody(readme);
  const [tagline = "", ...about] =
    (blocksOf(body)[0]?.text ?? "").split(/^## /m)[0]?.trim().split("\n\n") ?? [];
  const parts = PARTS.map(({ heading, style }) =>
    section(style, heading, partOf(readme, HOME.path, heading)),
  );
  return {
    path: HOME.path,
    id: "index",
    title,
    source: body,
    body: [
      `<section class="about">\n\n${withoutReview(about.join("\n\n"))}\n\n</section>`,
      ...parts.slice(0, 2),
      section("programs", "In the language of your program", programs(overview)),
      ...parts.slice(2),
    ].join("\n\n"),
    // The generator's template for home pages has no menu on a phone.
    data: {
      description: plain(tagline),
      tableOfContents: false,
      prev: false,
      next: false,
      hero: {
        title,
        tagline: plain(tagline),
        actions: ACTIONS,
        image: { html: reportHtml(exampleReview(review), REVIEW) },
      },
      try: TRY,
    },
  };
}

/** The first screen has the review of the picture as text. */
const withoutReview = (text: string): string =>
  text.replace(/^!\[[^\]]*\]\(docs\/review\.svg\)\n+/m, "");

/** Returns the report that the page on reviews shows. */
export function exampleReview(review: string): string {
  const block = blocksOf(review).find(({ language }) => language === "text");
  if (!block) throw new Problem(`${HOME.review} has no report, which the home page shows.`);
  return block.text.split("\n").slice(1, -1).join("\n");
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
