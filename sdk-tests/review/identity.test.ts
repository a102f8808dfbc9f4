import { expect, it } from "vitest";
import { review } from "../../src/insight/review/findings";
import { previewOf } from "./inputs";
import { guarded, stackStep, stored } from "./steps";

/** Tests of the identification of objects that a change puts in place of other objects. */

it("a managed route is deleted if the program looks up another route in its place", () => {
  // The engine's step for a managed resource that the program looks up by another id.
  const lookedUp = {
    ...{ op: "replace", name: "api" },
    old: { ...stored(guarded), delete: true },
    new: { ...stored({ edgeId: "edge_1" }), id: "other", external: true },
  };
  const { findings, stacks } = review([previewOf(stackStep("same"), lookedUp)]);
  expect(findings.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`)).toEqual([
    "low route-deleted: route /api (prefix) on edge edge_1: is deleted",
  ]);
  expect(stacks[0]?.changes).toMatchObject([{ action: "deleted" }]);
});
