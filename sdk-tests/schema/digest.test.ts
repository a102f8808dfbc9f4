import { expect, it } from "vitest";
import { digestTexts } from "../../src/core/schema/digest";

it("the digest of texts has 32 hexadecimal digits, which depend on where each text ends", () => {
  expect(digestTexts("a", "b")).toMatch(/^[\da-f]{32}$/);
  expect(digestTexts("a", "b")).toBe(digestTexts("a", "b"));
  expect(digestTexts("ab", "")).not.toBe(digestTexts("a", "b"));
});
