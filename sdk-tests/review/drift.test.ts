import { describe, expect, it } from "vitest";
import { sarifReport } from "../../src/insight/report/sarif";
import { onlyDrift } from "../../src/insight/review/drift";
import { hasFinding, review } from "../../src/insight/review/findings";
import { asJson } from "../../src/insight/review/json";
import { asMarkdown } from "../../src/insight/review/markdown";
import { asText } from "../../src/insight/review/text";
import { allRules } from "../../src/insight/review/wording";
import { readPreview } from "../../src/insight/stack/preview";
import { documentOf, planned, type RawStep, stackStep, stored } from "./inputs";

const route = { edgeId: "edge_1", matchType: "path_prefix", match: "/api", backend: { backendId: "bkdhr_1" } };
const oauth = { provider: { provider1: { organizations: ["example"] } } };
const guarded = { ...route, oauth };

const found = (steps: readonly RawStep[]) => review([readPreview(documentOf(steps))]);
const inShort = (steps: readonly RawStep[]) =>
  found(steps).findings.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`);

const NAME = "route /api (prefix) on edge edge_1";

describe("a refresh", () => {
  const changed = (before: object, after: object): RawStep[] => [
    stackStep("refresh"),
    { op: "update", name: "api", old: stored({ ...before }), new: stored({ ...after }), detailedDiff: {} },
  ];

  it.each([
    [
      "a removed login",
      guarded,
      route,
      `high protection-removed: ${NAME}: login (OAuth) is no longer required; this was changed outside Pulumi; \`pulumi up --refresh\` restores it`,
    ],
    [
      "a disabled login",
      guarded,
      { ...route, oauth: { ...oauth, enabled: false } },
      `high protection-removed: ${NAME}: login (OAuth) is no longer required; this was changed outside Pulumi; \`pulumi up --refresh\` restores it`,
    ],
    [
      "a login in whose place is another one",
      { ...route, oidc: { issuer: "https://a.example" } },
      { ...route, saml: { idpMetadata: "<a/>" } },
      `medium protection-replaced: ${NAME}: login (OpenID Connect) is no longer required; login (SAML) takes its place; this was changed outside Pulumi; \`pulumi up --refresh\` restores it`,
    ],
    [
      "an enabled backend",
      { ...route, backend: { backendId: "bkdhr_1", enabled: false } },
      route,
      `high served-unprotected: ${NAME}: starts serving, and is public; this was changed outside Pulumi; \`pulumi up --refresh\` restores it`,
    ],
    [
      "another backend of a public route",
      route,
      { ...route, backend: { backendId: "bkdhr_2" } },
      `medium backend-changed: ${NAME}: backend bkdhr_2 serves, in place of bkdhr_1; this was changed outside Pulumi; \`pulumi up --refresh\` restores it`,
    ],
  ])("reports %s in the present tense", (_, before, after, expected) => {
    expect(inShort(changed(before, after))).toEqual([expected]);
  });

  it("reports that a route was deleted, with a higher severity if no other route serves its requests", () => {
    const gone: RawStep = { op: "delete", name: "api", old: stored(guarded) };
    const again = `${NAME}: is deleted; this was changed outside Pulumi; \`pulumi up --refresh\` creates it again`;
    expect(inShort([stackStep("refresh"), gone])).toEqual([`medium route-deleted: ${again}`]);
    const root = stored({ ...guarded, match: "/" });
    const other: RawStep = { op: "refresh", name: "root", old: root, new: root };
    expect(inShort([stackStep("refresh"), gone, other])).toContain(`low route-deleted: ${again}`);
  });

  it.each([
    ["a new protection", route, guarded],
    ["a description", guarded, { ...guarded, description: "by hand" }],
    ["a module that is stated as disabled", route, { ...route, oauth: { ...oauth, enabled: false } }],
    ["nothing", guarded, guarded],
  ])("reports nothing of %s", (_, before, after) => {
    expect(inShort(changed(before, after))).toEqual([]);
  });

  it("takes names from resources that are unchanged, which are not left out", () => {
    const login: RawStep = {
      ...{ op: "delete", name: "login", type: "HttpsEdgeRouteOAuth" },
      old: stored({ edgeId: "edge_1", routeId: "route-1", ...oauth }),
    };
    const state = { ...stored(route), id: "route-1" };
    const unchanged: RawStep = { op: "refresh", name: "api", old: state, new: state };
    const result = found([stackStep("refresh"), unchanged, login]);
    expect(result.findings.map(({ message }) => message)).toEqual([
      `${NAME}: login (OAuth) is no longer required; this was changed outside Pulumi; \`pulumi up --refresh\` restores it`,
    ]);
    expect(asText(result, false)).not.toContain("leaves out");
  });

  it("is reported as a change that was made, in every format", () => {
    const result = found(changed(guarded, route));
    expect(asText(result, false)).toMatch(
      /^shop\/dev: 1 part of the ingress was changed outside Pulumi; 1 high, 0 medium, 0 low\n/,
    );
    expect(asText(result, false)).toContain("  why  Clients that it kept out are admitted.\n");
    expect(asText(result, false)).toContain("  do   Run `pulumi up --refresh` to restore what the program declares.");
    expect(asText(result, false)).toContain("Changed outside Pulumi in shop/dev:\n");
    expect(asMarkdown(result)).toMatch(/^### Ingress drift\n/);
    expect(asMarkdown(result)).toContain("<details><summary>Changed outside Pulumi in shop/dev</summary>");
    expect(JSON.parse(asJson(result)).stacks).toMatchObject([{ kind: "refresh", changes: [{ fate: "changed" }] }]);
    const [run] = JSON.parse(sarifReport({ name: "review", semanticVersion: "1.0.0" }, allRules, result)).runs;
    expect(run.tool.driver.rules).toContainEqual(
      expect.objectContaining({
        id: "protection-removed",
        fullDescription: { text: "Clients that it kept out are admitted." },
      }),
    );
    expect(asText(found(changed(route, route)), false)).toBe(
      "shop/dev: nothing of the ingress was changed outside Pulumi; 0 high, 0 medium, 0 low",
    );
  });
});

describe("a preview with a refresh", () => {
  const refreshed = (state: object): RawStep => ({
    ...{ op: "refresh", name: "api" },
    ...{ old: stored({ ...state }), new: stored({ ...state }) },
  });
  const steps = (...plan: RawStep[]): RawStep[] => [
    ...[stackStep("refresh"), refreshed(guarded), stackStep("same")],
    ...plan,
  ];
  const restoring: RawStep = { op: "update", name: "api", old: stored(route), new: planned(guarded) };

  it("reports that a protection was off and comes back, which is no risk of the change", () => {
    expect(inShort(steps(restoring))).toEqual([
      `low restored: ${NAME}: login (OAuth) is no longer required; this was changed outside Pulumi; the change restores it`,
    ]);
    const result = found(steps(restoring));
    expect(hasFinding(result, "medium")).toBe(false);
    expect(asText(result, false)).toMatch(
      /^shop\/dev: 1 part of the ingress changes, 1 part of the ingress was changed outside Pulumi;/,
    );
    expect(asMarkdown(result)).toContain("<summary>Changed outside Pulumi in shop/dev</summary>");
    expect(JSON.parse(asJson(result)).stacks).toMatchObject([{ kind: "preview", changes: [{}], drift: [{}] }]);
  });

  it("reports that a route which was deleted comes back", () => {
    const created: RawStep = { op: "create", name: "api", new: planned(guarded) };
    expect(inShort(steps(created))).toContain(
      `low restored: ${NAME}: is deleted; this was changed outside Pulumi; the change creates it again`,
    );
  });

  it("reports what stays open, since the program has given the protection up as well", () => {
    const same: RawStep = { op: "same", name: "api", old: stored(route), new: planned(route) };
    expect(inShort(steps(same))).toEqual([
      `high protection-removed: ${NAME}: login (OAuth) is no longer required; this was changed outside Pulumi; the change does not restore it`,
    ]);
    expect(asText(found(steps(same)), false)).toContain("  do   Keep it, or configure a protection");
  });

  it("reports a change of the program apart from what another party has done", () => {
    const closed: RawStep = { op: "update", name: "api", old: stored(guarded), new: planned(route) };
    expect(inShort(steps(closed))).toEqual([`high protection-removed: ${NAME}: login (OAuth) is no longer required`]);
  });

  it("does not take a resource for restored that the program has renamed", () => {
    const document = JSON.parse(documentOf(steps(restoring)));
    const update = document.steps.pop();
    const text = JSON.stringify({ ...document, steps: [...document.steps, { ...update, urn: `${update.urn}-2` }] });
    const { findings } = review([readPreview(text)]);
    expect(findings.map(({ rule }) => rule.id)).toContain("protection-removed");
  });

  it("is reduced to what another party has done, if only that is asked for", () => {
    const { findings } = review([onlyDrift(readPreview(documentOf(steps(restoring))))]);
    expect(findings.map(({ message }) => message)).toEqual([
      `${NAME}: login (OAuth) is no longer required; this was changed outside Pulumi; \`pulumi up --refresh\` restores it`,
    ]);
  });
});

it("a preview that has not looked at the server is refused, if only what another party has done is asked for", () => {
  const preview = readPreview(documentOf([stackStep("same")]));
  expect(() => onlyDrift(preview)).toThrow(
    "this is not a preview of a refresh: make it with `pulumi refresh --preview-only",
  );
  expect(onlyDrift(readPreview('{"duration": 1}'))).toMatchObject({ kind: "refresh", isEmpty: true });
});
