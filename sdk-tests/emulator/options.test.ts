import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { parseOptionText } from "../../src/emulator/option-parsing";
import { members, newRoute, send } from "./client";

test("an option of the command line is read by its kind", () => {
  expect(parseOptionText("pageSize=5")).toEqual({ pageSize: 5 });
  expect(parseOptionText("regions=us,eu")).toEqual({ regions: ["us", "eu"] });
  expect(parseOptionText("minVersions=")).toEqual({ minVersions: [] });
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
] as const)("secrets are shown as %s, and stored in clear", async (secrets, shown) => {
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

test.each([
  ["documented", { enabled: true, num_buckets: null }],
  ["none", { enabled: null, num_buckets: null }],
  ["service", { enabled: true, num_buckets: 10 }],
] as const)("left-out members are filled in: %s", async (filledDefaults, shown) => {
  await using emulator = await startEmulator({ options: { filledDefaults } });
  const route = await newRoute(emulator, { circuit_breaker: {} });
  expect(await members(emulator, "GET", route)).toMatchObject({ circuit_breaker: shown });
});

test.each([
  ["null", { description: null, metadata: null }],
  ["empty", { description: "", metadata: "" }],
  ["absent", {}],
] as const)("texts that are not set are shown as %s", async (unsetText, shown) => {
  await using emulator = await startEmulator({ options: { unsetText, agentIngressMetadata: "as-text" } });
  const created = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" });
  const { description, metadata } = created;
  expect({ ...("description" in created && { description }), ...("metadata" in created && { metadata }) }).toEqual(
    shown,
  );
});

test("values that the reference does not list can be restricted", async () => {
  await using emulator = await startEmulator({
    options: {
      certificateAuthorities: ["ca"],
      webhookProviders: ["github"],
      nameidFormats: ["persistent"],
      jwtAlgorithms: ["RS256"],
      policyActionTypes: ["deny"],
      policyShape: "list",
      minVersions: ["1.2"],
      ellipticCurves: ["P-256"],
      duplicateDomains: "reject",
      duplicateRoutes: "reject",
      domainSpelling: "lower",
    },
  });
  const route = await newRoute(emulator);
  const requests = [
    ["POST", "/agent_ingresses", { domain: "a.example", certificate_management_policy: { authority: "b" } }, 400],
    ["PATCH", route, { webhook_verification: { provider: "x", secret: "s" } }, 400],
    ["PATCH", route, { saml: { idp_metadata: "<x/>", nameid_format: "other" } }, 400],
    ["PATCH", route, { jwt_validation: { jws: { allowed_algorithms: ["none"] } } }, 400],
    ["PATCH", route, { policy: { inbound: [{ actions: [{ type: "allow" }] }] } }, 400],
    ["PATCH", route, { policy: { inbound: [{ actions: [{ type: "deny" }] }] } }, 200],
    ["PATCH", route, { policy: { inbound: { actions: { type: "deny" } } } }, 400],
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

test("the version header is not asked for when the option says so", async () => {
  await using emulator = await startEmulator({ options: { serviceVersion: "ignore" } });
  const headers = { "Service-Version": undefined };
  expect((await send(emulator, "GET", "/agent_ingresses", undefined, { headers })).status).toBe(200);
});

test("requests beyond the rate of an account are refused until the next second", async () => {
  await using emulator = await startEmulator({ options: { requestsPerSecond: 3 } });
  const answers = [];
  for (let request = 0; request < 4; request++) answers.push(await send(emulator, "GET", "/agent_ingresses"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.headers.get("retry-after")).toBe("1");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect((await send(emulator, "GET", "/agent_ingresses")).status).toBe(200);
});
