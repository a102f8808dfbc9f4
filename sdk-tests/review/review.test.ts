import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import { type Preview, readPreview } from "../../src/insight/engine/preview";
import { sarifReport } from "../../src/insight/report/sarif";
import { unusedNote } from "../../src/insight/report/suppression";
import { readSuppressions } from "../../src/insight/report/suppression-file";
import { review } from "../../src/insight/review/findings";
import { asJson, asText } from "../../src/insight/review/formats";
import { asMarkdown } from "../../src/insight/review/markdown";
import { allRules, ruleIds } from "../../src/insight/rules/index";
import { secretOf } from "../diff/exports";
import { textOf } from "../support/files";
import { thrownBy } from "../support/problems";
import { documentOf, effectsOf, found, previewOf } from "./inputs";
import { guarded, oauth, planned, type RawStep, route, stored, updated } from "./steps";

/** The time at which exceptions expire. */
const NOW = new Date("2027-02-01T00:00Z");

const tool = { name: "edge-ingress review", semanticVersion: "1.0.0" };

/** Texts that are no previews: what each is, and the problem with it. */
const previews = [
  { description: "no JSON", text: "canary", problem: "not a JSON object" },
  { description: "a list", text: "[1]", problem: "not a JSON object" },
  {
    description: "another object",
    text: '{"canary": 1}',
    problem: "this is not the output of `pulumi preview --json`",
  },
  {
    description: "an empty stream of events",
    text: '{"sequence":0}\n{"sequence":1}',
    problem: "the preview was interrupted",
  },
  {
    description: "steps of another form",
    text: '{"steps": [{"op": "canary"}]}',
    problem: "this is not the output of `pulumi preview --json`",
  },
  {
    description: "without a step",
    text: '{"steps": []}',
    problem: "it has no steps, not even that of the stack itself",
  },
  { description: "no text", text: " \n", problem: "it is empty" },
];

/** The name of a route whose protection is removed, members of an entry for that, and how many findings it leaves. */
const ignored: readonly { route: string; entry: Values; remaining: number }[] = [
  { route: "api", entry: {}, remaining: 0 },
  { route: "api", entry: { resource: "api", stack: "dev" }, remaining: 0 },
  { route: "api", entry: { resource: "HttpsEdgeRoute api" }, remaining: 0 },
  { route: "api", entry: { resource: "pi" }, remaining: 1 },
  { route: "api", entry: { stack: "prod" }, remaining: 1 },
  { route: "api", entry: { argument: "oauth" }, remaining: 0 },
  { route: "api", entry: { argument: "saml" }, remaining: 1 },
  { route: "api", entry: { rule: "tls-lowered" }, remaining: 1 },
  { route: "x api", entry: { resource: "HttpsEdgeRoute x api" }, remaining: 0 },
  { route: "x api", entry: { resource: "api" }, remaining: 1 },
  { route: "x api", entry: { resource: "HttpsEdgeRoute api" }, remaining: 1 },
  { route: "x api", entry: { resource: "x" }, remaining: 1 },
  { route: "x api", entry: { resource: "HttpsEdgeRoute x" }, remaining: 1 },
  { route: "HttpsEdgeRoute api", entry: { resource: "HttpsEdgeRoute api" }, remaining: 1 },
];

/** Entries that are refused, and why. */
const refused: readonly { entry: unknown; problem: string }[] = [
  { entry: 1, problem: "ignore[0] must be an object" },
  { entry: { rule: "tls-lowered" }, problem: "ignore[0] has no reason" },
  {
    entry: { rule: "protection-removed", reason: " " },
    problem: "ignore[0].reason must be a non-empty string",
  },
  {
    entry: { rule: "protection-removed", reason: "why", why: "a" },
    problem: "ignore[0] has a member why",
  },
  {
    entry: { rule: "protection-removed", reason: "why", severity: "grave" },
    problem: "ignore[0].severity must be high, medium, low",
  },
  {
    entry: { rule: "protection-removed", reason: "why", until: "2027-02-30" },
    problem: 'ignore[0].until must be a day such as "2027-01-31"',
  },
  {
    entry: { rule: "protection-removed", reason: "why", until: "2027-01-31T00:00Z" },
    problem: "ignore[0].until must be a day",
  },
  { entry: { reason: "a" }, problem: "ignore[0] has no rule" },
  {
    entry: { rule: "tls", reason: "why" },
    problem: "ignore[0]: unknown rule tls; did you mean tls-",
  },
];

/** Tests of cases that labelled changes do not cover: forms of previews, omissions in them, and findings to ignore. */

const opening = updated(guarded, route);

describe("a preview", () => {
  it.each(previews)(
    "that is $description is refused with a message that repeats nothing of it",
    ({ text, problem }) => {
      const message = thrownBy(() => readPreview(text));
      expect(message).toContain(problem);
      expect(message).not.toContain("canary");
    },
  );

  it("without resources is one in which nothing changes, with a note", () => {
    const result = review([readPreview('{"changeSummary": {}}')]);
    for (const text of [asText(result, false), asMarkdown(result)]) {
      expect(text).toContain("a stack without resources: nothing of the ingress changes");
      expect(text).toContain("Note: a preview shows no resources at all, so nothing was reviewed.");
    }
    expect(JSON.parse(asJson(result)).stacks).toMatchObject([{ isEmpty: true }]);
  });

  it("that leaves out unchanged resources is reported", () => {
    const result = review([readPreview(documentOf([opening], { update: 1, same: 3 }))]);
    expect(asText(result, false)).toContain("leaves out 3 unchanged resources");
    expect(asMarkdown(result)).toContain("--show-sames");
  });

  it("ignores what an earlier run has left to be deleted, and what the program only looks up", () => {
    const external = { ...stored(guarded), external: true };
    const steps = [
      { op: "delete", name: "api", old: { ...stored(guarded), delete: true } },
      { op: "read", name: "other", old: external, new: external },
    ];
    expect(review([previewOf(...steps)]).stacks[0]?.changes).toEqual([]);
  });
});

it("a whole module that only an apply will know is not taken for unchanged, even if the engine reports no difference", () => {
  expect(found(updated(guarded, { ...route, oauth: UNKNOWN }))).toContain(
    "medium protection-not-known",
  );
});

describe("a secret of the program", () => {
  it("is not shown by a review of a preview that shows it", () => {
    const shown = (suffix: string) => ({
      ...{
        ...route,
        match: `/canary-match-${suffix}`,
        description: `canary-description-${suffix}`,
      },
      oauth: {
        provider: { provider1: { clientId: "a", clientSecret: `canary-client-${suffix}` } },
      },
      saml: {
        idpMetadata: `canary-metadata-${suffix}`,
        authorizedGroups: ["a", `canary-group-${suffix}`],
      },
      jwtValidation: { issuer: { allowList: [{ value: `canary-issuer-${suffix}` }] } },
      __secrets: [
        "description",
        "match",
        "saml.idpMetadata",
        "saml.authorizedGroups",
        "jwtValidation",
      ],
    });
    const changed = [
      "match",
      "oauth.provider.provider1.clientSecret",
      "saml.authorizedGroups[1]",
      "jwtValidation",
    ];
    const detailedDiff = Object.fromEntries(changed.map((path) => [path, { kind: "update" }]));
    const result = review([previewOf(updated(shown("1"), shown("2"), { detailedDiff }))]);
    expect(effectsOf(result).map(({ rule }) => rule.id)).toEqual(
      expect.arrayContaining(["secret-changed", "protection-not-known"]),
    );
    const texts = [
      asText(result, true),
      asMarkdown(result),
      asJson(result),
      sarifReport(tool, allRules, result),
    ];
    expect(texts.join()).not.toContain("canary");
  });

  it("in the form of a state is not shown", () => {
    const ids = { edgeId: secretOf("canary-edge"), routeId: secretOf("canary-route") };
    const old = stored({ ...ids, provider: secretOf({ a: "canary" }) });
    const removed: RawStep = { op: "delete", type: "HttpsEdgeRouteOAuth", name: "api", old };
    const other = updated({ ...route, match: secretOf("/canary"), oauth: secretOf(oauth) }, route, {
      name: "other",
    });
    const result = review([previewOf(removed, other)]);
    expect(result.findings.map(({ rule }) => rule.id)).toContain("protection-removed");
    for (const text of [asText(result, true), asMarkdown(result), asJson(result)])
      expect(text).not.toContain("canary");
  });
});

describe("an ignore file", () => {
  const opened = (name = "api") => previewOf({ ...opening, name });
  const REMOVED = { rule: "protection-removed", reason: "why" };
  const ignoring = (entries: readonly Values[], now = NOW, ids: readonly string[] = ruleIds) =>
    readSuppressions(JSON.stringify({ ignore: entries }), ids, now);

  it.each(ignored)(
    "with the entry $entry leaves $left findings of the route $route, which has one finding",
    ({ route, entry, remaining }) => {
      expect(review([opened(route)], ignoring([{ ...REMOVED, ...entry }])).findings).toHaveLength(
        remaining,
      );
    },
  );

  it("gives a rule another severity, if an entry has one, and hides nothing", () => {
    const result = review([opened()], ignoring([{ ...REMOVED, severity: "low" }]));
    expect(result.findings.map(({ rule }) => `${rule.severity} ${rule.id}`)).toEqual([
      "low protection-removed",
    ]);
    expect(result).toMatchObject({ ignored: [], unused: [] });
  });

  it("with an entry that sets the severity of a rule for all resources is not reported if the rule finds nothing", () => {
    const standing = { ...REMOVED, rule: "new-route-open", severity: "high" };
    expect(review([opened()], ignoring([standing])).unused).toEqual([]);
    const ofOne = { ...standing, resource: "HttpsEdgeRoute health" };
    expect(review([opened()], ignoring([ofOne])).unused).toMatchObject([
      { resource: "HttpsEdgeRoute health" },
    ]);
  });

  it("with an entry that is expired hides nothing from the day after on", () => {
    const at = (time: string) =>
      review([opened()], ignoring([{ ...REMOVED, until: "2027-01-31" }], new Date(time)));
    expect(at("2027-01-31T23:59:59.999Z")).toMatchObject({ findings: [], unused: [] });
    expect(at("2027-02-01T00:00:00Z")).toMatchObject({
      findings: [{}],
      ignored: [],
      unused: [{ isExpired: true }],
    });
  });

  it("with an entry that matches nothing is reported, unless the entry is for another stack or for the comparison", () => {
    const unused = [
      { ...REMOVED, rule: "tls-lowered" },
      { ...REMOVED, resource: "HttpsEdgeRoute other" },
      { ...REMOVED, until: "2027-01-31" },
    ];
    const others = [{ stack: "prod" }, { argument: "oauth" }, { rule: "stack-difference" }];
    const entries = [...unused, ...others.map((members) => ({ ...REMOVED, ...members }))];
    const result = review([opened()], ignoring(entries, NOW, [...ruleIds, "stack-difference"]));
    expect(result.unused.map((entry) => unusedNote(entry, "finding"))).toEqual([
      'ignore[0] (tls-lowered) matches no finding: remove it, or add "until" if it is for a change that happens once',
      'ignore[1] (protection-removed, HttpsEdgeRoute other) matches no finding: remove it, or add "until" if it is for a change that happens once',
      "ignore[2] (protection-removed) expired after 2027-01-31 and ignores nothing: review it again, then renew or remove it",
    ]);
    const expired = [false, false, true];
    expect(JSON.parse(asJson(result)).unusedIgnores).toEqual(
      unused.map((entry, index) => ({ ...entry, expired: expired[index] })),
    );
  });

  it("with an entry that has a last day and matches nothing until then is for a change that happens once", () => {
    const unusedAt = (day: string) => {
      const entry = { ...REMOVED, resource: "HttpsEdgeRoute other", until: "2027-01-31" };
      return review([opened()], ignoring([entry], new Date(day))).unused.length;
    };
    expect([unusedAt("2027-01-31"), unusedAt("2027-02-01")]).toEqual([0, 1]);
  });

  it("with entries for planned changes is as it should be in a review of drift, unless they are expired", () => {
    const drift: Preview = { ...opened("other"), kind: "refresh", steps: [] };
    const entries = [REMOVED, { ...REMOVED, until: "2027-01-31" }].map((entry) => ({
      ...entry,
      resource: "api",
    }));
    const unused = (day: string) =>
      review([drift], ignoring(entries, new Date(day))).unused.map(({ path }) => path);
    expect([unused("2027-01-31"), unused("2027-02-01")]).toEqual([[], ["ignore[1]"]]);
  });

  it.each([
    {
      title: "that has no JSON is refused",
      text: "// ignore",
      problem: "an ignore file must be JSON",
    },
    {
      title: "that has no list is refused",
      text: "{}",
      problem: /an ignore file must be JSON of the form .*\]\}$/,
    },
    {
      title: "that has a comma too many is refused",
      text: '{\n "ignore": [\n  1,\n ]\n}',
      problem: "; in line 4, nothing follows a comma: remove the comma",
    },
    {
      title: "that has a comma too few is refused",
      text: '{\n "ignore": [\n  { "rule": "a" }\n  { "rule": "b" }]}',
      problem: "; in line 4, a comma is missing before",
    },
    {
      title: "that has a comment is refused",
      text: '{\n // why\n "ignore": []}',
      problem: "; in line 2, this is not JSON, which has no comments",
    },
    {
      title: "that has other quotes is refused",
      text: "{\n 'ignore': []}",
      problem: "; in line 2, this is not JSON",
    },
    {
      title: "that has no end is refused",
      text: '{\n "ignore": [1]\n',
      problem: "; this is not JSON: check its commas, colons and braces",
    },
  ])("$title", ({ text, problem }) => {
    expect(() => readSuppressions(text, ruleIds, NOW)).toThrow(problem);
  });

  it.each(refused)("with the entry $entry is refused", ({ entry, problem }) => {
    expect(() => ignoring([entry as Values])).toThrow(problem);
  });
});

it("the text has colors only if they are requested", () => {
  const result = review([previewOf(opening)]);
  expect(asText(result, true)).toContain("\u001b[31m\u001b[1mHIGH\u001b[22m\u001b[39m");
  expect(asText(result, false)).not.toContain("\u001b");
});

it("SARIF has the rule, the level, the line and a fingerprint that outlasts moved lines", () => {
  const stackTrace = [
    "node_modules/pulumi-edge-ingress/dist/program/resources.js#1,1",
    "src/index.ts#7,3",
  ].map((file) => ({ sourcePosition: `project:///${file}` }));
  const preview = previewOf({ ...opening, new: { ...planned(route), stackTrace } });
  const suppressions = [{ rule: "protection-removed", reason: "a demonstration" }];
  const [result, ignored] = [review([preview]), review([preview], suppressions)];
  const [run] = JSON.parse(sarifReport(tool, allRules, result)).runs;
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(ruleIds);
  const { homepage } = JSON.parse(textOf("package.json"));
  // A release sets the home page.
  const expected = homepage ? /^https:\/\/.+\/docs\/review-rules\.md#/ : /^undefined$/;
  for (const { helpUri } of run.tool.driver.rules) expect(String(helpUri)).toMatch(expected);
  const urn = "urn:pulumi:dev::shop::edge-ingress:index:HttpsEdgeRoute::api";
  expect(run.results).toEqual([
    {
      ruleId: "protection-removed",
      level: "error",
      message: {
        text: "route /api (prefix) on edge edge_1: login (OAuth) is no longer required (stack dev)",
      },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "src/index.ts" }, region: { startLine: 7 } },
          logicalLocations: [{ fullyQualifiedName: `${urn} oauth` }],
        },
      ],
      partialFingerprints: { argument: `protection-removed ${urn} oauth` },
    },
  ]);
  const suppressed = JSON.parse(sarifReport(tool, allRules, ignored)).runs[0].results[0];
  expect(suppressed.suppressions).toEqual([{ kind: "external", justification: "a demonstration" }]);
});

it("the rules have different ids, and all contain the reason, the advice and the finding", () => {
  expect(new Set(ruleIds).size).toBe(ruleIds.length);
  for (const { id, title, why, fix } of allRules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$|^restored$/);
    for (const text of [title, why, fix]) expect(text.length, id).toBeGreaterThan(10);
  }
});

it("a module that is a secret as a whole is named, and not the argument that stands for it", () => {
  const hidden = { ...route, oauth: "[secret]" };
  const result = review([
    previewOf(updated(hidden, hidden, { detailedDiff: { oauth: { kind: "update" } } })),
  ]);
  expect(result.findings.map(({ effect, argument }) => [effect, argument])).toEqual([
    ["login (OAuth) changes, and is a secret", "oauth"],
  ]);
  expect(result.stacks[0]?.changes.map(({ details }) => details)).toEqual([
    ["login (OAuth): (secret)"],
  ]);
});
