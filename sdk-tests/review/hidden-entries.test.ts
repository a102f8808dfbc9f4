import { expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import { review } from "../../src/insight/review/findings";
import { effectsOf, found, previewOf } from "./inputs";
import { kept, type RawStep, route, stored, updated } from "./steps";

/** Lists in which an entry is a secret, or known only at apply: the entry may be any of the others. */

const SECRET = "[secret]";

const effects = (step: RawStep): string[] =>
  effectsOf(review([previewOf(step)])).map(
    ({ rule, message }) => `${rule.severity} ${rule.id}: ${message.replace(/^[^:]*: /, "")}`,
  );

/** The effects of a change of a list at a path of a route. */
function ofList(path: string, list: (entries: readonly string[]) => Values) {
  return (before: readonly string[], after: readonly string[]): string[] => {
    const detailedDiff = { [path]: { kind: "update" } };
    const was = { ...route, ...list(before) };
    return effects(updated(was, { ...route, ...list(after) }, { detailedDiff }));
  };
}

const ofAddresses = ofList("oauth.provider.provider3.emailAddresses", (emailAddresses) => ({
  oauth: { provider: { provider3: { emailAddresses } } },
}));

const ofPolicies = ofList("ipRestriction.ipPolicyIds", (ipPolicyIds) => ({
  ipRestriction: { ipPolicyIds },
}));

const ofUserAgents = (name: string) =>
  ofList(`userAgentFilter.${name}`, (names) => ({ userAgentFilter: { [name]: names } }));

function ofAuthorities(before: readonly string[], after: readonly string[]): string[] {
  const clients = (certificateAuthorityIds: readonly string[]) => ({
    edgeId: "edge_1",
    certificateAuthorityIds,
  });
  return effects(
    updated(clients(before), clients(after), {
      ...{ type: "HttpsEdgeMutualTls", name: "clients" },
      old: { ...stored(clients(before)), id: "edge_1" },
      detailedDiff: { certificateAuthorityIds: { kind: "update" } },
    }),
  );
}

const MAY = "medium allow-list-may-widen: others may be admitted:";
const UNKNOWN_ADDRESSES =
  "medium protection-not-known: oauth.provider.provider3.emailAddresses is not known until apply";

it.each([
  {
    title: "an address may have been admitted before if a secret becomes plain",
    before: [SECRET],
    after: ["bob@acme.com"],
    names: ["bob@acme.com"],
  },
  {
    title: "an address may have been admitted before if a plain address becomes a secret",
    before: ["bob@acme.com"],
    after: [SECRET],
    names: ["(secret)"],
  },
  {
    title: "an address may have been admitted before if one of two becomes plain",
    before: ["a@acme.com", SECRET],
    after: ["a@acme.com", "b@acme.com"],
    names: ["b@acme.com"],
  },
  {
    title: "an address may have been admitted before if one of two becomes a secret",
    before: ["a@acme.com", "b@acme.com"],
    after: ["a@acme.com", SECRET],
    names: ["(secret)"],
  },
])("$title", ({ before, after, names }) => {
  expect(ofAddresses(before, after)).toEqual([
    `${MAY} e-mail addresses take the place of what was listed: ${names.join(", ")}`,
  ]);
});

it.each([
  {
    title: "an address is added beside a secret that stays",
    before: [SECRET],
    after: [SECRET, "b@acme.com"],
    name: "b@acme.com",
  },
  {
    title: "an address is added in place of a known one, beside a secret that stays",
    before: [SECRET, "a@acme.com"],
    after: [SECRET, "b@acme.com"],
    name: "b@acme.com",
  },
  {
    title: "an address is added as a secret, beside all earlier ones",
    before: ["a@acme.com"],
    after: ["a@acme.com", SECRET],
    name: "(secret)",
  },
])("$title", ({ before, after, name }) => {
  expect(ofAddresses(before, after)).toEqual([
    `medium allow-list-widened: more e-mail addresses are admitted: ${name}`,
  ]);
});

it("an address beside an unknown one is added, and does not certainly take the place of all", () => {
  expect(ofAddresses(["a@acme.com"], [UNKNOWN, "b@acme.com"])).toEqual([
    "medium allow-list-widened: more e-mail addresses are admitted: b@acme.com",
    UNKNOWN_ADDRESSES,
  ]);
});

it("other addresses still take the place of all if each is known", () => {
  expect(ofAddresses(["a@acme.com"], ["b@acme.com"])).toEqual([
    "high allow-list-exchanged: other e-mail addresses take the place of all that was listed: b@acme.com",
  ]);
});

it("a second secret in a set of addresses is reported as a changed secret alone", () => {
  expect(ofAddresses([SECRET], [SECRET, SECRET])).toEqual([
    "medium protection-not-known: oauth.provider.provider3.emailAddresses changes, and is a secret",
  ]);
});

it("a secret that is removed or stays admits nobody else", () => {
  expect(ofAddresses(["a@acme.com", SECRET], ["a@acme.com"])).toEqual([]);
  expect(ofAddresses([SECRET, "a@acme.com"], [SECRET])).toEqual([]);
});

it("an authority may have been listed before if an entry is hidden", () => {
  const may = (name: string) =>
    `${MAY} certificate authorities take the place of what was listed: ${name}`;
  expect(ofAuthorities([SECRET], ["ca_2"])).toEqual([may("ca_2")]);
  expect(ofAuthorities(["ca_1"], [SECRET])).toEqual([may("(secret)")]);
  expect(ofAuthorities(["ca_1"], [UNKNOWN, "ca_2"])).toEqual([
    "medium allow-list-widened: more certificate authorities are admitted: ca_2",
    "medium protection-not-known: certificateAuthorityIds is not known until apply",
  ]);
  expect(ofAuthorities(["ca_1"], ["ca_2"])).toEqual([
    "medium authorities-exchanged: other certificate authorities take the place of all that was listed: ca_2",
  ]);
});

it("no finding names an IP policy that the change marks as a secret", () => {
  expect(ofPolicies(["ipp_1", "ipp_2"], ["ipp_1", SECRET])).toEqual([
    `${MAY} IP policies take the place of what was listed: (secret)`,
  ]);
  expect(ofPolicies(["ipp_1", "ipp_2"], ["ipp_1"])).toEqual([
    `${MAY} IP policies no longer apply: ipp_2`,
  ]);
  expect(ofPolicies(["ipp_1", SECRET], ["ipp_1"])).toEqual([
    `${MAY} IP policies no longer apply: (secret)`,
  ]);
});

it("no finding names a user agent that the change marks as a secret", () => {
  const WIDER = "low user-agent-filter-wider:";
  const deny = ofUserAgents("deny");
  expect(deny(["bot", "crawler"], ["bot", SECRET])).toEqual([
    `${WIDER} more user agents may be served: an entry of the list is a secret, or is not known until apply`,
  ]);
  expect(deny(["bot", SECRET], ["bot", "crawler", SECRET])).toEqual([]);
  expect(deny(["bot", "crawler"], ["bot"])).toEqual([
    `${WIDER} user agents are no longer denied: crawler`,
  ]);
  const allow = ofUserAgents("allow");
  expect(allow([SECRET], ["crawler"])).toEqual([
    `${WIDER} more user agents may be served: an entry of the list is a secret, or is not known until apply`,
  ]);
  expect(allow(["bot"], ["bot", "crawler"])).toEqual([
    `${WIDER} more user agents are allowed: crawler`,
  ]);
});

it("a secret user agent that is no longer denied is counted", () => {
  const deny = ofUserAgents("deny");
  const secret = "low user-agent-filter-wider: user agents are no longer denied: (secret)";
  expect(deny(["bot", SECRET], ["bot"])).toEqual([secret]);
  expect(deny([SECRET], [])).toEqual([secret]);
  expect(deny(["bot", SECRET], ["bot", "crawler"])).toEqual([
    "low user-agent-filter-wider: more user agents may be served: an entry of the list is a secret, or is not known until apply",
  ]);
  expect(deny(["bot"], ["bot", SECRET])).toEqual([]);
});

const withTokens = (more: object) => ({
  jwtValidation: {
    issuer: { allowList: [{ value: "https://tokens.example.com" }] },
    audience: { allowList: [{ value: "api" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "authorization" }] },
    jws: { allowedAlgorithms: ["RS256"], keys: { sources: { additionalJkus: [] } } },
    ...more,
  },
});

it("tokens may be read from another place if a part of the place is hidden", () => {
  const ofTokens = ofList("jwtValidation.http.tokens", (names) =>
    withTokens({
      http: { tokens: names.map((name) => ({ type: "jwt", method: "header", name })) },
    }),
  );
  const found = "medium token-location-changed: tokens are read from another place of a request";
  const hidden =
    "medium token-location-changed: tokens may be read from another place of a request: a part of a place is a secret, or is not known until apply";
  expect(ofTokens(["authorization"], ["x-token"])).toEqual([found]);
  expect(ofTokens(["authorization", SECRET], ["authorization", "x-token"])).toEqual([hidden]);
  expect(ofTokens(["authorization", "x-token"], ["authorization", SECRET])).toEqual([hidden]);
  expect(ofTokens(["authorization", SECRET], ["authorization"])).toEqual([]);
});

it("tokens may be read from another place if the place is a secret as a whole", () => {
  const place = { type: "jwt", method: "header", name: "authorization" };
  const ofPlaces = (before: readonly unknown[], after: readonly unknown[]) =>
    effects(
      updated(
        { ...route, ...withTokens({ http: { tokens: before } }) },
        { ...route, ...withTokens({ http: { tokens: after } }) },
        { detailedDiff: { "jwtValidation.http.tokens[1]": { kind: "update" } } },
      ),
    );
  const hidden =
    "medium token-location-changed: tokens may be read from another place of a request: a part of a place is a secret, or is not known until apply";
  expect(ofPlaces([place], [place, SECRET])).toEqual([hidden]);
  expect(ofPlaces([place], [SECRET])).toEqual([hidden]);
  expect(ofPlaces([place, SECRET], [place])).toEqual([]);
  expect(ofPlaces([place, SECRET], [SECRET, place])).toEqual([]);
});

it("a secret address of signing keys is an added address", () => {
  const ofKeys = ofList("jwtValidation.jws.keys.sources.additionalJkus", (additionalJkus) =>
    withTokens({ jws: { allowedAlgorithms: ["RS256"], keys: { sources: { additionalJkus } } } }),
  );
  const added = (names: string) =>
    `medium signing-keys-added: keys from ${names} sign tokens that are accepted`;
  const address = "https://keys.example.com/jwks";
  expect(ofKeys([address], [address, SECRET])).toEqual([added("(secret)")]);
  expect(ofKeys([address, SECRET], [address])).toEqual([]);
});

it("the expressions of a policy change if another hidden expression comes", () => {
  const ofExpressions = ofList("policy.inbound.expressions", (expressions) => ({
    policy: { inbound: { expressions, actions: { type: "deny" } } },
  }));
  const changes = ["medium policy-changed: its traffic policy changes"];
  expect(ofExpressions(["a", SECRET], ["a", SECRET, SECRET])).toEqual(changes);
  expect(ofExpressions(["a", "b"], ["b", "a"])).toEqual([]);
});

it("a module of headers is enabled if nothing shows which headers it sets", () => {
  const off = { ...route, requestHeaders: { enabled: false } };
  const on = { ...route, requestHeaders: { enabled: true, remove: [SECRET] } };
  expect(effects(updated(off, on))).toEqual([
    "medium protection-not-known: the change of request headers is new or enabled, and what it does is a secret, or not known until apply",
  ]);
});

it("a route whose list has a secret is not known to admit the same users as another route", () => {
  const login = (...emailAddresses: string[]) => ({
    oauth: { provider: { provider3: { emailAddresses } } },
  });
  const all = { ...route, match: "/" };
  const requests = (narrow: object, wide: object) =>
    found(
      { op: "delete", name: "api", old: stored({ ...route, ...narrow }) },
      kept("HttpsEdgeRoute", "all", { ...all, ...wide }),
    ).filter((effect) => effect.includes("requests-"));
  const otherwise = ["medium requests-protected-otherwise"];
  expect(requests(login("a@acme.com"), login("a@acme.com"))).toEqual([]);
  expect(requests(login("a@acme.com"), login("b@acme.com"))).toEqual(otherwise);
  expect(requests(login(SECRET), login(SECRET))).toEqual(otherwise);
});

it.each(["requestHeaders", "responseHeaders"])(
  "no finding names a header that %s removes and the change marks as a secret",
  (module) => {
    const ofNames = ofList(`${module}.remove`, (remove) => ({ [module]: { remove } }));
    const hidden = [`medium protection-not-known: ${module}.remove changes, and is a secret`];
    expect(ofNames(["x-user", "server"], ["server", SECRET])).toEqual(hidden);
    expect(ofNames(["server"], ["server", SECRET])).toEqual(hidden);
    expect(ofNames([SECRET], ["x-user"])).toEqual(hidden);
    expect(ofNames(["x-user", "server"], ["server", "x-user"])).toEqual([]);
  },
);

it("what a new module of headers does is not known if it removes a header whose name is a secret", () => {
  const added = { ...route, responseHeaders: { remove: ["server", SECRET] } };
  expect(effects(updated(route, added))).toEqual([
    "medium protection-not-known: the change of response headers is new or enabled, and what it does is a secret, or not known until apply",
  ]);
});

it.each<{ title: string; argument: (entry: string) => Values }>([
  {
    title: "a denied user agent that only the preview masks, without a difference, is no finding",
    argument: (name) => ({ userAgentFilter: { deny: [name] } }),
  },
  {
    title: "an allowed user agent that only the preview masks, without a difference, is no finding",
    argument: (name) => ({ userAgentFilter: { allow: [name] } }),
  },
  {
    title: "a place of tokens that only the preview masks, without a difference, is no finding",
    argument: (name) => ({
      jwtValidation: { http: { tokens: [{ type: "jwt", method: "header", name }] } },
    }),
  },
  {
    title:
      "an address of signing keys that only the preview masks, without a difference, is no finding",
    argument: (name) => ({
      jwtValidation: { jws: { keys: { sources: { additionalJkus: [name] } } } },
    }),
  },
])("$title", ({ argument }) => {
  const was = { ...route, ...argument("https://keys.acme.com") };
  const now = { ...route, metadata: "x", ...argument(SECRET) };
  const detailedDiff = { metadata: { kind: "add" } };
  expect(effects(updated(was, now, { detailedDiff }))).toEqual([]);
});

it.each([
  ["token", "medium token-location-changed"],
  ["authorization", undefined],
])("the name %s of a field has a letter case in a body, and none in a header", (name, expected) => {
  const method = expected === undefined ? "header" : "body";
  const tokens = (text: string) => ({
    ...route,
    jwtValidation: { http: { tokens: [{ type: "jwt", method, name: text }] } },
  });
  const detailedDiff = { "jwtValidation.http.tokens[0].name": { kind: "update" } };
  const other = name.replace(/^./, (letter) => letter.toUpperCase());
  const [effect] = effects(updated(tokens(name), tokens(other), { detailedDiff }));
  expect(effect?.split(":")[0]).toBe(expected);
});

it.each([
  {
    title: "a denial with another status is a finding only if a member may differ, too: shown",
    body: "a",
    rule: undefined,
  },
  {
    title: "a denial with another status is a finding only if a member may differ, too: a secret",
    body: SECRET,
    rule: "policy-changed",
  },
])("$title", ({ body, rule }) => {
  const policy = (status: number) => ({
    ...route,
    policy: { inbound: { actions: { type: "deny", config: { status, body } } } },
  });
  const detailedDiff = { "policy.inbound.actions.config": { kind: "update" } };
  const [effect] = effects(updated(policy(403), policy(404), { detailedDiff }));
  expect(effect?.split(" ")[1]?.replace(":", "")).toBe(rule);
});
