import { describe, expect, it } from "vitest";
import { routeModules } from "../../src/core/definitions/modules";
import { mutualTls, tlsTermination } from "../../src/core/definitions/modules/edge";
import { inputRows, type Row, type Table } from "../../src/core/schema/field";
import { UNKNOWN } from "../../src/core/schema/values";
import { review } from "../../src/insight/review/findings";
import { readPreview } from "../../src/insight/stack/preview";
import { effectsOf } from "./effects";
import { documentOf, planned, stored } from "./inputs";

/** A change of each argument of a module has a finding, but for those that are listed here with the reason. */

/** Paths of the arguments of a table; `*` is any of the members of which one is set. */
const pathsOf = (table: Table, below = ""): string[] =>
  inputRows(table).flatMap(([key, row]) => {
    if (row.kind === "object" && row.exactlyOne && key !== "auth") return pathsOfAny(row.fields, `${below}${key}.*.`);
    return row.kind === "object" ? pathsOf(row.fields, `${below}${key}.`) : [below + key];
  });

const pathsOfAny = (members: Table, below: string): string[] => [
  ...new Set(Object.values(members).flatMap((row) => (row.kind === "object" ? pathsOf(row.fields, below) : []))),
];

const tables: Readonly<Record<string, Table>> = { ...routeModules, mutualTls, tlsTermination };
const TUNING = "how an open circuit is measured: a circuit breaker keeps no user out";
const ASKED = "what is asked of the identity provider: whom it signs in, or the lists admit, stays the same";
const NAME = "the name of a rule";

/** Arguments whose changes have no finding, and why. */
const quiet: Readonly<Record<string, string>> = {
  "oauth.cookiePrefix": "another name of the cookie signs users out, and admits no user",
  "saml.cookiePrefix": "the same",
  "oidc.cookiePrefix": "the same",
  "circuitBreaker.trippedDuration": TUNING,
  "circuitBreaker.rollingWindow": TUNING,
  "circuitBreaker.numBuckets": TUNING,
  "websocketTcpConverter.enabled": "clients that use the conversion cannot connect: it keeps no user out",
  "compression.enabled": "whether responses are compressed opens nothing",
  "oauth.provider.*.scopes": ASKED,
  "oidc.scopes": ASKED,
  "saml.nameidFormat": "the form of a user's name: who is admitted follows from groups",
  "policy.inbound.name": NAME,
  "policy.outbound.name": NAME,
};

/** The arguments of a module that is as strong as it can be, so that any change of it may weaken it. */
const strong: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  backend: { backendId: "b1" },
  ipRestriction: { ipPolicyIds: ["p1"] },
  circuitBreaker: { volumeThreshold: 100, errorThresholdPercentage: 0.5 },
  compression: {},
  requestHeaders: { remove: ["x-user"] },
  responseHeaders: { add: { "strict-transport-security": "max-age=31536000" } },
  webhookVerification: { provider: "github", secret: "[secret]" },
  oauth: {
    maximumDuration: 3600,
    inactivityTimeout: 60,
    authCheckInterval: 60,
    provider: {
      provider1: {
        ...{ clientId: "app", clientSecret: "[secret]", emailAddresses: ["a@acme.dev"], emailDomains: ["acme.dev"] },
        ...{ teams: ["acme/ops"], organizations: ["acme"] },
      },
    },
  },
  saml: {
    ...{ idpMetadata: "<a/>", forceAuthn: true, authorizedGroups: ["ops"] },
    ...{ maximumDuration: 3600, inactivityTimeout: 60 },
  },
  oidc: {
    ...{ issuer: "https://login.acme.dev", clientId: "web", clientSecret: "[secret]" },
    ...{ maximumDuration: 3600, inactivityTimeout: 60 },
  },
  websocketTcpConverter: {},
  userAgentFilter: { allow: ["a"], deny: ["b"] },
  jwtValidation: {
    issuer: { allowList: [{ value: "https://login.acme.dev" }] },
    audience: { allowList: [{ value: "api" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "authorization", prefix: "Bearer " }] },
    jws: { allowedAlgorithms: ["RS256"], keys: { sources: { additionalJkus: ["https://login.acme.dev/keys"] } } },
  },
  policy: {
    inbound: { name: "a", expressions: ["a"], actions: { type: "deny", config: { status: 403 } } },
    outbound: { name: "a", expressions: ["a"], actions: { type: "add", config: { a: 1 } } },
  },
  mutualTls: { certificateAuthorityIds: ["ca1"] },
  tlsTermination: { minVersion: "1.3" },
};

/** Other values of an argument: the kinds of values that a rule may look for among them. */
const others = (row: Row, path: string): readonly unknown[] => {
  if (path.endsWith("enabled")) return [false];
  if (path.endsWith("allowList")) return [[{ value: "https://login.acme.dev" }, { value: "https://else" }], undefined];
  if (path.endsWith("tokens")) return [[{ type: "jwt", method: "body", name: "token" }]];
  if (path.endsWith("minVersion")) return ["1.0", "1.2", "odd"];
  if (path.endsWith("allowedAlgorithms")) return [["none"], ["RS256", "ES256"], undefined];
  if (path === "volumeThreshold" || path === "errorThresholdPercentage") return [0];
  if (row.kind === "boolean") return [true, false];
  if (row.kind === "uint32" || row.kind === "fraction") return [999_999_999, 0, undefined];
  if (row.kind === "headers") return [{ "x-user": "admin", "strict-transport-security": "max-age=0" }, undefined];
  if (row.kind === "json") return [{ other: true }];
  if (row.kind === "headerNames") return [["content-security-policy"], undefined];
  return ["set", "list"].includes(row.kind) ? [["other.dev", "gmail.com"], undefined] : ["other", undefined];
};

const rowAt = (table: Table, path: string): Row => {
  const [key = "", ...rest] = path.replace("*", "provider1").split(".");
  const row = table[key];
  if (!row) throw new Error(`no row at ${path}`);
  return row.kind === "object" && rest.length > 0 ? rowAt(row.fields, rest.join(".")) : row;
};

const changedAt = (values: unknown, [key = "", ...rest]: readonly string[], value: unknown): unknown => {
  const own = (values ?? {}) as Readonly<Record<string, unknown>>;
  return { ...own, [key]: rest.length > 0 ? changedAt(own[key], rest, value) : value };
};

/** The ids of what a review finds if a module of a route or an edge changes. */
function findings(module: string, path: string, before: unknown, after: unknown): string[] {
  const isOfEdge = !(module in routeModules);
  const ofEdge = module === "mutualTls" ? "HttpsEdgeMutualTls" : "HttpsEdgeTlsTermination";
  const route = { edgeId: "e", matchType: "path_prefix", match: "/a", backend: { backendId: "b" } };
  const withModule = (values: unknown) =>
    isOfEdge ? { edgeId: "e", ...(values as object) } : { ...route, [module]: values };
  const step = {
    ...{ op: "update", name: "api", type: isOfEdge ? ofEdge : "HttpsEdgeRoute" },
    ...{ old: stored(withModule(before)), new: planned(withModule(after)) },
    detailedDiff: { [isOfEdge ? path : `${module}.${path}`]: { kind: "update" } },
  };
  return effectsOf(review([readPreview(documentOf([step]))])).map(({ rule: { id } }) => id);
}

const cases = Object.entries(tables).flatMap(([module, table]) =>
  pathsOf(table).map((path) => [`${module}.${path}`, module, path] as const),
);

it("each argument without a finding is one of a module", () => {
  const known: readonly string[] = cases.map(([name]) => name);
  expect(Object.keys(quiet).filter((name) => !known.includes(name))).toEqual([]);
});

describe("a change of", () => {
  it.each(cases)("%s has a finding, if it is not listed with a reason", (name, module, path) => {
    const table = tables[module] ?? {};
    const before = strong[module] ?? {};
    const known = path.replace("*", "provider1");
    const row = rowAt(table, path);
    const found = (value: unknown) => findings(module, known, before, changedAt(before, known.split("."), value));
    const ids = others(row, path).flatMap(found);
    if (name in quiet) expect(ids).toEqual([]);
    else expect(ids.length, "findings").toBeGreaterThan(0);
    // What only an apply will know is never taken for unchanged.
    expect(found(UNKNOWN)).not.toEqual([]);
  });
});
