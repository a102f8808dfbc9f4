import Ajv from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { escaped } from "../../src/insight/report/markdown";
import { sarifReport } from "../../src/insight/report/sarif";
import { printable } from "../../src/insight/report/text";
import { type Review, review } from "../../src/insight/review/findings";
import { asJson } from "../../src/insight/review/json";
import { asMarkdown } from "../../src/insight/review/markdown";
import { asText } from "../../src/insight/review/text";
import { allRules } from "../../src/insight/review/wording";
import { readPreview } from "../../src/insight/stack/preview";
import { documentOf, previewOf } from "./inputs";
// That of OASIS, as the npm package @datadog/datadog-ci-plugin-sarif 4.2.2 has it.
import schema from "./sarif-2.1.0.schema.json";
import { oauth, planned, route, stackStep, stored, updated } from "./steps";

const asSarif = (result: Review) =>
  sarifReport({ name: "edge-ingress review", semanticVersion: "1.0.0" }, allRules, result);

const formats = {
  text: (result: Review) => asText(result, false),
  markdown: asMarkdown,
  json: asJson,
  sarif: asSarif,
};

/** A review in which a person or a program has written a text wherever it can be written. */
function reviewed(text: string, file = "index.ts"): Review {
  const values = { ...route, match: `/${text}`, description: text, edgeId: text };
  const position = { stackTrace: [{ sourcePosition: `project:///${encodeURIComponent(file)}#7,3` }] };
  const old = { ...stored({ oauth, ...values }), ...position };
  const named = (name: string) => ({ op: "update", name, old, new: { ...planned(values), ...position } });
  const document = documentOf([stackStep("same"), named(text), named("accepted")]).replaceAll(
    "urn:pulumi:dev::shop",
    `urn:pulumi:${JSON.stringify(text).slice(1, -1)}::shop`,
  );
  return review([readPreview(document)], [{ rule: "protection-removed", reason: text, resource: "accepted" }]);
}

const HOSTILE = "\n\u001b[2J\u0007\u202e\u2066\u200b\u2028\u0085\ufeff\ud800";

describe.each(Object.entries(formats))("in %s", (_, format) => {
  it("nothing that a person or a program sets moves a cursor, turns text around or ends a line", () => {
    const lines = format(reviewed("x")).split("\n").length;
    const text = format(reviewed(`a${HOSTILE}b`, `src/${HOSTILE.replace("\ud800", "")}.ts`));
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(text.split("\n")).toHaveLength(lines);
  });
});

it.each([
  ["a letter without ink", "a\u3164b", "a\\u{3164}b"],
  ["a blank of another width", "a\u00a0b", "a\\u{a0}b"],
  ["a Cyrillic letter among Latin letters", "\u0430cme.com", "\\u{430}cme.com"],
  ["a Greek letter among Latin letters", "acm\u03b5", "acm\\u{3b5}"],
  ["a name of Cyrillic letters that look Latin", "\u0441\u0430\u0440", "\\u{441}\\u{430}\\u{440}"],
  ["a letter of another width", "\uff41cme", "\\u{ff41}cme"],
])("%s is shown as a code", (_, text, expected) => {
  expect(printable(text)).toBe(expected);
});

it("words of one script are shown as they are", () => {
  for (const text of ["\u043f\u0440\u0438\u0432\u0435\u0442", "\u03ba\u03cc\u03c3\u03bc\u03b5", "\u00e4\u00f6\u00fc"])
    expect(printable(text)).toBe(text);
});

it("JSON has the same values as without such characters' codes, so that programs find resources by them", () => {
  const [finding] = JSON.parse(asJson(reviewed("a\u202eb"))).findings;
  expect(finding.urn).toContain("::a\u202eb");
  expect(finding.message).toContain("a\\u{202e}b");
});

describe("Markdown", () => {
  /** Without the mark-up of the report itself. */
  const withoutOwn = (text: string): string =>
    allRules
      .flatMap(({ id, title, severity }) => [`\`${id}\``, `**${title}**`, `**${severity}**`])
      .reduce((rest, own) => rest.replaceAll(own, ""), text.replaceAll(/\| --- .*/g, ""));

  it.each([
    ["a link", "[a](https://a.example)", /\]\(|https:\/\//],
    ["an address", "https://a.example ftp://b www.c.example mailto:d@e.example", /:\/\/|www\.c|mailto:d|d@e/],
    ["a mention", "@everyone", /@everyone/],
    ["a reference", "#777 owner/repo#888 GH-4 !5 $6 &7 ~label %8", /#777|repo#888|GH-4|!5|\$6|&7|~label|%8/],
    ["a commit", "0123456789abcdef0123456789abcdef01234567", /[0-9a-f]{7}/],
    ["HTML", "<img src=x> <!-- a -->", /<img|<!-- a/],
    ["a table", "a | b", /a \| b/],
    ["an entity", "&lt;img&gt;", /&lt;/],
    ["mark-up", "**a** `b` _c_ ~~d~~", /\*\*|`b|_c|~~/],
    ["mathematics", "$x$", /\$x/],
  ])("makes nothing of %s in a text", (_, text, markup) => {
    expect(escaped(text)).not.toMatch(markup);
    expect(withoutOwn(asMarkdown(reviewed(text)))).not.toMatch(markup);
  });

  it("shows words as they are", () => {
    expect(escaped("route /api (prefix): login, 20 m, a-b")).toBe("route /api (prefix): login, 20 m, a-b");
    expect(printable("日本 ä é 👍")).toBe("日本 ä é 👍");
  });
});

describe("SARIF", () => {
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(schema);

  it.each(["x", HOSTILE, "100% & <b> ä %41 \\"])("is valid by the official schema with the text %j", (text) => {
    expect(
      validate(JSON.parse(asSarif(reviewed(text, `src/${text.toWellFormed()}.ts`)))),
      ajv.errorsText(validate.errors),
    ).toBe(true);
    expect(validate({ version: "2.1.0" })).toBe(false);
  });

  it.each([
    ["src/index.ts", "src/index.ts"],
    ["a b/100%.ts", "a%20b/100%25.ts"],
    ["a%20b.ts", "a%2520b.ts"],
    ["ä/日本.ts", "%C3%A4/%E6%97%A5%E6%9C%AC.ts"],
    ["c#/what?.ts", "c%23/what%3F.ts"],
    ["../shared/x.ts", "../shared/x.ts"],
  ])("encodes the path %s once", (file, uri) => {
    const [run] = JSON.parse(asSarif(reviewed("x", file))).runs;
    const [location] = run.results[0].locations;
    expect(location.physicalLocation).toEqual({ artifactLocation: { uri }, region: { startLine: 7 } });
    expect(asText(reviewed("x", file), false)).toContain(`at   ${file}:7, `);
  });

  it("has a path that the engine has not encoded, as it is", () => {
    const stackTrace = [{ sourcePosition: "project:///100%.ts#7,3" }];
    const step = updated({ ...route, oauth }, route, { new: { ...planned(route), stackTrace } });
    const [run] = JSON.parse(asSarif(review([previewOf(step)]))).runs;
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("100%25.ts");
  });
});
