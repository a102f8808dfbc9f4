import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** The number of columns of a terminal that a text takes. */
export const widthOf = (text: string): number =>
  partsOf(text).reduce((total, part) => total + stringWidth(part), 0);

/** A text without line breaks, in lines of at most `width` columns. */
export function wrappedLines(
  text: string,
  width: number,
  options: Parameters<typeof wrapAnsi>[2],
): string[] {
  const lines: string[] = [""];
  for (const part of partsOf(text)) {
    // The next part continues the last line.
    const last = lines.pop() ?? "";
    for (const line of wrapAnsi(last + part, width, options).split("\n")) lines.push(line);
  }
  return lines;
}

/** The length of the parts that are measured. In a longer text, finding the visible characters takes more than linear time. */
const PART_LENGTH = 500;

/** The parts of a text. A pair of surrogates is a single character, so no part ends within a pair. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + PART_LENGTH;
    const isInPair = /[\ud800-\udbff]/.test(text.charAt(end - 1));
    const next = isInPair ? end + 1 : end;
    parts.push(text.slice(start, next));
    start = next;
  }
  return parts;
}
