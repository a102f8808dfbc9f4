import { describe, expect, it } from "vitest";
import {
  agentIngress,
  httpsEdgeRoute,
  httpsEdgeRouteOAuth,
  httpsEdgeTlsTermination,
} from "../../src/core/definitions";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import {
  getFunction,
  importIdFormat,
  isListed,
  knownObjectPath,
  listFunction,
  modulePaths,
} from "../../src/core/schema/definition";

/** Tests of the names, ids and paths that follow from a definition. */

it.each([
  { definition: agentIngress, format: "<id>" },
  { definition: httpsEdgeRoute, format: "<edgeId>/<id>" },
  { definition: httpsEdgeRouteOAuth, format: "<edgeId>/<routeId>" },
  { definition: httpsEdgeTlsTermination, format: "<edgeId>" },
])("the id for an import of $definition.type is $format", ({ definition, format }) => {
  expect(importIdFormat(definition)).toBe(format);
});

it("the functions that look up objects are named after their type, in the singular and the plural", () => {
  expect(isListed(agentIngress) && listFunction(agentIngress)).toBe("listAgentIngresses");
  expect(getFunction(httpsEdgeRoute)).toBe("getHttpsEdgeRoute");
});

describe("the paths of modules", () => {
  const oauth = { provider: {} };

  it.each([
    { edgeId: "e", id: "r", paths: ["/edges/https/e/routes/r/oauth"] },
    { edgeId: "e", id: undefined, paths: [] },
    { edgeId: UNKNOWN, id: "r", paths: [] },
    { edgeId: undefined, id: "r", paths: [] },
  ])("of the route $id on the edge $edgeId are $paths", ({ edgeId, id, paths }) => {
    const inputs = { edgeId, oauth, compression: undefined };
    expect(modulePaths(httpsEdgeRoute, id, inputs)).toEqual(paths);
  });

  it("of a module resource are its path, unless a part is unknown", () => {
    const path = "/edges/https/e/routes/r/oauth";
    expect(modulePaths(httpsEdgeRouteOAuth, undefined, { edgeId: "e", routeId: "r" })).toEqual([
      path,
    ]);
    for (const inputs of [{ edgeId: "e", routeId: UNKNOWN }, { routeId: "r" }])
      expect(modulePaths(httpsEdgeRouteOAuth, undefined, inputs)).toEqual([]);
  });
});

it("the path of an object is unknown while an argument in it is unknown", () => {
  expect(knownObjectPath(httpsEdgeRoute, "r", { edgeId: "e" })).toBe("/edges/https/e/routes/r");
  expect(knownObjectPath(httpsEdgeRoute, "r", { edgeId: UNKNOWN })).toBeUndefined();
  expect(knownObjectPath(agentIngress, "a", {})).toBe("/agent_ingresses/a");
});
