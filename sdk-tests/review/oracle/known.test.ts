import { expect, it } from "vitest";
import { countsOf, review } from "../../../src/insight/review/findings";
import { readPreview } from "../../../src/insight/stack/preview";
import type { Ingress } from "./model";
import { previewText } from "./preview";
import { verdictOn } from "./verdict";

/** Changes that the review once took for harmless, or for less than they are: found by random pairs, and shrunk. */

const oauth = { provider: { provider1: { organizations: ["acme"] } } };
const iss = { issuer: { allowList: [{ value: "https://t.acme.com" }] } };
const policy = { inbound: { expressions: ["a"], actions: { type: "deny" } } };
const secret = (label: string) => ({ hidden: "secret", label });

/** Routes called r0, r1 and so on: public ones of everything, unless they state something else. */
const routes = (...stated: object[]): Ingress => ({
  routes: stated.map((more, index) => ({
    ...{ name: `r${index}`, edgeId: "edge_1", matchType: "path_prefix", match: "/", backend: { backendId: "b" } },
    ...{ modules: {}, ...more },
  })),
  ...{ resources: [], mutualTls: [] },
});
const one = (modules: object) => routes({ modules });
const users = (provider1: object) => one({ oauth: { provider: { provider1 } } });
const guarded = { modules: { oauth } };
const exact = { matchType: "exact_path" };
const at = (match: unknown) => ({ match });

const pairs: readonly (readonly [title: string, before: Ingress, after: Ingress])[] = [
  [
    "a login that tokens without a signature replace, with a secret `enabled`",
    one({ oauth }),
    one({ jwtValidation: { ...iss, jws: { allowedAlgorithms: ["none"] }, enabled: secret("e") } }),
  ],
  [
    "a secret list of algorithms that was not stated before",
    one({ jwtValidation: iss }),
    one({ jwtValidation: { ...iss, jws: { allowedAlgorithms: secret("a") } } }),
  ],
  ["the removal of a secret `jws`", one({ jwtValidation: { ...iss, jws: secret("a") } }), one({ jwtValidation: iss })],
  [
    "a new route with a secret match and a policy alone",
    routes(guarded),
    routes(guarded, { match: secret("m"), modules: { policy } }),
  ],
  ["a new public route with a secret match", routes(guarded), routes(guarded, at(secret("m")))],
  ["teams in place of secret organizations", users({ organizations: secret("o") }), users({ teams: ["acme/ops"] })],
  [
    "the removal of a webhook verification with a secret provider",
    one({ webhookVerification: { provider: secret("p") } }),
    one({}),
  ],
  [
    "the deletion of a protected root with a public route in it",
    routes({ name: "admin", match: "/admin" }, guarded),
    routes({ name: "admin", match: "/admin" }),
  ],
  [
    "a protected root that becomes exact, with a public route in it",
    routes(guarded, at("/admin")),
    routes({ ...guarded, ...exact }, at("/admin")),
  ],
  [
    "a public root that becomes /api/v2, in a protected /api",
    routes({ ...guarded, match: "/api" }, {}),
    routes({ ...guarded, match: "/api" }, at("/api/v2")),
  ],
  [
    "a second public route in a protected root",
    routes(guarded, at("api.example.com")),
    routes(guarded, at("api.example.com"), at("api.example.com/api")),
  ],
  [
    "a protected host that becomes exact, beside a public root",
    routes({ ...guarded, match: "a.example.com" }, {}),
    routes({ ...guarded, match: "a.example.com", ...exact }, {}),
  ],
];

it.each(pairs)("%s is found with the severity that the simulator asks for", (_, before, after) => {
  const verdict = verdictOn(before, after);
  expect(verdict).toBeDefined();
  for (const form of ["dynamic", "plugin"] as const) {
    const counts = countsOf(review([readPreview(previewText(before, after, form))]));
    expect(verdict?.severity === "high" ? counts.high : counts.high + counts.medium, form).toBeGreaterThan(0);
  }
});
