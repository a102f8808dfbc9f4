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
import { dataBeside, rows, text } from "../support/data";
import { documentOf, previewOf } from "./inputs";
// The schema of OASIS, from the npm package @datadog/datadog-ci-plugin-sarif 4.2.2.
import schema from "./sarif-2.1.0.schema.json";
import { guarded, oauth, planned, route, stackStep, stored, updated } from "./steps";

const { codes, markups, paths, places } = dataBeside(__filename, {
  codes: rows(text, text, text),
  markups: rows(text, text, text),
  paths: rows(text, text),
  places: rows(text, text, text),
});

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

it.each(codes)("%s is shown as a code", (_, text, expected) => {
  expect(printable(text)).toBe(expected);
});

describe("of a resource whose name is that of an argument", () => {
  const position = { stackTrace: [{ sourcePosition: "project:///index.ts#7,3" }] };
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

  it.each(markups)("makes nothing of %s in a text", (_, text, pattern) => {
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

  it.each(paths)("encodes the path %s once", (file, uri) => {
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

  it.each(places)("in the folder %s, the path %s is %s", (folder, file, uri) => {
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
