import { expect, it } from "vitest";
import { httpsEdgeRoute } from "../../src/core/definitions";
import { statedOf } from "../../src/importing/stated";

const route = (modules: object, masked: readonly string[]) => ({
  definition: httpsEdgeRoute,
  id: "rt_1",
  outputs: { edgeId: "edghts_1", matchType: "path_prefix", match: "/", ...modules },
  masked,
});

it.each([
  ["of a module that is left out", { oidc: { enabled: false, clientSecret: "****" } }, ["oidc.clientSecret"], []],
  [
    "of another module",
    { saml: { enabled: false }, webhookVerification: { provider: "github" } },
    ["webhookVerification.secret"],
    ["webhookVerification.secret"],
  ],
])("an import asks for the masked secrets that the program states: %s", (_, modules, masked, missing) => {
  expect(statedOf(route(modules, masked))?.missing).toEqual(missing);
});
