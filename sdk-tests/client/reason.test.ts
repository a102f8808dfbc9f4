import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reasonOf } from "../../src/core/client/answer";
import { foreignRedactor } from "../../src/core/provider/redactor";
import { THOUSAND_RUNS } from "../support/arbitraries";

const asIs = (text: string) => text;

describe("the reason in the body of a failure", () => {
  it.each([
    [{ msg: "no", message: "other", details: "more" }, "no"],
    [{ error_code: "E1", message: "no", details: { a: "b" } }, "no"],
    [{ msg: " ", message: 7, details: "no" }, "no"],
    [
      { msg: "", details: { domain: "is taken", nested: {}, format: "is unknown" } },
      "domain: is taken; format: is unknown",
    ],
    [{ details: ["no", 1, "never"] }, "no; never"],
    [{ msg: "two\r\n  lines\u0000\u001b[31m\u202e, one\ud800" }, "two lines [31m, one\ufffd"],
    [{ msg: "x".repeat(301) }, `${"x".repeat(299)}…`],
    [{ msg: "😀".repeat(300) }, "😀".repeat(300)],
  ])("of %j is %j", (body, expected) => {
    expect(reasonOf(body, asIs)).toBe(expected);
  });

  it.each([undefined, null, "no", 7, [], {}, { msg: null }, { msg: "\u0007" }, { details: {} }])(
    "is none in %j",
    (body) => {
      expect(reasonOf(body, asIs)).toBeUndefined();
    },
  );

  it("has no secret, though it is wrapped, cut, lowered, interrupted or at the place where the reason is cut", () => {
    const secret = "Canary-9f8e-7d6c-5b4a-3210";
    const redact = foreignRedactor([secret]);
    for (const [text, expected] of [
      [`the key ${secret} is bad`, "the key [secret] is bad"],
      [`the key "Canary-9f8e-7d…" is bad`, 'the key "[secret]…" is bad'],
      [`the key ${secret.toLowerCase()} is bad`, "the key [secret] is bad"],
      [`the key Canary-9f8e-7d\n6c-5b4a-3210 is bad`, "the key [secret] [secret] is bad"],
      ["the key Can\u200bary-9f8e-7d6c-5b4a-3210 is bad", "the key [secret] is bad"],
      [`${"x".repeat(290)}${secret}`, `${"x".repeat(290)}[secret]`],
    ] as const) {
      expect(reasonOf({ msg: text }, redact)).toBe(expected);
    }
  });

  it("is one line of at most 300 characters, without a fragment of a secret, whatever the service writes", () => {
    const text = fc.string({ unit: "binary", maxLength: 400 });
    const secret = fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 40 });
    const safe = fc.property(text, secret, text, fc.nat(40), (before, hidden, after, from) => {
      const echoed = hidden.slice(Math.min(from, hidden.length - 8));
      const reason = reasonOf({ msg: before + echoed + after }, foreignRedactor([hidden])) ?? "";
      expect([...reason].length).toBeLessThanOrEqual(300);
      expect(reason).not.toMatch(/\p{Cc}|\p{Cf}|\u2028|\u2029/u);
      expect(reason.split("[secret]").some((piece) => piece.includes(echoed))).toBe(false);
    });
    fc.assert(safe, THOUSAND_RUNS);
  });
});
