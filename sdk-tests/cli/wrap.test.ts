import fc from "fast-check";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import wrapAnsi from "wrap-ansi";
import { widthOf, wrappedLines } from "../../src/insight/report/wrap";

/** Lines of tables and drawings. */

const OPTIONS = { hard: true, wordWrap: false, trim: false };

it("texts have the width and the lines that they have as a whole", () => {
  const texts = fc.array(fc.constantFrom("a", " ", "ä", "👍", "日", "-"), { maxLength: 1_500 });
  const property = fc.property(texts, fc.integer({ min: 4, max: 60 }), (characters, width) => {
    const text = characters.join("");
    expect(widthOf(text)).toBe(stringWidth(text));
    expect(wrappedLines(text, width, OPTIONS)).toEqual(wrapAnsi(text, width, OPTIONS).split("\n"));
  });
  fc.assert(property, { numRuns: 50 });
});

it("a text of a quarter of a megabyte has lines within the time of a test", () => {
  const text = "👍ä".repeat(40_000);
  expect(wrappedLines(text, 44, OPTIONS).join("")).toBe(text);
  expect(widthOf(text)).toBe(120_000);
});
