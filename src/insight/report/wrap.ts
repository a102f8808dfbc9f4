import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** The length of the parts that are measured. In a longer text, finding the visible characters takes more than linear time. */
const PART = 500;

/** The parts of a text, none of which ends within a pair of surrogates. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + PART;
    const isInPair = /[\ud800-\udbff]/.test(text.charAt(end - 1));
    const next = isInPair ? end + 1 : end;
    parts.push(text.slice(start, next));
    start = next;
  }
  return parts;
}

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
    const last = lines.pop() ?? "";
    for (const line of wrapAnsi(last + part, width, options).split("\n")) lines.push(line);
  }
  return lines;
}
