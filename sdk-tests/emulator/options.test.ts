import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { optionDocs } from "../../src/emulator/options/markdown";
import { parseOptionText } from "../../src/emulator/options/parsing";
import { optionTable } from "../../src/emulator/options/registry";
import { type Members, members, newRoute, send } from "./client";

test.each(optionDocs())(
  "the example of $name is another value than its default, and is accepted",
  ({ name, example }) => {
    const { default: fallback, example: value } = optionTable[name];
    expect(parseOptionText(example)).toEqual({ [name]: value });
    expect(value).not.toEqual(fallback);
  },
);

test("an option of the command line is read by its kind", () => {
  expect(parseOptionText("pageSize=5")).toEqual({ pageSize: 5 });
  expect(parseOptionText("regions=us,eu")).toEqual({ regions: ["us", "eu"] });
  expect(parseOptionText("regions=")).toEqual({ regions: [] });
  expect(parseOptionText("acceptedValues=policy.type=a,b;saml.nameid_format=urn:x")).toEqual({
    acceptedValues: { "policy.type": ["a", "b"], "saml.nameid_format": ["urn:x"] },
  });
  expect(() => parseOptionText("acceptedValues=colour=blue")).toThrow("acceptedValues.colour: is not a known member");
  expect(parseOptionText("cookiePrefix=a=b")).toEqual({ cookiePrefix: "a=b" });
  expect(() => parseOptionText("pageSize")).toThrow(/name=value/);
  expect(() => parseOptionText("colour=blue")).toThrow("wrong emulator option: colour: is not a known member");
});

test.each([
  ["json", "application/json", { error_code: "NOT_FOUND", status_code: 404, msg: expect.any(String), details: {} }],
  ["html", "text/html; charset=utf-8", expect.stringContaining("<h1>404</h1>")],
  ["empty", null, ""],
] as const)("failures have a body of the form %s", async (errorBody, type, body) => {
  await using emulator = await startEmulator({ options: { errorBody } });
  const answer = await send(emulator, "GET", "/agent_ingresses/agin_1");
  expect([answer.status, answer.headers.get("content-type"), answer.body]).toEqual([404, type, body]);
});

test.each([
  ["404", 404, expect.anything()],
  ["null", 200, null],
  ["empty", 200, {}],
  ["disabled", 200, { enabled: false, provider: null, secret: null }],
] as const)("a module that is not configured is read as %s", async (unsetModule, status, body) => {
  await using emulator = await startEmulator({ options: { unsetModule, deleteUnsetModule: "204" } });
  const path = `${await newRoute(emulator)}/webhook_verification`;
  expect(await send(emulator, "GET", path)).toMatchObject({ status, body });
  expect((await send(emulator, "DELETE", path)).status).toBe(204);
});

const target = { monitoring: { api_key: "hush" } };
test.each([
  ["plain", "hush"],
  ["masked", "********"],
  ["null", null],
  ["absent", undefined],
] as const)("secrets are shown as %s, and stored in plaintext", async (secrets, shown) => {
  await using emulator = await startEmulator({ options: { secrets } });
  const created = await members(emulator, "POST", "/event_destinations", { format: "json", target });
  expect((created.target as typeof target).monitoring.api_key).toBe(shown);
  const route = await newRoute(emulator, {
    webhook_verification: { provider: "p", secret: "hush" },
    oauth: { provider: { provider_3: { client_id: "i", client_secret: "hush" } } },
  });
  const text = JSON.stringify(await members(emulator, "GET", route));
  expect(text.includes("hush")).toBe(secrets === "plain");
  expect(JSON.stringify(emulator.objects()).match(/hush/g)).toHaveLength(5);
});

test("a masked secret that is not set is shown as it is", async () => {
  await using emulator = await startEmulator({ options: { secrets: "masked" } });
  const route = await newRoute(emulator, { webhook_verification: { provider: "sns", secret: "" } });
  expect(await members(emulator, "GET", route)).toMatchObject({ webhook_verification: { secret: "" } });
});

test.each([
  ["documented", { enabled: true, num_buckets: null }],
  ["none", { enabled: null, num_buckets: null }],
  ["service", { enabled: true, num_buckets: 10 }],
] as const)("left-out members are filled in: %s", async (filledDefaults, shown) => {
  await using emulator = await startEmulator({ options: { filledDefaults } });
  const route = await newRoute(emulator, { circuit_breaker: {} });
  expect(await members(emulator, "GET", route)).toMatchObject({ circuit_breaker: shown });
});

const textsOf = (shown: Members): Members =>
  Object.fromEntries(Object.entries(shown).filter(([member]) => member === "description" || member === "metadata"));

test.each([
  ["as-written", { description: null, metadata: null }, { description: "", metadata: null }],
  ["null", { description: null, metadata: null }, { description: null, metadata: null }],
  ["empty", { description: "", metadata: "" }, { description: "", metadata: "" }],
  ["absent", {}, {}],
] as const)("texts that are not set are shown %s", async (unsetText, neverWritten, cleared) => {
  await using emulator = await startEmulator({ options: { unsetText, agentIngressMetadata: "as-text" } });
  const created = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" });
  expect(textsOf(created)).toEqual(neverWritten);
  const path = `/agent_ingresses/${created.id}`;
  await members(emulator, "PATCH", path, { description: "d", metadata: "m" });
  expect(textsOf(await members(emulator, "PATCH", path, { description: "", metadata: null }))).toEqual(cleared);
});

test("a service that answers what it stores fills nothing in: what was not written is null", async () => {
  await using emulator = await startEmulator({ options: { filledDefaults: "none" } });
  const route = await newRoute(emulator, {
    compression: {},
    websocket_tcp_converter: { enabled: true },
    ip_restriction: {},
    user_agent_filter: { deny: [] },
    oidc: { issuer: "i", client_id: "c", client_secret: "s", enabled: false },
  });
  expect(await members(emulator, "GET", route)).toMatchObject({
    compression: { enabled: null },
    websocket_tcp_converter: { enabled: true },
    ip_restriction: { enabled: null, ip_policies: null },
    user_agent_filter: { enabled: null, allow: null, deny: [] },
    oidc: { enabled: false, cookie_prefix: null, options_passthrough: null, scopes: null },
  });
  expect(await members(emulator, "PUT", "/edges/tls/edgtls_1/mutual_tls", { enabled: true })).toEqual({
    enabled: true,
    certificate_authorities: null,
  });
  const policy = { authority: "ca" };
  expect(
    await members(emulator, "POST", "/agent_ingresses", { domain: "a.example", certificate_management_policy: policy }),
  ).toMatchObject({ certificate_management_policy: { ...policy, private_key_type: null } });
});

test("values that the reference does not list can be restricted", async () => {
  await using emulator = await startEmulator({
    options: {
      acceptedValues: {
        authority: ["ca"],
        elliptic_curve: ["P-256"],
        "jwt_validation.allowed_algorithms": ["RS256"],
        "policy.type": ["deny"],
        "saml.nameid_format": ["persistent"],
        "tls_termination.min_version": ["1.2"],
        "webhook_verification.provider": ["github"],
      },
      duplicates: "reject",
      domainSpelling: "lower",
    },
  });
  const route = await newRoute(emulator);
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
    expect([path, body, (await send(emulator, method, path, body)).status]).toEqual([path, body, status]);
  }
  expect(emulator.objects().find(({ kind }) => kind === "agent_ingress")?.body.domain).toBe("a.example");
});

test("region domains of existing ingresses grow when the service gains a region", async () => {
  await using emulator = await startEmulator({ options: { regions: ["us"] } });
  const { id } = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" });
  emulator.configure({ regions: ["us", "eu"] });
  expect(await members(emulator, "GET", `/agent_ingresses/${id}`)).toMatchObject({
    region_domains: ["us.a.example", "eu.a.example"],
  });
});

test("requests beyond the rate of an account are refused until the next second", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  await using emulator = await startEmulator({ options: { requestsPerSecond: 3 }, now: () => new Date(now) });
  const answers = [];
  for (let request = 0; request < 4; request++) answers.push(await send(emulator, "GET", "/agent_ingresses"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.headers.get("retry-after")).toBe("1");
  now += 400;
  expect((await send(emulator, "GET", "/agent_ingresses")).status).toBe(200);
});
