import fc from "fast-check";
import { expect, it } from "vitest";
import { createForeignRedactor, createRedactor } from "../../src/core/provider/redactor";
import { forAll } from "../support/arbitraries";

interface Redaction {
  readonly text: string;
  readonly secrets: readonly string[];
  readonly expected: string;
}

/** Texts, secrets, and the texts without them. */
const hidden: readonly Redaction[] = [
  {
    text: "the key abcd1234 is wrong",
    secrets: ["abcd1234"],
    expected: "the key [secret] is wrong",
  },
  { text: "abcd1234abcd1234", secrets: ["abcd1234"], expected: "[secret]" },
  { text: "xabcdy", secrets: ["xabc", "bcdy"], expected: "[secret]" },
  { text: '{"a":"line\\nbreak"}', secrets: ["line\nbreak"], expected: '{"a":"[secret]"}' },
  { text: "?q=a%2Fb%20c%C3%A9", secrets: ["a/b cé"], expected: "?q=[secret]" },
  { text: "key: abcd1234", secrets: [" abcd1234\n"], expected: "key: [secret]" },
  { text: "the cat sat", secrets: ["cat"], expected: "the cat sat" },
  { text: "nothing", secrets: [], expected: "nothing" },
  { text: "Acme is ACME", secrets: ["acme"], expected: "[secret] is [secret]" },
  {
    text: "ПАРОЛЬ is wrong, and so is e\u0301e\u0301e\u0301e\u0301",
    secrets: ["пароль", "éééé"],
    expected: "[secret] is wrong, and so is [secret]",
  },
  {
    text: "ns1.a-shop-io.example.com",
    secrets: ["a.Shop.io"],
    expected: "ns1.[secret].example.com",
  },
];

/** Redacted texts of the service, which may cut a secret. */
const foreign: readonly Redaction[] = [
  { text: "lets-encrypt is not supported", secrets: [], expected: "lets-encrypt is not supported" },
  {
    text: "key sk_live_4242 is bad",
    secrets: ["sk_live_4242424242"],
    expected: "key [secret] is bad",
  },
  { text: "key sk_live is bad", secrets: ["sk_live_4242424242"], expected: "key sk_live is bad" },
  { text: "PIN 1234 is bad", secrets: ["1234"], expected: "PIN [secret] is bad" },
];

it.each(hidden)(
  "the redactor changes $text, with the secrets $secrets, to $expected",
  ({ text, secrets, expected }) => {
    expect(createRedactor(secrets)(text)).toBe(expected);
  },
);

it.each(foreign)(
  "the redactor of foreign texts changes $text, with the secrets $secrets, to $expected",
  ({ text, secrets, expected }) => {
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
    for (const secret of secrets) expect(shown.some((piece) => piece.includes(secret))).toBe(false);
    const spelled = secrets
      .flatMap((secret) => [secret, secret.replaceAll(".", "-")])
      .map(lowerCase);
    if (!spelled.some((spelling) => lowerCase(text).includes(spelling)))
      expect(createRedactor(secrets)(text)).toBe(text);
  });
});
