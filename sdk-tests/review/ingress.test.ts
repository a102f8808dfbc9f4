import { expect, it } from "vitest";
import { isInForce, textAt } from "../../src/insight/ingress/blocks";
import { ingressOf } from "../../src/insight/ingress/ingress";
import { readExport } from "../../src/insight/stack/export";
import { exported } from "../diff/exports";

it("an export of a stack gives each route and edge with its modules, whichever resource declares them", () => {
  const { resources } = readExport("dev", exported("dev.decrypted"));
  const { objects } = ingressOf({ project: "shop", stack: "dev" }, resources);
  expect(objects.map(({ kind, own, modules }) => [kind, own?.source.name, Object.keys(modules).sort().join()])).toEqual(
    [
      ["agentIngress", "dev-agents", ""],
      ["httpsEdgeRoute", "main-api", "backend,compression,ipRestriction,jwtValidation,oauth,requestHeaders"],
      ["eventDestination", "audit", ""],
      ["httpsEdgeRoute", "debug", "backend"],
      ["httpsEdge", undefined, "tlsTermination"],
    ],
  );
  const route = objects.find(({ own }) => own?.source.name === "main-api");
  expect(route?.modules.jwtValidation?.source.resource).toBe("HttpsEdgeRouteJwtValidation tokens");
  expect(isInForce(route?.modules.oauth)).toBe(true);
  expect(route?.modules.backend && textAt(route.modules.backend, "backendId")).toBe("bkdhr_dev");
  expect(JSON.stringify(objects.map(({ own, modules }) => ({ own, modules })))).not.toContain("canary");
});
