import Ajv from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { escaped } from "../../src/insight/report/markdown";
import { sarifReport } from "../../src/insight/report/sarif";
import { printable } from "../../src/insight/report/text";
import { type Review, review } from "../../src/insight/review/findings";
import { asJson, asText } from "../../src/insight/review/formats";
import { asMarkdown } from "../../src/insight/review/markdown";
import { allRules } from "../../src/insight/rules/index";
import { documentOf, previewOf } from "./inputs";
// The schema of OASIS, from the npm package @datadog/datadog-ci-plugin-sarif 4.2.2.
import schema from "./sarif-2.1.0.schema.json";
import {
  declaredOnLine,
  guarded,
  oauth,
  planned,
  route,
  stackStep,
  stored,
  updated,
} from "./steps";

/** Letters that mislead, in texts, and how the texts are shown. */
const codes = [
  { description: "a letter without ink", text: "aㅤb", shown: "a\\u{3164}b" },
  { description: "a blank of another width", text: "a\u00a0b", shown: "a\\u{a0}b" },
  { description: "a name in another script", text: "сар", shown: "сар" },
  { description: "a letter of another width", text: "ａcme", shown: "\\u{ff41}cme" },
];

/** Texts that would be mark-up in Markdown, and a pattern of the mark-up. */
const markups = [
  { description: "a link", text: "[a](https://a.example)", pattern: "\\]\\(|https:\\/\\/" },
  {
    description: "an address",
    text: "https://a.example ftp://b www.c.example mailto:d@e.example",
    pattern: ":\\/\\/|www\\.c|mailto:d|d@e",
  },
  { description: "a mention", text: "@everyone", pattern: "@everyone" },
  {
    description: "a reference",
    text: "#777 owner/repo#888 GH-4 !5 $6 &7 ~label %8",
    pattern: "#777|repo#888|GH-4|!5|\\$6|&7|~label|%8",
  },
  {
    description: "a commit",
    text: "0123456789abcdef0123456789abcdef01234567",
    pattern: "[0-9a-f]{7}",
  },
  { description: "HTML", text: "<img src=x> <!-- a -->", pattern: "<img|<!-- a" },
  { description: "a table", text: "a | b", pattern: "a \\| b" },
  { description: "an entity", text: "&lt;img&gt;", pattern: "&lt;" },
  { description: "mark-up", text: "**a** `b` _c_ ~~d~~", pattern: "\\*\\*|`b|_c|~~" },
  { description: "mathematics", text: "$x$", pattern: "\\$x" },
];

/** Paths of files, and the addresses of these in SARIF. */
const paths = [
  { file: "src/index.ts", uri: "src/index.ts" },
  { file: "a b/100%.ts", uri: "a%20b/100%25.ts" },
  { file: "a%20b.ts", uri: "a%2520b.ts" },
  { file: "ä/日本.ts", uri: "%C3%A4/%E6%97%A5%E6%9C%AC.ts" },
  { file: "c#/what?.ts", uri: "c%23/what%3F.ts" },
];

/** Folders of projects in a repository, paths of files from there, and their addresses in SARIF with --source-root. */
const places = [
  { folder: "infra", file: "index.ts", uri: "infra/index.ts" },
  { folder: "infra/eu", file: "../shared/edge.ts", uri: "infra/shared/edge.ts" },
  { folder: "infra", file: "../index.ts", uri: "index.ts" },
  { folder: "infra", file: "../../other/index.ts", uri: "infra/Pulumi.yaml" },
  { folder: "infra", file: "/etc/index.ts", uri: "infra/etc/index.ts" },
  { folder: "a b", file: "src/ä.ts", uri: "a%20b/src/%C3%A4.ts" },
  { folder: ".", file: "../index.ts", uri: "Pulumi.yaml" },
  { folder: ".", file: "src/../index.ts", uri: "index.ts" },
];

const asSarif = (result: Review, sourceRoot?: string) =>
  sarifReport(
    { name: "edge-ingress review", semanticVersion: "1.0.0", sourceRoot },
    allRules,
    result,
  );

const formats = {
  text: (result: Review) => asText(result, false),
  markdown: asMarkdown,
  json: asJson,
  sarif: (result: Review) => asSarif(result),
};

/** Returns a review with a text in every place where a person or a program can write one. */
function reviewed(text: string, file = "index.ts"): Review {
  const values = { ...route, match: `/${text}`, description: text, edgeId: text };
  const position = {
    stackTrace: [{ sourcePosition: `project:///${encodeURIComponent(file)}#7,3` }],
  };
  const old = { ...stored({ oauth, ...values }), ...position };
  const named = (name: string) => ({
    op: "update",
    name,
    old,
    new: { ...planned(values), ...position },
  });
  const document = documentOf([stackStep("same"), named(text), named("accepted")]).replaceAll(
    "urn:pulumi:dev::shop",
    `urn:pulumi:${JSON.stringify(text).slice(1, -1)}::shop`,
  );
  return review(
    [readPreview(document)],
    [{ rule: "protection-removed", reason: text, resource: "accepted" }],
  );
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

describe.each(Object.entries(formats))("in %s", (_, format) => {
  it("the password of an address is masked", () => {
    const at = { match: "/https://web:canary@example.com" };
    const text = format(review([previewOf(updated({ ...guarded, ...at }, { ...route, ...at }))]));
    expect(text).toMatch(/web:.{1,8}secret/);
    expect(text).not.toContain("canary");
  });
});

it.each(codes)("$description is shown as $shown", ({ text, shown }) => {
  expect(printable(text)).toBe(shown);
});

describe("of a resource whose name is that of an argument", () => {
  const position = declaredOnLine(7);
  const opened = (name: string) => ({
    ...{ op: "update", name },
    old: { ...stored(guarded), ...position },
    new: { ...planned(route), ...position },
  });
  const deleted = { op: "delete", name: "oauth", old: stored(guarded) };

  it.each(["oauth", "login oauth"])("the place of a finding has the argument: %s", (name) => {
    const text = asText(review([previewOf(opened(name))]), false);
    expect(text).toContain(`at   index.ts:7, oauth of HttpsEdgeRoute ${name} (stack dev)`);
  });

  it("a finding about all of the resource has no argument in its place", () => {
    const text = asText(review([previewOf(deleted)]), false);
    expect(text).toContain("at   HttpsEdgeRoute oauth (stack dev)");
  });

  it("the finding is in the group of equal findings of its line", () => {
    const text = asText(review([previewOf(opened("oauth"), opened("api"))]), false);
    expect(text).toContain("oauth of HttpsEdgeRoute api and of 1 other resource (stack dev)");
  });

  it("an ignored argument does not hide a finding about all of the resource", () => {
    const entry = { rule: "route-deleted", argument: "oauth", reason: "why" };
    const { findings, ignored, unused } = review([previewOf(deleted)], [entry]);
    expect(findings.map(({ rule }) => rule.id)).toEqual(["route-deleted"]);
    expect([ignored, unused]).toEqual([[], [entry]]);
  });
});

it("words of one script are shown as they are", () => {
  for (const text of [
    "\u043f\u0440\u0438\u0432\u0435\u0442",
    "\u03ba\u03cc\u03c3\u03bc\u03b5",
    "\u00e4\u00f6\u00fc",
  ])
    expect(printable(text)).toBe(text);
});

it("JSON has the same values as without such characters' codes, so that programs find resources by them", () => {
  const [finding] = JSON.parse(asJson(reviewed("a\u202eb"))).findings;
  expect(finding.urn).toContain("::a\u202eb");
  expect(finding.message).toContain("a\\u{202e}b");
});

describe("Markdown", () => {
  /** Removes the mark-up of the report itself. */
  const withoutOwn = (text: string): string =>
    allRules
      .flatMap(({ id, title, severity }) => [`\`${id}\``, `**${title}**`, `**${severity}**`])
      .reduce((rest, own) => rest.replaceAll(own, ""), text.replaceAll(/\| --- .*/g, ""));

  it.each(markups)("does not render $description in a text", ({ text, pattern }) => {
    const markup = new RegExp(pattern);
    expect(escaped(text)).not.toMatch(markup);
    expect(withoutOwn(asMarkdown(reviewed(text)))).not.toMatch(markup);
  });

  it("shows words as they are", () => {
    expect(escaped("route /api (prefix): login, 20 m, a-b")).toBe(
      "route /api (prefix): login, 20 m, a-b",
    );
    expect(printable("日本 ä é 👍")).toBe("日本 ä é 👍");
  });
});

describe("SARIF", () => {
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(schema);

  it.each(["x", HOSTILE, "100% & <b> ä %41 \\"])(
    "is valid by the official schema with the text %j",
    (text) => {
      expect(
        validate(JSON.parse(asSarif(reviewed(text, `src/${text.toWellFormed()}.ts`)))),
        ajv.errorsText(validate.errors),
      ).toBe(true);
      expect(validate({ version: "2.1.0" })).toBe(false);
    },
  );

  it.each(paths)("encodes the path $file once", ({ file, uri }) => {
    const [run] = JSON.parse(asSarif(reviewed("x", file))).runs;
    const [location] = run.results[0].locations;
    expect(location.physicalLocation).toEqual({
      artifactLocation: { uri },
      region: { startLine: 7 },
    });
    expect(asText(reviewed("x", file), false)).toContain(`at   ${file}:7, `);
  });

  it("has the project in place of a file outside, of which no other format knows either", () => {
    const outside = reviewed("x", "../shared/x.ts");
    const [run] = JSON.parse(asSarif(outside)).runs;
    const [location] = run.results[0].locations;
    expect(location.physicalLocation).toEqual({
      artifactLocation: { uri: "Pulumi.yaml" },
      region: { startLine: 1 },
    });
    for (const format of Object.values(formats).slice(0, 3))
      expect(format(outside)).not.toContain("../shared");
  });

  it.each(places)("has the path $file in the folder $folder as $uri", ({ folder, file, uri }) => {
    const [{ results }] = JSON.parse(asSarif(reviewed("x", file), folder)).runs;
    expect(results[0].locations[0].physicalLocation.artifactLocation).toEqual({ uri });
  });

  const lines = (old: number, now?: number) => {
    const at = (line: number) => ({
      stackTrace: [{ sourcePosition: `project:///index.ts#${line},3` }],
    });
    const before = { ...stored({ ...route, oauth }), ...at(old) };
    const step = { op: now === undefined ? "delete" : "update", name: "api", old: before };
    return review([
      previewOf(now === undefined ? step : { ...step, new: { ...planned(route), ...at(now) } }),
    ]);
  };
  const locationIn = (result: Review) => {
    const [{ results }] = JSON.parse(asSarif(result)).runs;
    const { artifactLocation, region } = results[0].locations[0].physicalLocation;
    return `${artifactLocation.uri}:${region.startLine}`;
  };

  it("has the line of the current program, and none of the previous program", () => {
    expect(locationIn(lines(3, 5))).toBe("index.ts:5");
    expect(asText(lines(3, 5), false)).toContain("at   index.ts:5, oauth of HttpsEdgeRoute api");
    expect(locationIn(lines(3))).toBe("Pulumi.yaml:1");
    expect(asText(lines(3), false)).toContain(
      "at   index.ts:3 before the change, HttpsEdgeRoute api",
    );
    const [{ line }] = JSON.parse(asJson(lines(3))).findings;
    expect(line).toEqual({ file: "index.ts", line: 3, isOld: true });
  });

  it("accepts a path that the engine has not encoded", () => {
    const stackTrace = [{ sourcePosition: "project:///100%.ts#7,3" }];
    const step = updated({ ...route, oauth }, route, { new: { ...planned(route), stackTrace } });
    const [run] = JSON.parse(asSarif(review([previewOf(step)]))).runs;
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("100%25.ts");
  });
});
