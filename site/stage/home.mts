import { posix } from "node:path";
import { Problem } from "../../tools/base/say.mjs";
import { blocksOf, partBelow, titleAndBody, withLinks } from "./markdown.mts";
import { HOME } from "./navigation.mts";
import type { Page } from "./pages.mts";

/** Parts of the README, in the order of the home page, with the class that arranges them. */
const PARTS = [
  { heading: "A review of each change", style: "review" },
  { heading: "What it does", style: "cards" },
  { heading: "Try it on the local server", style: "try" },
  { heading: "Concepts", style: "concepts" },
  { heading: "Documentation", style: "cards" },
];

const ACTIONS = [
  "[Quick start](docs/quickstart.md)",
  "[Guides by task](docs/guides/index.md)",
  "[Reference](docs/reference/index.md)",
];

/** The home page: what the README and the overview for the Registry have, arranged for a wide screen. */
export function homePage(readme: string, overview: string): Page {
  const { title, body } = titleAndBody(readme);
  const [tagline = "", ...about] = (blocksOf(body)[0]?.text ?? "").split(/^## /m)[0]?.trim().split("\n\n") ?? [];
  const parts = PARTS.map(({ heading, style }) => section(style, heading, partOf(readme, HOME.path, heading)));
  return {
    ...{ path: HOME.path, id: "index", title },
    body: [
      welcome(/^title: (.*)$/m.exec(overview)?.[1] ?? title, tagline, programs(overview)),
      `<section class="about">\n\n${about.join("\n\n")}\n\n</section>`,
      ...parts,
    ].join("\n\n"),
    // Without a heading of the generator's own. Its template for home pages has no menu on a phone.
    data: { tableOfContents: false, hero: {} },
  };
}

const welcome = (heading: string, tagline: string, program: string) => `<section class="welcome">
<div>
<h1 id="_top">${heading}</h1>
<div class="tagline">

${tagline}

</div>
<div class="actions">

${ACTIONS.join("\n")}

</div>
</div>
<div>

${program}

</div>
</section>`;

/** The program of the overview in each language, with links that start from the root, as the README's do. */
function programs(overview: string) {
  const part = partOf(overview, HOME.overview, "Example");
  const moved = withLinks(part, (path, anchor) => posix.join(posix.dirname(HOME.overview), path) + anchor);
  return moved.slice(0, moved.lastIndexOf("```") + "```".length);
}

function partOf(text: string, file: string, heading: string) {
  const part = partBelow(text, heading);
  if (part === undefined) throw new Problem(`${file} has no heading "${heading}", which the home page shows.`);
  return part;
}

const section = (style: string, heading: string, text: string) =>
  `<section class="${style}">\n\n## ${heading}\n\n${text}\n\n</section>`;
