import { expect, it } from "vitest";
import { canonicalText, type Equivalence } from "../../src/core/schema/equivalence";

/** Tests of the canonical forms of texts. */

interface Canonical {
  readonly equivalence: Equivalence;
  readonly text: string;
  readonly form: string;
}

const forms: readonly Canonical[] = [
  { equivalence: "whiteSpace", text: " a\r\nb\rc\n", form: "a\nb\nc" },
  { equivalence: "letterCase", text: "Example-CA Ä", form: "example-ca Ä" },
  { equivalence: "domain", text: "Bücher.Example.", form: "xn--bcher-kva.example" },
  // The lower case of the Kelvin sign is the letter k, which belongs to another name.
  { equivalence: "domain", text: "\u212aA.example", form: "\u212aA.example" },
  { equivalence: "domain", text: "a\u200bb.example", form: "a\u200bb.example" },
  { equivalence: "mailAddress", text: "Ann@Bücher.Example.", form: "ann@xn--bcher-kva.example" },
  { equivalence: "mailAddress", text: "A@B@Example.com", form: "a@b@example.com" },
  { equivalence: "mailAddress", text: "Ann.Ä", form: "ann.Ä" },
  { equivalence: "mailAddress", text: "@Bücher.example", form: "@xn--bcher-kva.example" },
  { equivalence: "match", text: "Bücher.Example/Path/B", form: "xn--bcher-kva.example/Path/B" },
  { equivalence: "match", text: "/Path", form: "/Path" },
  { equivalence: "match", text: "Example.com", form: "example.com" },
  { equivalence: "ellipticCurve", text: "P-384", form: "nistp384" },
  { equivalence: "ellipticCurve", text: "secp521r1", form: "nistp521" },
  { equivalence: "ellipticCurve", text: "Other", form: "other" },
];

it.each(forms)("the form of $text as a $equivalence is $form", ({ equivalence, text, form }) => {
  expect(canonicalText(equivalence, text)).toBe(form);
  expect(canonicalText(equivalence, [text, 1])).toEqual([form, 1]);
  expect(canonicalText(undefined, text)).toBe(text);
});
