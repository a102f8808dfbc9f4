import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { Observations } from "../../src/conformance/observations";
import { conformanceJson } from "../../src/conformance/report/json";
import { markdownReport } from "../../src/conformance/report/markdown";
import { profileText } from "../../src/conformance/report/profile";
import { createReport, exitCode } from "../../src/conformance/report/report";
import { textReport } from "../../src/conformance/report/text";
import { shown } from "../../src/conformance/run";
import { parseOptions } from "../../src/emulator/options/parsing";
import { wholeScope } from "./run";

const HEAD = {
  baseUrl: "https://api.example.com/",
  time: "2026-01-31T00:00:00Z",
  version: "1.0.0",
};

/** The report of a run with these observations and problems. */
function reportWith(
  record: (observations: Observations) => void,
  problems: { readonly left?: readonly string[]; readonly failures?: readonly string[] } = {},
) {
  const observations = new Observations();
  record(observations);
  return createReport(HEAD, {
    observations,
    scope: wholeScope,
    failures: [],
    isInterrupted: false,
    deletedBefore: [],
    left: [],
    refusals: 0,
    ...problems,
  });
}

it("a point that the provider relies on comes first, with an advice, and fails the run", () => {
  const report = reportWith((observations) => {
    observations.record("timestamps", "RFC 3339");
    observations.record("secrets", "another text");
    observations.record("keySize", "201 for a size of 1024", false);
    observations.record("deletedObject", "GET after DELETE answers 200", false);
  });
  expect(exitCode(report)).toBe(1);
  expect(textReport(report, false).split("\n\n").slice(1, 5).join("\n\n")).toBe(
    `The provider relies on something else (1)
  an object that was deleted does not exist
    service:  GET after DELETE answers 200
    provider: takes a 404 for the end of the object
    next:     file an issue with this report in the repository of the provider

The service differs from its reference, and the provider does not rely on it (1)
  key_size of an RSA key is 2048 or 4096
    service:  201 for a size of 1024
    provider: refuses other sizes before it sends a request

The reference leaves it open (1)
  whether secrets are masked in responses
    service:  another text
    provider: absent, null, empty or starred: state keeps the secret

The service does what the reference states (1)
  timestamps are strings in RFC 3339 format`,
  );
});

it("the worst of several observations of a point counts, and equal verdicts are joined", () => {
  const observations = new Observations();
  observations.record("lists", "an array");
  observations.record("lists", "objects are on two pages", false);
  observations.record("lists", "an array");
  observations.record("webhookProvider", "accepts any text");
  observations.record("webhookProvider", "without a secret: none");
  observations.record("webhookProvider", "accepts any text");
  expect(observations.get("lists")).toEqual({
    verdict: "unsupported",
    service: "objects are on two pages",
  });
  expect(observations.get("webhookProvider")?.service).toBe(
    "accepts any text; without a secret: none",
  );
});

it("a run fails if it leaves an object, and names the object in each format", () => {
  const report = reportWith(() => undefined, {
    left: ["route r1 of edge e1: DELETE answered 405"],
  });
  expect(exitCode(report)).toBe(1);
  for (const text of [textReport(report, false), markdownReport(report), conformanceJson(report)])
    expect(text).toContain("route r1 of edge e1");
});

it("a value of the service begins no line, no code and no command in any format", () => {
  const hostile = "a\n::error::b ## @all `c` | d \u001b[2J \u202e ##vso[x]y";
  const report = reportWith(
    (observations) => observations.record("defaultKeyType", shown(hostile)),
    { left: [hostile], failures: [hostile] },
  );
  for (const text of [textReport(report, true), markdownReport(report), conformanceJson(report)]) {
    const [, ...controls] = stripVTControlCharacters(text).match(/[\p{Cc}\p{Cf}]/gu) ?? [];
    expect(controls.filter((control) => control !== "\n")).toEqual([]);
    expect(text).not.toMatch(/^\s*::error/m);
    expect(text).not.toContain("##vso[");
  }
  expect(markdownReport(report)).not.toContain("`c`");
  expect(markdownReport(report)).not.toMatch(/(?<!`[^`]*)@all/);
});

it("the local server reads a profile as it was written", () => {
  const options = {
    regions: ["us", "e:u"],
    acceptedValues: { authority: ["a, b"] },
    pageSize: 2,
    cookiePrefix: "x: #",
  };
  expect(parseOptions(parse(profileText(options, HEAD.time)))).toEqual(options);
});
