import { expect } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { optionDocs } from "../../src/emulator/options/markdown";
import { parseOptionText } from "../../src/emulator/options/parsing";
import { optionTable } from "../../src/emulator/options/registry";
import { apiOf, withApi } from "./api";
import type { Members } from "./client";

const test = withApi();

test.each(optionDocs())(
  "the example of $name is another value than its default, and is accepted",
  ({ name, example }) => {
    const { default: fallback, example: value } = optionTable[name];
    expect(parseOptionText(example)).toEqual({ [name]: value });
    expect(value).not.toEqual(fallback);
  },
);

const lists = { "policy.type": ["a", "b"], "saml.nameid_format": ["urn:x"] };

test.each([
  ["pageSize=5", { pageSize: 5 }],
  ["regions=us,eu", { regions: ["us", "eu"] }],
  ["regions=", { regions: [] }],
  ["acceptedValues=policy.type=a,b;saml.nameid_format=urn:x", { acceptedValues: lists }],
  ["cookiePrefix=a=b", { cookiePrefix: "a=b" }],
])("an option of the command line is read by its kind: %s", (text, options) => {
  expect(parseOptionText(text)).toEqual(options);
});

test.each([
  ["acceptedValues=colour=blue", "acceptedValues.colour: is not a known member"],
  ["pageSize", "name=value"],
  ["colour=blue", "wrong emulator option: colour: is not a known member"],
])("a wrong option of the command line is refused: %s", (text, problem) => {
  expect(() => parseOptionText(text)).toThrow(problem);
});

test.for([
  ["json", "application/json", { error_code: "NOT_FOUND", status_code: 404, msg: expect.any(String), details: {} }],
  ["html", "text/html; charset=utf-8", expect.stringContaining("<h1>404</h1>")],
  ["empty", null, ""],
] as const)("failures have a body of the form %s", async ([errorBody, type, body], { emulator, api }) => {
  emulator.configure({ errorBody });
  const answer = await api.send("GET", "/agent_ingresses/agin_1");
  expect([answer.status, answer.headers.get("content-type"), answer.body]).toEqual([404, type, body]);
});

test.for([
  ["404", 404, expect.anything()],
  ["null", 200, null],
  ["empty", 200, {}],
  ["disabled", 200, { enabled: false, provider: null, secret: null }],
] as const)("a module that is not configured is read as %s", async ([unsetModule, status, body], { emulator, api }) => {
  emulator.configure({ unsetModule, deleteUnsetModule: "204" });
  const path = `${await api.newRoute()}/webhook_verification`;
  expect(await api.send("GET", path)).toMatchObject({ status, body });
  expect(await api.status("DELETE", path)).toBe(204);
});

const target = { monitoring: { api_key: "hush" } };
test.for([
  ["plain", "hush"],
  ["masked", "********"],
  ["null", null],
  ["absent", undefined],
] as const)("secrets are shown as %s, and stored in plaintext", async ([secrets, shown], { emulator, api }) => {
  emulator.configure({ secrets });
  const created = await api.members("POST", "/event_destinations", { format: "json", target });
  expect((created.target as typeof target).monitoring.api_key).toBe(shown);
  const route = await api.newRoute({
    webhook_verification: { provider: "p", secret: "hush" },
    oauth: { provider: { provider_3: { client_id: "i", client_secret: "hush" } } },
  });
  const text = JSON.stringify(await api.members("GET", route));
  expect(text.includes("hush")).toBe(secrets === "plain");
  expect(JSON.stringify(emulator.objects()).match(/hush/g)).toHaveLength(5);
});

test("a masked secret that is not set is shown as it is", async ({ emulator, api }) => {
  emulator.configure({ secrets: "masked" });
  const unset = { webhook_verification: { provider: "sns", secret: "" } };
  expect(await api.members("GET", await api.newRoute(unset))).toMatchObject(unset);
});

test.for([
  ["documented", { enabled: true, num_buckets: null }],
  ["none", { enabled: null, num_buckets: null }],
  ["service", { enabled: true, num_buckets: 10 }],
] as const)("left-out members are filled in: %s", async ([filledDefaults, shown], { emulator, api }) => {
  emulator.configure({ filledDefaults });
  const route = await api.newRoute({ circuit_breaker: {} });
  expect(await api.members("GET", route)).toMatchObject({ circuit_breaker: shown });
});

const textsOf = (shown: Members): Members =>
  Object.fromEntries(Object.entries(shown).filter(([member]) => member === "description" || member === "metadata"));

test.for([
  ["as-written", { description: null, metadata: null }, { description: "", metadata: null }],
  ["null", { description: null, metadata: null }, { description: null, metadata: null }],
  ["empty", { description: "", metadata: "" }, { description: "", metadata: "" }],
  ["absent", {}, {}],
] as const)("texts that are not set are shown %s", async ([unsetText, neverWritten, cleared], { emulator, api }) => {
  emulator.configure({ unsetText, agentIngressMetadata: "as-text" });
  const created = await api.members("POST", "/agent_ingresses", { domain: "a.example" });
  expect(textsOf(created)).toEqual(neverWritten);
  const path = `/agent_ingresses/${created.id}`;
  await api.members("PATCH", path, { description: "d", metadata: "m" });
  expect(textsOf(await api.members("PATCH", path, { description: "", metadata: null }))).toEqual(cleared);
});

test("a service that answers what it stores fills in nothing but null", async ({ emulator, api }) => {
  emulator.configure({ filledDefaults: "none" });
  const route = await api.newRoute({
    compression: {},
    websocket_tcp_converter: { enabled: true },
    ip_restriction: {},
    user_agent_filter: { deny: [] },
    oidc: { issuer: "i", client_id: "c", client_secret: "s", enabled: false },
  });
  expect(await api.members("GET", route)).toMatchObject({
    compression: { enabled: null },
    websocket_tcp_converter: { enabled: true },
    ip_restriction: { enabled: null, ip_policies: null },
    user_agent_filter: { enabled: null, allow: null, deny: [] },
    oidc: { enabled: false, cookie_prefix: null, options_passthrough: null, scopes: null },
  });
  const shown = { enabled: true, certificate_authorities: null };
  expect(await api.members("PUT", "/edges/tls/edgtls_1/mutual_tls", { enabled: true })).toEqual(shown);
  const managed = { domain: "a.example", certificate_management_policy: { authority: "ca" } };
  const policy = { authority: "ca", private_key_type: null };
  const created = await api.members("POST", "/agent_ingresses", managed);
  expect(created).toMatchObject({ certificate_management_policy: policy });
});

test("values that the reference does not list can be restricted", async ({ emulator, api }) => {
  const acceptedValues = {
    authority: ["ca"],
    elliptic_curve: ["P-256"],
    "jwt_validation.allowed_algorithms": ["RS256"],
    "policy.type": ["deny"],
    "saml.nameid_format": ["persistent"],
    "tls_termination.min_version": ["1.2"],
    "webhook_verification.provider": ["github"],
  };
  emulator.configure({ acceptedValues, duplicates: "reject", domainSpelling: "lower" });
  const route = await api.newRoute();
  const requests = [
    ["POST", "/agent_ingresses", { domain: "a.example", certificate_management_policy: { authority: "b" } }, 400],
    ["PATCH", route, { webhook_verification: { provider: "x", secret: "s" } }, 400],
    ["PATCH", route, { saml: { idp_metadata: "<x/>", nameid_format: "other" } }, 400],
    ["PATCH", route, { jwt_validation: { jws: { allowed_algorithms: ["none"] } } }, 400],
    ["PATCH", route, { policy: { inbound: { actions: { type: "allow" } } } }, 400],
    ["PATCH", route, { policy: { inbound: { actions: { type: "deny" } } } }, 200],
    ["PATCH", route, { policy: { inbound: [{ actions: { type: "deny" } }] } }, 400],
    ["PUT", "/edges/https/e/tls_termination", { min_version: "1.0" }, 400],
    ["POST", "/ssh_certificate_authorities", { private_key_type: "ecdsa", elliptic_curve: "nistp256" }, 400],
    ["POST", "/ssh_certificate_authorities", { private_key_type: "ecdsa", elliptic_curve: "P-256" }, 201],
    ["POST", "/agent_ingresses", { domain: "A.example." }, 201],
    ["POST", "/agent_ingresses", { domain: "a.EXAMPLE" }, 409],
    ["POST", "/edges/https/edghts_1/routes", { match_type: "exact_path", match: "/a" }, 409],
    ["PATCH", route, { match: "/a" }, 200],
  ] as const;
  for (const [method, path, body, status] of requests) {
    expect([path, body, await api.status(method, path, body)]).toEqual([path, body, status]);
  }
  expect(emulator.objects().find(({ kind }) => kind === "agent_ingress")?.body.domain).toBe("a.example");
});

test("region domains of existing ingresses grow when the service gains a region", async ({ emulator, api }) => {
  emulator.configure({ regions: ["us"] });
  const { id } = await api.members("POST", "/agent_ingresses", { domain: "a.example" });
  emulator.configure({ regions: ["us", "eu"] });
  const grown = { region_domains: ["us.a.example", "eu.a.example"] };
  expect(await api.members("GET", `/agent_ingresses/${id}`)).toMatchObject(grown);
});

test("requests beyond the rate of an account are refused until the next second", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  await using emulator = await startEmulator({ options: { requestsPerSecond: 3 }, now: () => new Date(now) });
  const api = apiOf(emulator);
  const answers = [];
  for (let request = 0; request < 4; request++) answers.push(await api.send("GET", "/agent_ingresses"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.headers.get("retry-after")).toBe("1");
  now += 400;
  expect(await api.status("GET", "/agent_ingresses")).toBe(200);
});
