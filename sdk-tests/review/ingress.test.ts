import { expect, it } from "vitest";
import { readExport } from "../../src/insight/engine/export";
import { onlyEdge } from "../../src/insight/ingress/answers";
import { isInForce, textAt } from "../../src/insight/ingress/arguments";
import { edgesOf, ingressOfResources } from "../../src/insight/ingress/ingress";
import { exported } from "../diff/exports";
import { exportOf, ingressIn, route } from "../expectations/stacks";

it("an export of a stack gives each route and edge with its modules, whichever resource declares them", () => {
  const { resources } = readExport("dev", exported("dev.decrypted"));
  const { objects } = ingressOfResources({ project: "shop", stack: "dev" }, resources);
  expect(
    objects.map(({ kind, args, modules }) => [
      kind,
      args?.declaration.name,
      Object.keys(modules).sort().join(),
    ]),
  ).toEqual([
    ["agentIngress", "dev-agents", ""],
    [
      "httpsEdgeRoute",
      "main-api",
      "backend,compression,ipRestriction,jwtValidation,oauth,requestHeaders",
    ],
    ["eventDestination", "audit", ""],
    ["httpsEdgeRoute", "debug", "backend"],
    ["httpsEdge", undefined, "tlsTermination"],
  ]);
  const route = objects.find(({ args }) => args?.declaration.name === "main-api");
  expect(route?.modules.jwtValidation?.declaration.resource).toBe(
    "HttpsEdgeRouteJwtValidation tokens",
  );
  expect(isInForce(route?.modules.oauth)).toBe(true);
  expect(route?.modules.backend && textAt(route.modules.backend, "backendId")).toBe("bkdhr_dev");
  expect(JSON.stringify(objects.map(({ args, modules }) => ({ args, modules })))).not.toContain(
    "canary",
  );
});

it("the edge that a request means without a name is the only edge of the stack", () => {
  const ingress = ingressIn(exportOf([route("api", "/api"), route("web", "/")]));
  expect(edgesOf(ingress)).toEqual(["edge_1"]);
  expect(onlyEdge(ingress, "name it")).toBe("edge_1");
});

it("a stack with no edge, or with several, has no edge that is meant without a name", () => {
  const none = ingressOfResources({ project: "shop", stack: "" }, []);
  expect(() => onlyEdge(none, "name it")).toThrow(
    new Error("the stack has no HTTPS edge: name it"),
  );
  const two = ingressIn(exportOf([route("api", "/api", { edgeId: "edge_2" }), route("web", "/")]));
  expect(() => onlyEdge(two, "name it")).toThrow(
    new Error(`stack ${two.stack} has the HTTPS edges edge_1, edge_2: name it`),
  );
});
