import { expect, it } from "vitest";
import { review } from "../../../src/insight/review/findings";
import { asJson } from "../../../src/insight/review/json";
import { readPreview } from "../../../src/insight/stack/preview";
import type { Ingress } from "./model";
import { previewText } from "./preview";
import { verdictOn } from "./verdict";

/** Changes that the review once took for harmless, or for less than they are: found by random pairs, and shrunk. */

const base = {
  name: "r0",
  edgeId: "edge_1",
  matchType: "path_prefix",
  match: "/",
  backend: { backendId: "b" },
  modules: {},
} as const;
const one = (modules: object, more: object = {}): Ingress => ({
  routes: [{ ...base, modules, ...more }],
  resources: [],
  mutualTls: [],
});
const oauth = { provider: { provider1: { organizations: ["acme"] } } };
const iss = { issuer: { allowList: [{ value: "https://t.acme.com" }] } };
const h = (label: string, hidden: "secret" | "unknown" = "secret") => ({ hidden, label });
const beside = (...more: object[]): Ingress => ({
  routes: [{ ...base, modules: { oauth } }, ...more.map((m, i) => ({ ...base, name: `n${i}`, ...m }))],
  resources: [],
  mutualTls: [],
});
const open = (match: string, more: object = {}) => ({ match, modules: {}, ...more });
const alone = (...more: object[]): Ingress => ({
  routes: more.map((m, i) => ({ ...base, name: `n${i}`, ...m })),
  resources: [],
  mutualTls: [],
});
const pairs: [string, Ingress, Ingress][] = [
  [
    "a login that tokens without a signature replace, with a secret `enabled`",
    one({ oauth }),
    one({ jwtValidation: { ...iss, jws: { allowedAlgorithms: ["none"] }, enabled: h("e") } }),
  ],
  [
    "a secret list of algorithms that was not stated before",
    one({ jwtValidation: iss }),
    one({ jwtValidation: { ...iss, jws: { allowedAlgorithms: h("a") } } }),
  ],
  ["the removal of a secret `jws`", one({ jwtValidation: { ...iss, jws: h("a") } }), one({ jwtValidation: iss })],
  [
    "a new route with a secret match and a policy alone",
    beside(),
    beside({ match: h("m"), modules: { policy: { inbound: { expressions: ["a"], actions: { type: "deny" } } } } }),
  ],
  ["a new public route with a secret match", beside(), beside({ match: h("m"), modules: {} })],
  [
    "teams in place of secret organizations",
    one({ oauth: { provider: { provider1: { organizations: h("o") } } } }),
    one({ oauth: { provider: { provider1: { teams: ["acme/ops"] } } } }),
  ],
  [
    "the removal of a webhook verification with a secret provider",
    one({ webhookVerification: { provider: h("p") } }),
    one({}),
  ],
  ["the deletion of a protected root with a public route in it", beside(open("/admin")), alone(open("/admin"))],
  [
    "a protected root that becomes exact, with a public route in it",
    beside(open("/admin")),
    {
      routes: [
        { ...base, matchType: "exact_path", modules: { oauth } },
        { ...base, name: "n0", match: "/admin" },
      ],
      resources: [],
      mutualTls: [],
    },
  ],
  [
    "a public root that becomes /api/v2, in a protected /api",
    {
      routes: [
        { ...base, match: "/api", modules: { oauth } },
        { ...base, name: "n0" },
      ],
      resources: [],
      mutualTls: [],
    },
    {
      routes: [
        { ...base, match: "/api", modules: { oauth } },
        { ...base, name: "n0", match: "/api/v2" },
      ],
      resources: [],
      mutualTls: [],
    },
  ],
  [
    "a second public route in a protected root",
    beside(open("api.example.com")),
    beside(open("api.example.com"), open("api.example.com/api")),
  ],
  [
    "a protected host that becomes exact, beside a public root",
    {
      routes: [
        { ...base, match: "a.example.com", modules: { oauth } },
        { ...base, name: "n0" },
      ],
      resources: [],
      mutualTls: [],
    },
    {
      routes: [
        { ...base, match: "a.example.com", matchType: "exact_path", modules: { oauth } },
        { ...base, name: "n0" },
      ],
      resources: [],
      mutualTls: [],
    },
  ],
];

it.each(pairs)("%s is found with the severity that the simulator asks for", (_, before, after) => {
  const verdict = verdictOn(before, after);
  expect(verdict).toBeDefined();
  for (const form of ["dynamic", "plugin"] as const) {
    const { counts } = JSON.parse(asJson(review([readPreview(previewText(before, after, form))])));
    expect(verdict?.severity === "high" ? counts.high : counts.high + counts.medium, form).toBeGreaterThan(0);
  }
});
