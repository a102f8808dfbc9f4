import fc from "fast-check";
import { expect, it } from "vitest";
import { foreignRedactor, redactor } from "../../src/core/provider/redactor";
import { forAll } from "../support/arbitraries";

it.each([
  ["the key abcd1234 is wrong", ["abcd1234"], "the key [secret] is wrong"],
  ["abcd1234abcd1234", ["abcd1234"], "[secret]"],
  ["xabcdy", ["xabc", "bcdy"], "[secret]"],
  ['{"a":"line\\nbreak"}', ["line\nbreak"], '{"a":"[secret]"}'],
  ["?q=a%2Fb%20c%C3%A9", ["a/b cé"], "?q=[secret]"],
  ["key: abcd1234", [" abcd1234\n"], "key: [secret]"],
  ["the cat sat", ["cat"], "the cat sat"],
  ["nothing", [], "nothing"],
  ["Acme is ACME", ["acme"], "[secret] is [secret]"],
  [
    "ПАРОЛЬ is wrong, and so is e\u0301e\u0301e\u0301e\u0301",
    ["пароль", "éééé"],
    "[secret] is wrong, and so is [secret]",
  ],
  ["ns1.a-shop-io.example.com", ["a.Shop.io"], "ns1.[secret].example.com"],
])("the redactor makes of %j, with the secrets %j, %j", (text, secrets, expected) => {
  expect(redactor(secrets)(text)).toBe(expected);
});

it.each([
  ["lets-encrypt is not supported", [], "lets-encrypt is not supported"],
  ["key sk_live_4242 is bad", ["sk_live_4242424242"], "key [secret] is bad"],
  ["key sk_live is bad", ["sk_live_4242424242"], "key sk_live is bad"],
  ["PIN 1234 is bad", ["1234"], "PIN [secret] is bad"],
])("the redactor of foreign texts makes of %j, with the secrets %j, %j", (text, secrets, expected) => {
  expect(foreignRedactor(secrets)(text)).toBe(expected);
});

/** Letters that have another length in lower case stay as they are. */
const lowerCase = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter));

const secret = fc.string({ unit: "binary", minLength: 4, maxLength: 12 });

it("the redactor leaves no secret in any text, and any text without one as it is", () => {
  forAll(fc.array(secret, { maxLength: 3 }), fc.array(fc.string()), (secrets, words) => {
    const text = words.map((word, index) => word + (secrets[index % 3] ?? "")).join("");
    const shown = redactor(secrets)(text).split("[secret]");
    for (const each of secrets) expect(shown.some((piece) => piece.includes(each))).toBe(false);
    const spelled = secrets.flatMap((each) => [each, each.replaceAll(".", "-")]).map(lowerCase);
    if (!spelled.some((each) => lowerCase(text).includes(each))) expect(redactor(secrets)(text)).toBe(text);
  });
});
