import { describe, expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { review } from "../../src/insight/review/findings";
import { previewOf } from "./inputs";
import { guarded, oauth, type RawStep, route, stackStep, stored, urnOf } from "./steps";

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

describe("a module of a route that the same change imports", () => {
  /** A state of which a preview shows no id, as that of an object to import or to create. */
  const withoutId = (inputs: Values): Values => ({ custom: true, inputs });

  const imported = (op: string, importID: string): RawStep => ({
    ...{ op, name: "api" },
    new: { ...withoutId(route), importID },
  });

  /** A login that names its route by a known id. */
  const login = (routeId: string): RawStep => ({
    ...{ op: "create", type: "HttpsEdgeRouteOAuth", name: "login" },
    new: {
      ...withoutId({ edgeId: "edge_1", routeId, ...oauth }),
      propertyDependencies: { routeId: [urnOf({ op: "import", name: "api" })] },
    },
  });

  const changesOf = (...steps: readonly RawStep[]) => {
    const { findings, stacks } = review([previewOf(stackStep("same"), ...steps)]);
    const rules = findings.map(({ rule }) => rule.id);
    return { rules, subjects: stacks[0]?.changes.map(({ subject }) => subject) };
  };

  const ROUTE = "route /api (prefix) on edge edge_1";

  it.each(["edge_1/edghtsrt_9", "edghtsrt_9"])(
    "belongs to the route with the id to import %s",
    (importID) => {
      expect(changesOf(imported("import", importID), login("edghtsrt_9"))).toEqual({
        rules: [],
        subjects: [ROUTE],
      });
    },
  );

  it("belongs to a route that takes the place of an object of the stack", () => {
    const step = {
      ...imported("import-replacement", "edge_1/edghtsrt_9"),
      old: { ...stored(guarded), id: "edghtsrt_1" },
    };
    expect(changesOf(step, login("edghtsrt_9"))).toMatchObject({ subjects: [ROUTE] });
    expect(changesOf(step, login("edghtsrt_1")).subjects).toHaveLength(2);
  });

  it("belongs to the route that it names, if the change imports another route", () => {
    const { rules, subjects } = changesOf(
      imported("import", "edge_1/edghtsrt_8"),
      login("edghtsrt_9"),
    );
    expect(rules).toEqual(["new-route-open"]);
    expect(subjects).toEqual([ROUTE, "route edghtsrt_9 on edge edge_1"]);
  });

  it("stays on the route if the state has the module already", () => {
    const module = {
      ...login("edghtsrt_9"),
      op: "same",
      old: {
        ...stored({ edgeId: "edge_1", routeId: "edghtsrt_9", ...oauth }),
        id: "edge_1/edghtsrt_9",
      },
    };
    expect(changesOf(imported("import", "edge_1/edghtsrt_9"), module)).toEqual({
      rules: [],
      subjects: [ROUTE],
    });
  });
});
