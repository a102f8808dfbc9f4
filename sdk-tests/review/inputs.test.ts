import { describe, expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { review } from "../../src/insight/review/findings";
import { documentOf, logins, previewOf, stepEvent, streamOf, summaryEvent } from "./inputs";
import { guarded, planned, type RawStep, route, stackStep, stored, updated } from "./steps";

const REMOVED = { oauth: { kind: "delete", inputDiff: true } };

const rulesFound = (text: string) =>
  review([readPreview(text)]).findings.map(({ rule }) => rule.id);

describe("the kind of a preview", () => {
  const unchanged = { op: "refresh", name: "pub", old: stored(route), new: stored(route) };
  const opened = updated(guarded, route, { new: stored(route), detailedDiff: REMOVED });
  const deleted = { op: "delete", name: "adm", old: stored(guarded) };
  const found = [
    "refresh pub: open -> open",
    "refresh api: login -> open (oauth)",
    "refresh adm: login -> gone",
  ];

  it("is a refresh if each resource has the step of a refresh alone", () => {
    const preview = previewOf(stackStep("refresh"), unchanged, opened, deleted);
    expect(preview).toMatchObject({
      kind: "refresh",
      drift: [],
      unchangedLeftOut: 0,
      project: "shop",
      stack: "dev",
    });
    expect(logins(preview.steps)).toEqual(found);
  });

  it("is a refresh with --run-program, in which unchanged resources show what the program declares", () => {
    const declared = { ...unchanged, new: planned({ ...route, match: "/other" }) };
    const added = { op: "same", name: "new", old: planned(route), new: planned(route) };
    const preview = previewOf(stackStep("same"), declared, opened, deleted, added);
    expect(preview).toMatchObject({ kind: "refresh", unchangedLeftOut: 0 });
    expect(logins(preview.steps)).toEqual(found);
    expect(preview.steps.find(({ urn }) => urn.endsWith("::pub"))?.after?.outputs).toMatchObject({
      match: "/api",
    });
  });

  it("is a refresh if it is targeted, or each resource is changed", () => {
    expect(previewOf(opened)).toMatchObject({ kind: "refresh" });
    expect(previewOf(stackStep("same"), opened)).toMatchObject({ kind: "refresh" });
  });

  it.each([
    {
      title: "is a preview for an update",
      steps: [stackStep("same"), { ...opened, new: planned(route) }],
    },
    { title: "is a preview for a deletion of everything", steps: [stackStep("delete"), deleted] },
    {
      title: "is a preview for a creation",
      steps: [stackStep("create"), { op: "create", name: "api", new: planned(route) }],
    },
  ])("$title", ({ steps }) => {
    expect(previewOf(...steps)).toMatchObject({ kind: "preview", drift: [] });
  });

  it("leaves out what the program only looks up, and what an earlier run has left to be deleted", () => {
    const external = { ...unchanged, old: { ...stored(route), external: true } };
    const pending = { ...unchanged, name: "old", old: { ...stored(guarded), delete: true } };
    expect(logins(previewOf(stackStep("refresh"), external, pending).steps)).toEqual([]);
  });
});

describe("a lookup of a route", () => {
  const lookedUp = { ...stored({ ...route, match: "/old" }), external: true };
  const created = { custom: true, inputs: route };
  const imported = { custom: true, id: "id", inputs: route };
  const begins = (...steps: RawStep[]) =>
    streamOf([
      stepEvent("resourcePreEvent", stackStep("same")),
      ...steps.map((step) => stepEvent("resourcePreEvent", step)),
      summaryEvent(),
    ]);
  const replaced = { ...lookedUp, delete: true };
  const create: RawStep = { op: "replace", name: "api", old: replaced, new: created };
  const adopt: RawStep = {
    ...{ op: "replace", name: "api", old: replaced },
    new: { ...imported, importID: "edge_1/id" },
  };
  const dropped = { op: "discard-replaced", name: "api", old: replaced };

  it.each([
    {
      title: "that becomes a new route is a creation, in a document",
      text: documentOf([stackStep("same"), create]),
    },
    {
      title: "that becomes a new route is a creation, in a stream",
      text: begins(
        { op: "create-replacement", name: "api", old: lookedUp, new: created },
        create,
        dropped,
      ),
    },
  ])("$title", ({ text }) => {
    const { steps } = readPreview(text);
    expect(new Set(logins(steps))).toEqual(new Set(["create api: gone -> open"]));
    expect(rulesFound(text)).toEqual(["new-route-open"]);
  });

  it.each([
    {
      title: "that becomes an import is an import, in a document",
      text: documentOf([stackStep("same"), adopt]),
    },
    {
      title: "that becomes an import is an import, in a stream",
      text: begins(
        { op: "import-replacement", name: "api", new: created },
        { op: "replace", name: "api", old: replaced, new: imported },
        dropped,
      ),
    },
  ])("$title", ({ text }) => {
    const { steps } = readPreview(text);
    expect(logins(steps).at(-1)).toBe("import api: gone -> open");
    expect(rulesFound(text)).toEqual(["new-route-open"]);
  });

  it("that becomes a new route with a login has no finding", () => {
    const step = { ...create, new: { ...created, inputs: guarded } };
    expect(rulesFound(documentOf([stackStep("same"), step]))).toEqual([]);
  });

  it.each([
    {
      title: "that stays a lookup has no step",
      step: { op: "read", name: "api", old: lookedUp, new: lookedUp },
    },
    {
      title: "that becomes a lookup of another route has no step",
      step: { op: "read-replacement", name: "api", old: lookedUp, new: lookedUp },
    },
    {
      title: "that becomes a lookup of another route, as a replacement has no step",
      step: { op: "replace", name: "api", old: replaced, new: lookedUp },
    },
    {
      title: "that is no longer looked up has no step",
      step: { op: "discard", name: "api", old: lookedUp },
    },
  ])("$title", ({ step }) => {
    expect(logins(previewOf(stackStep("same"), step).steps)).toEqual([]);
  });
});

describe("a preview with --refresh", () => {
  const before = ["api", "adm", "pub"].map((name) => {
    const state = stored(name === "pub" ? route : guarded);
    return { op: "refresh", name, old: state, new: state };
  });
  const plan = [updated(route, guarded), { op: "create", name: "adm", new: planned(guarded) }];
  const unchanged = { op: "same", name: "pub", old: stored(route), new: planned(route) };
  const drift = [
    "refresh api: login -> open",
    "refresh adm: login -> gone",
    "refresh pub: open -> open",
  ];

  it("shows what the refresh found apart from what the program changes, each resource once", () => {
    const steps = [stackStep("refresh"), ...before, stackStep("same"), ...plan, unchanged];
    const preview = readPreview(documentOf(steps, { same: 2, update: 1, create: 1 }));
    expect(preview).toMatchObject({ kind: "preview", unchangedLeftOut: 0 });
    expect(logins(preview.drift)).toEqual(drift);
    expect(logins(preview.steps)).toEqual([
      "update api: open -> login",
      "create adm: gone -> login",
      "same pub: open -> open",
    ]);
  });

  it("without --show-sames counts what it leaves out, which is taken for unchanged", () => {
    const steps = [stackStep("refresh"), ...before, stackStep("same"), ...plan];
    const preview = readPreview(documentOf(steps, { same: 2, update: 1, create: 1 }));
    expect(preview.unchangedLeftOut).toBe(1);
    expect(logins(preview.drift)).toEqual(drift);
  });

  it("finds a resource under the name that the program gives it now", () => {
    const [update] = JSON.parse(documentOf(plan)).steps;
    const renamed = { ...update, urn: update.urn.replace("::api", "::renamed") };
    const { steps } = JSON.parse(
      documentOf([stackStep("refresh"), ...before.slice(0, 1), stackStep("same")]),
    );
    const { drift: found } = readPreview(
      JSON.stringify({ steps: [...steps, renamed], changeSummary: { same: 1 } }),
    );
    expect(logins(found)).toEqual(["refresh api: login -> open"]);
  });
});

describe("a stream of events", () => {
  const open = updated(guarded, route, { detailedDiff: REMOVED });
  const begun = stepEvent("resourcePreEvent", open);
  const plan = [
    stepEvent("resourcePreEvent", stackStep("same")),
    begun,
    stepEvent("resOutputsEvent", open),
  ];

  it("is read as the document that the engine would have printed", () => {
    const text = streamOf([
      { preludeEvent: { config: { "edge-ingress:routeDeletion": "retain" } } },
      ...plan,
      summaryEvent(),
    ]);
    expect(readPreview(text)).toMatchObject({
      kind: "preview",
      config: { "edge-ingress:routeDeletion": "retain" },
    });
    expect(rulesFound(text)).toEqual(rulesFound(documentOf([stackStep("same"), open])));
    expect(rulesFound(`\n> shop@1.0.0 preview\n> pulumi preview --json\n\n${text}`)).toContain(
      "protection-removed",
    );
  });

  it("without a detailed diff has the top-level arguments that the engine found different", () => {
    const { detailedDiff: _, ...step } = open;
    const events = [
      stepEvent("resourcePreEvent", { ...step, ...{ diffs: ["oauth"] } }),
      summaryEvent(),
    ];
    expect(readPreview(streamOf(events)).steps).toMatchObject([{ changed: ["oauth"] }]);
  });

  it("of a refresh shows what is found, which its last events have", () => {
    const state = stored(guarded);
    const requested = { op: "refresh", name: "api", old: state, new: state };
    const found = updated(guarded, route, { new: stored(route), detailedDiff: REMOVED });
    const events = [
      stepEvent("resourcePreEvent", stackStep("refresh")),
      stepEvent("resourcePreEvent", requested),
      stepEvent("resourcePreEvent", { ...requested, name: "adm" }),
      stepEvent("resOutputsEvent", found),
      stepEvent("resOutputsEvent", { op: "delete", name: "adm", old: state }),
    ];
    const preview = readPreview(streamOf([...events, summaryEvent()]));
    expect(preview.kind).toBe("refresh");
    expect(logins(preview.steps)).toEqual([
      "refresh api: login -> open (oauth)",
      "refresh adm: login -> gone",
    ]);
  });

  it.each([
    {
      title: "without a summary is refused",
      text: streamOf(plan),
      problem: "the preview was interrupted, or its output is cut off",
    },
    {
      title: "cut off in a line is refused",
      text: streamOf([...plan, summaryEvent()]).slice(0, -20),
      problem: "the stream of events is cut off",
    },
    {
      title: "of an update is refused",
      text: streamOf([...plan, summaryEvent({ isPreview: false })]),
      problem: "the events of an update, which has",
    },
    {
      title: "that failed is refused",
      text: streamOf([...plan, summaryEvent({ result: "failed" })]),
      problem: "this preview failed",
    },
    {
      title: "with an error is refused",
      text: streamOf([...plan, { diagnosticEvent: { severity: "error" } }]),
      problem: "this preview failed",
    },
  ])("$title", ({ text, problem }) => {
    expect(() => readPreview(text)).toThrow(problem);
  });

  it("with warnings and messages for debugging is read", () => {
    const diagnostics = ["warning", "debug", "info"].map((severity) => ({
      diagnosticEvent: { severity },
    }));
    expect(rulesFound(streamOf([...diagnostics, ...plan, summaryEvent()]))).toContain(
      "protection-removed",
    );
  });
});

describe("a preview without a resource", () => {
  it.each([
    {
      title: "is what Pulumi prints of an empty stack, in a document",
      text: '{"duration": 176112}',
    },
    {
      title: "is what Pulumi prints of an empty stack, in a stream",
      text: streamOf([{ preludeEvent: { config: {} } }, summaryEvent()]),
    },
  ])("$title", ({ text }) => {
    expect(readPreview(text)).toMatchObject({ steps: [], drift: [], unchangedLeftOut: 0 });
  });
});
