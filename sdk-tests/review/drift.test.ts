import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Values } from "../../src/core/schema/values";
import { readPreview } from "../../src/insight/engine/preview";
import { sarifReport } from "../../src/insight/report/sarif";
import { onlyDrift } from "../../src/insight/review/drift";
import { hasFinding, review } from "../../src/insight/review/findings";
import { asJson, asText } from "../../src/insight/review/formats";
import { asMarkdown } from "../../src/insight/review/markdown";
import { allRules } from "../../src/insight/rules/index";
import { readEntries } from "../support/data";
import { documentOf, previewOf } from "./inputs";
import {
  guarded,
  kept,
  oauth,
  planned,
  type RawStep,
  route,
  stackStep,
  stored,
  updated,
} from "./steps";

const values = z.record(z.string(), z.unknown()).default({});
const refresh = z.strictObject({ before: values, after: values, reports: z.string().optional() });
const refreshes = readEntries(join(__dirname, "refreshes.yaml"), "refreshes", refresh);

const found = (steps: readonly RawStep[]) => review([previewOf(...steps)]);
const inShort = (steps: readonly RawStep[]) =>
  found(steps).findings.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`);

/** A refresh of a resource that is as the state has it. */
const refreshed = (name: string, state: Values): RawStep => ({
  op: "refresh",
  name,
  old: state,
  new: state,
});

const NAME = "route /api (prefix) on edge edge_1";
const NO_LOGIN = `${NAME}: login (OAuth) is no longer required`;
const OUTSIDE = "this was changed outside Pulumi";
const RESTORED = `${OUTSIDE}; \`pulumi up --refresh\` restores it`;

describe("a refresh", () => {
  const changed = (before: Values, after: Values): RawStep[] => [
    stackStep("refresh"),
    updated(before, after, { new: stored(after), detailedDiff: {} }),
  ];

  it.each(refreshes)(
    "of %s is reported as labelled, in the present tense",
    (_, { before, after, reports }) => {
      const message = reports?.replace(": ", `: ${NAME}: `);
      expect(inShort(changed({ ...route, ...before }, { ...route, ...after }))).toEqual(
        message === undefined ? [] : [`${message}; ${RESTORED}`],
      );
    },
  );

  it("reports that a route was deleted, with a higher severity if no other route serves its requests", () => {
    const deletion: RawStep = { op: "delete", name: "api", old: stored(guarded) };
    const again = `${NAME}: is deleted; ${OUTSIDE}; \`pulumi up --refresh\` creates it again`;
    expect(inShort([stackStep("refresh"), deletion])).toEqual([`medium route-deleted: ${again}`]);
    const other = refreshed("root", stored({ ...guarded, match: "/" }));
    expect(inShort([stackStep("refresh"), deletion, other])).toContain(
      `low route-deleted: ${again}`,
    );
  });

  it("takes names from resources that are unchanged, which are not left out", () => {
    const login: RawStep = {
      ...{ op: "delete", name: "login", type: "HttpsEdgeRouteOAuth" },
      old: stored({ edgeId: "edge_1", routeId: "route-1", ...oauth }),
    };
    const unchanged = refreshed("api", { ...stored(route), id: "route-1" });
    const result = found([stackStep("refresh"), unchanged, login]);
    expect(result.findings.map(({ message }) => message)).toEqual([`${NO_LOGIN}; ${RESTORED}`]);
    expect(asText(result, false)).not.toContain("leaves out");
  });

  it("is reported as a change that was made, in every format", () => {
    const result = found(changed(guarded, route));
    expect(asText(result, false)).toMatch(
      /^shop\/dev: 1 part of the ingress was changed outside Pulumi; 1 high, 0 medium, 0 low\n/,
    );
    expect(asText(result, false)).toContain("  why  Clients that it kept out are admitted.\n");
    expect(asText(result, false)).toContain(
      "  do   Run `pulumi up --refresh` to restore what the program declares.",
    );
    expect(asText(result, false)).toContain("Changed outside Pulumi in shop/dev:\n");
    expect(asMarkdown(result)).toMatch(/^### Ingress drift\n/);
    expect(asMarkdown(result)).toContain(
      "<details><summary>Changed outside Pulumi in shop/dev</summary>",
    );
    expect(JSON.parse(asJson(result)).stacks).toMatchObject([
      { kind: "refresh", changes: [{ action: "changed" }] },
    ]);
    const [run] = JSON.parse(
      sarifReport({ name: "review", semanticVersion: "1.0.0" }, allRules, result),
    ).runs;
    const described = {
      id: "protection-removed",
      fullDescription: { text: "Clients that it kept out are admitted." },
    };
    expect(run.tool.driver.rules).toContainEqual(expect.objectContaining(described));
    expect(asText(found(changed(route, route)), false)).toBe(
      "shop/dev: nothing of the ingress was changed outside Pulumi; 0 high, 0 medium, 0 low",
    );
  });
});

describe("a preview with a refresh", () => {
  const steps = (...plan: RawStep[]) => [
    ...[stackStep("refresh"), refreshed("api", stored(guarded)), stackStep("same")],
    ...plan,
  ];
  const restoring = updated(route, guarded);

  it("reports that a protection was off and is restored, without a risk of the change", () => {
    expect(inShort(steps(restoring))).toEqual([
      `low restored: ${NO_LOGIN}; ${OUTSIDE}; the change restores it`,
    ]);
    const result = found(steps(restoring));
    expect(hasFinding(result, "medium")).toBe(false);
    expect(asText(result, false)).toMatch(
      /^shop\/dev: 1 part of the ingress changes, 1 part of the ingress was changed outside Pulumi;/,
    );
    expect(asMarkdown(result)).toContain("<summary>Changed outside Pulumi in shop/dev</summary>");
    expect(JSON.parse(asJson(result)).stacks).toMatchObject([
      { kind: "preview", changes: [{}], drift: [{}] },
    ]);
  });

  it("reports that a route which was deleted comes back", () => {
    const created: RawStep = { op: "create", name: "api", new: planned(guarded) };
    const restored = `low restored: ${NAME}: is deleted; ${OUTSIDE}; the change creates it again`;
    expect(inShort(steps(created))).toContain(restored);
  });

  it("reports that a route which was deleted comes back, beside the deletion that an earlier run left", () => {
    const created: RawStep = { op: "create", name: "api", new: planned(guarded) };
    const left: RawStep = {
      ...{ op: "delete", name: "api", old: { ...stored(guarded), id: "old", delete: true } },
    };
    const restored = `low restored: ${NAME}: is deleted; ${OUTSIDE}; the change creates it again`;
    expect(inShort(steps(created, left))).toContain(restored);
    expect(inShort(steps(left, created))).toContain(restored);
  });

  it("reports nothing of an unchanged route, beside the deletion that an earlier run left", () => {
    const left: RawStep = {
      ...{ op: "delete", name: "api", old: { ...stored(route), id: "old", delete: true } },
    };
    const text = documentOf(steps(left), { same: 2, delete: 1 });
    expect(review([readPreview(text)]).findings).toEqual([]);
    const same = kept("HttpsEdgeRoute", "api", guarded);
    expect(inShort(steps(left, same))).toEqual([]);
  });

  it("reports what another party has done to a route that the plan replaces", () => {
    // The engine marks the old state of a planned replacement, as it marks an object that an earlier run left.
    const replaced: RawStep = {
      ...{ op: "replace", name: "api", old: { ...stored(route), delete: true } },
      new: planned({ ...guarded, edgeId: "edge_2" }),
    };
    const messages = inShort(steps(replaced)).filter((message) => message.includes(OUTSIDE));
    expect(messages).toEqual([`low restored: ${NO_LOGIN}; ${OUTSIDE}; the change restores it`]);
  });

  it("reports what stays open, since the program has given the protection up as well", () => {
    const same = kept("HttpsEdgeRoute", "api", route);
    const open = `high protection-removed: ${NO_LOGIN}; ${OUTSIDE}; the change does not restore it`;
    expect(inShort(steps(same))).toEqual([open]);
    expect(asText(found(steps(same)), false)).toContain(
      "  do   Keep it, or configure a protection",
    );
  });

  it("reports that a route was deleted which the program has removed, too", () => {
    const gone = refreshed("old", stored({ ...guarded, match: "/old" }));
    const result = found([stackStep("refresh"), gone, stackStep("same")]);
    expect(result.findings.map(({ message }) => message)).toEqual([
      `${NAME.replace("/api", "/old")}: is deleted; ${OUTSIDE}; the change does not restore it`,
    ]);
    expect(result.stacks).toMatchObject([{ changes: [], drift: [{ action: "deleted" }] }]);
  });

  it("reports a change of the program apart from what another party has done", () => {
    expect(inShort(steps(updated(guarded, route)))).toEqual([
      `high protection-removed: ${NO_LOGIN}`,
    ]);
  });

  it("does not report a resource as restored that the program has renamed", () => {
    const document = JSON.parse(documentOf(steps(restoring)));
    const update = document.steps.pop();
    const text = JSON.stringify({
      ...document,
      steps: [...document.steps, { ...update, urn: `${update.urn}-2` }],
    });
    const { findings } = review([readPreview(text)]);
    expect(findings.map(({ rule }) => rule.id)).toContain("protection-removed");
  });

  it("is reduced to what another party has done, if only that is asked for", () => {
    const { findings } = review([onlyDrift(previewOf(...steps(restoring)))]);
    expect(findings.map(({ message }) => message)).toEqual([`${NO_LOGIN}; ${RESTORED}`]);
  });
});

it("a preview that has not looked at the server is refused, if only what another party has done is asked for", () => {
  expect(() => onlyDrift(previewOf(stackStep("same")))).toThrow(
    "this is not a preview of a refresh: make it with `pulumi refresh --preview-only",
  );
  expect(onlyDrift(readPreview('{"duration": 1}'))).toMatchObject({
    kind: "refresh",
    isEmpty: true,
  });
});
