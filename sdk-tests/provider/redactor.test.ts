import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { createForeignRedactor, createRedactor } from "../../src/core/provider/redactor";
import { forAll } from "../support/arbitraries";
import { dataBeside, rows, text } from "../support/data";

const { hidden, foreign } = dataBeside(__filename, {
  hidden: rows(text, z.array(text), text),
  foreign: rows(text, z.array(text), text),
});

it.each(hidden)("the redactor makes of %j, with the secrets %j, %j", (text, secrets, expected) => {
  expect(createRedactor(secrets)(text)).toBe(expected);
});

it.each(foreign)(
  "the redactor of foreign texts makes of %j, with the secrets %j, %j",
  (text, secrets, expected) => {
    expect(createForeignRedactor(secrets)(text)).toBe(expected);
  },
);

/** Letters that have another length in lower case stay as they are. */
const lowerCase = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  );

const secret = fc.string({ unit: "binary", minLength: 4, maxLength: 12 });

it("the redactor leaves no secret in any text, and does not change a text without secrets", () => {
  forAll(fc.array(secret, { maxLength: 3 }), fc.array(fc.string()), (secrets, words) => {
    const text = words.map((word, index) => word + (secrets[index % 3] ?? "")).join("");
    const shown = createRedactor(secrets)(text).split("[secret]");
    for (const each of secrets) expect(shown.some((piece) => piece.includes(each))).toBe(false);
    const spelled = secrets.flatMap((each) => [each, each.replaceAll(".", "-")]).map(lowerCase);
    if (!spelled.some((each) => lowerCase(text).includes(each)))
      expect(createRedactor(secrets)(text)).toBe(text);
  });
});
