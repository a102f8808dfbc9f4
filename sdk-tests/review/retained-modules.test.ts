import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { ResourceOperations } from "../../src/insight/change/resource-operations";
import { retainedModules } from "../../src/insight/change/retained-modules";
import type { Versions } from "../../src/insight/change/versions";
import { readResource } from "../../src/insight/engine/resource";
import { declaredObjects } from "../../src/insight/ingress/objects";
import { oauth, route, urnOf } from "./steps";

/** Tests of the modules that a route with `retainRemovedModules` keeps. */

const urn = urnOf({ op: "update", name: "api" });

const versionsWith = (values: Values): Versions => [
  { resource: readResource(urn, {}), values, step: { op: "update", urn, changed: [] } },
];

const namesOfRetained = (before: Values, after: Values): string[] => {
  const sides = { before: versionsWith(before), after: versionsWith(after) };
  const objectIn = (versions: Versions) =>
    declaredObjects(
      versions,
      (key) => key,
      () => [],
    )
      .values()
      .next().value;
  const [objectBefore, objectAfter] = [objectIn(sides.before), objectIn(sides.after)];
  if (!objectBefore || !objectAfter) throw new Error("a side lacks the route");
  const operations = {
    before: new ResourceOperations(sides.before, false),
    after: new ResourceOperations(sides.after, false),
  };
  return Object.keys(retainedModules(objectBefore, objectAfter, operations, undefined));
};

const retaining = { ...route, retainRemovedModules: true };

it("a module that the program no longer declares is retained", () => {
  expect(namesOfRetained({ ...retaining, oauth }, retaining)).toEqual(["oauth"]);
});

it("a module that the program still declares is not retained", () => {
  expect(namesOfRetained({ ...retaining, oauth }, { ...retaining, oauth })).toEqual([]);
});
