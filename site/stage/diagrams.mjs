import { blocksOf, plain } from "./markdown.mjs";

/**
 * Draws the diagrams of a document.
 * @param {string} text
 * @param {(source: string) => string} draw gives an SVG
 * @param {string} title of the document
 */
export function withDiagrams(text, draw, title) {
  let heading = title;
  return blocksOf(text)
    .map((block) => {
      if (block.language === "mermaid") return figure(draw(sourceOf(block.text)), heading);
      heading = lastHeading(block) ?? heading;
      return block.text;
    })
    .join("");
}

/** @param {string} fence */
const sourceOf = (fence) => fence.split("\n").slice(1, -1).join("\n");

/** @param {import("./markdown.mjs").Block} block */
const lastHeading = ({ text, language }) =>
  language === undefined ? plain([...text.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? "") || undefined : undefined;

/**
 * Its styles are the site's, which follow the colour scheme; an empty line would end it.
 * @param {string} svg
 * @param {string} heading
 */
function figure(svg, heading) {
  const bare = svg.replace(/<style>.*?<\/style>/s, "").replace(/ style="[^"]*"/, "");
  const attributes = `role="img" aria-label="Diagram: ${heading}" style="min-width: ${smallest(bare)}px"`;
  const named = bare.replace("<svg", `<svg ${attributes}`);
  return `<figure class="diagram">\n${named.replaceAll(/\n\s*\n/g, "\n")}\n</figure>`;
}

/** How small a diagram may become before its frame scrolls. */
const SMALLEST_SCALE = 0.7;

/** @param {string} svg */
const smallest = (svg) => Math.round(Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? 0) * SMALLEST_SCALE);
