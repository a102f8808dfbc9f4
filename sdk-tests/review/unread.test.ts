import { describe, expect, it } from "vitest";
import { readIngress } from "../../src/insight/change/read";
import { readPreview } from "../../src/insight/engine/preview";
import type { Expectation } from "../../src/insight/expectations/expectation";
import { judgeExpectations } from "../../src/insight/expectations/judge";
import { mapOfPreview } from "../../src/insight/map/model";
import { review } from "../../src/insight/review/findings";
import { documentOf, previewOf, stepEvent, streamOf, summaryEvent } from "./inputs";
import { guarded, kept, planned, type RawStep, route, stackStep, stored, updated } from "./steps";

/** Tests that unknown and missing parts of a preview are reported, and never skipped. */

const unread = (text: string): string[] =>
  review([readPreview(text)])
    .findings.filter(({ rule }) => rule.id === "not-reviewed")
    .map(({ rule, message }) => `${rule.severity} ${message}`);

const changed = (step: Partial<RawStep>, summary = {}): string =>
  documentOf(
    [stackStep("same"), updated(guarded, { ...guarded, description: "a" }, step)],
    summary,
  );

const expectation: Expectation = {
  edge: "edge_1",
  path: "/api",
  expect: { protectedBy: ["oauth"] },
};

const OF_ROUTE = "medium HttpsEdgeRoute api: has";
const OF_STACK = "medium the preview of stack dev:";
const NOT_KNOWN = "which this release does not know";

describe("a part of a document that is not known", () => {
  it.each([
    {
      title: "is reported: an operation",
      step: { op: "update-of-another-engine" },
      what: `the operation "update-of-another-engine"`,
    },
    {
      title: "is reported: a class",
      step: { type: "HttpsEdgeRouteRateLimit" },
      what: "the class HttpsEdgeRouteRateLimit",
    },
    {
      title: "is reported: a member of a state",
      step: { new: { ...planned(guarded), quarantined: true } },
      what: `"quarantined" of its state`,
    },
    {
      title: "is reported: an argument",
      step: { new: planned({ ...guarded, rateLimit: {} }) },
      what: "the argument `rateLimit`",
    },
    {
      title: "is reported: a nested argument",
      step: { new: planned({ ...guarded, backend: { backendId: "b", weight: 1 } }) },
      what: "the argument `backend.weight`",
    },
  ] as const)("$title", ({ step, what }) => {
    const name = "type" in step ? "medium HttpsEdgeRouteRateLimit api: has" : OF_ROUTE;
    expect(unread(changed(step))).toEqual([`${name} ${what}, ${NOT_KNOWN}`]);
  });

  it("is reported: a member of the document, and of a step", () => {
    const document = JSON.parse(changed({})) as { steps: object[] };
    const steps = document.steps.map((step) => ({ ...step, hooks: [] }));
    expect(unread(JSON.stringify({ ...document, steps, stacks: [] }))).toEqual([
      `${OF_STACK} has "stacks", ${NOT_KNOWN}`,
      `${OF_ROUTE} "hooks" of its step, ${NOT_KNOWN}`,
    ]);
  });

  it("is reported once, if both states of a resource have it", () => {
    const values = { ...guarded, rateLimit: {} };
    expect(unread(documentOf([kept("HttpsEdgeRoute", "api", values)]))).toEqual([
      `${OF_ROUTE} the argument \`rateLimit\`, ${NOT_KNOWN}`,
    ]);
  });

  it("is ignored in a resource of another package", () => {
    const step = {
      op: "rewrite",
      urn: "urn:pulumi:dev::shop::aws:s3:Bucket::files",
      newState: { novelty: 1 },
    };
    expect(unread(JSON.stringify({ steps: [step], changeSummary: {} }))).toEqual([]);
  });
});

it("operations that the engine counts, and that the document lacks, are reported", () => {
  expect(unread(changed({}, { update: 1, delete: 2 }))).toEqual([
    `${OF_STACK} lacks 2 of the 2 operations "delete" that the engine counts`,
  ]);
  expect(unread(changed({}, { update: 1, same: 1 }))).toEqual([]);
});

describe("a stream", () => {
  const stack = stepEvent("resourcePreEvent", stackStep("same"));
  const step = updated(guarded, route);
  const begun = stepEvent("resourcePreEvent", step);
  const ended = stepEvent("resOutputsEvent", step);
  const summary = summaryEvent({ resourceChanges: { update: 1, same: 1 } });

  it("is read whole, although the engine leaves out some numbers of events", () => {
    const lines = streamOf([stack, { cancelEvent: {} }, begun, ended, summary]).split("\n");
    expect(unread(lines.filter((line) => !line.includes("cancelEvent")).join("\n"))).toEqual([]);
  });

  it("has an event that is not known", () => {
    const text = streamOf([stack, begun, ended, { stackGraphEvent: {} }, summary]);
    expect(unread(text)).toEqual([`${OF_STACK} has the event "stackGraphEvent", ${NOT_KNOWN}`]);
  });

  it("lacks the beginning of a step", () => {
    expect(unread(streamOf([stack, ended, summary]))).toEqual([
      "medium HttpsEdgeRoute api: lacks the beginning of its step",
      `${OF_STACK} lacks 1 of the 1 operations "update" that the engine counts`,
    ]);
  });
});

it("expectations of such a stack are not known, and its map has the part", () => {
  const text = documentOf([
    kept("HttpsEdgeRoute", "api", guarded),
    kept("HttpsEdgeRouteRateLimit", "limit", {}),
  ]);
  const [result] = judgeExpectations([expectation], [readIngress("dev", text)]);
  expect(result).toMatchObject({
    outcome: "not-known",
    reasons: [
      "this release cannot read all of the stack: the class HttpsEdgeRouteRateLimit, of limit",
    ],
  });
  expect(
    mapOfPreview(previewOf(kept("HttpsEdgeRouteRateLimit", "limit", {}))).objects,
  ).toMatchObject([{ kind: "not read", name: "the class HttpsEdgeRouteRateLimit, of limit" }]);
});

it("an expectation that fails still fails, whatever is not known", () => {
  const text = documentOf([
    kept("HttpsEdgeRoute", "api", route),
    kept("HttpsEdgeRouteRateLimit", "limit", {}),
  ]);
  expect(judgeExpectations([expectation], [readIngress("dev", text)])[0]?.outcome).toBe("fails");
});

it("a state that is stored has no part that is not known", () => {
  expect(
    unread(documentOf([{ op: "same", name: "api", old: stored(guarded), new: planned(guarded) }])),
  ).toEqual([]);
});
