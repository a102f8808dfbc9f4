import { expect, it } from "vitest";
import { review } from "../../src/insight/review/findings";
import { readPreview } from "../../src/insight/stack/preview";
import { effectsOf, previewOf } from "./inputs";
import { guarded, oauth, planned, stackStep, stored } from "./steps";

/** Which objects a change, or another stack, has in place of which. */

it("a managed route is deleted if the program looks up another one in its place", () => {
  // The step as the engine prints it for a managed resource that the program looks up by another id.
  const lookedUp = {
    ...{ op: "replace", name: "api" },
    old: { ...stored(guarded), delete: true },
    new: { ...stored({ edgeId: "edge_1" }), id: "other", external: true },
  };
  const { findings, stacks } = review([previewOf(stackStep("same"), lookedUp)]);
  expect(findings.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`)).toEqual([
    "low route-deleted: route /api (prefix) on edge edge_1: is deleted",
  ]);
  expect(stacks[0]?.changes).toMatchObject([{ fate: "deleted" }]);
});

it("of stacks whose components have children of the same name, each child is compared with that of the same component", () => {
  const child = (stack: string, component: string, values: object) => {
    const urn = `urn:pulumi:${stack}::shop::shop:index:${component}$edge-ingress:index:HttpsEdgeRoute::api`;
    return { op: "create", urn, newState: { urn, ...planned({ ...guarded, match: `/${component}`, ...values }) } };
  };
  const disabled = { oauth: { ...oauth, enabled: false } };
  const preview = (stack: string, ofAdmin: object) =>
    readPreview(JSON.stringify({ steps: [child(stack, "Admin", ofAdmin), child(stack, "Public", disabled)] }));
  const elsewhere = (ofStaging: object) =>
    effectsOf(review([preview("dev", {}), preview("staging", ofStaging)])).flatMap(({ rule, message }) =>
      rule.id === "protected-elsewhere" ? [message] : [],
    );
  expect(elsewhere({})).toEqual([]);
  expect(elsewhere(disabled)).toEqual([
    "route /Admin (prefix) on edge edge_1: stack dev has login (OAuth) here, and this stack does not",
  ]);
});
