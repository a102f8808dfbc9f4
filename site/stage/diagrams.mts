// Draws Mermaid's diagrams without a browser: rehype-mermaid starts one, or leaves the drawing to a script in the page.
import { type Block, blocksOf, plain } from "./markdown.mts";

/** Draws the diagrams of a document as SVG. Each is named by the heading above it, else by the title. */
export function withDiagrams(text: string, draw: (source: string) => string, title: string) {
  let heading = title;
  return blocksOf(text)
    .map((block) => {
      if (block.language === "mermaid") return figure(draw(sourceOf(block.text)), heading);
      heading = lastHeading(block) ?? heading;
      return block.text;
    })
    .join("");
}

const sourceOf = (fence: string) => fence.split("\n").slice(1, -1).join("\n");

const lastHeading = ({ text, language }: Block) =>
  language === undefined
    ? plain([...text.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? "") || undefined
    : undefined;

/** Its styles are the site's, which follow the colour scheme; an empty line would end it. */
function figure(svg: string, heading: string) {
  const bare = svg.replace(/<style>.*?<\/style>/s, "").replace(/ style="[^"]*"/, "");
  const attributes = `role="img" aria-label="Diagram: ${heading}" style="min-width: ${smallest(bare)}px"`;
  const named = bare.replace("<svg", `<svg ${attributes}`);
  return `<figure class="diagram">\n${named.replaceAll(/\n\s*\n/g, "\n")}\n</figure>`;
}

/** How small a diagram may become before its frame scrolls. */
const SMALLEST_SCALE = 0.7;

const smallest = (svg: string) =>
  Math.round(Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? 0) * SMALLEST_SCALE);
