import { expect } from "vitest";
import { withApi } from "./api";
import { known, type Members, sendRaw } from "./client";

const test = withApi().extend("route", ({ api }) => api.newRoute());

const ingress = (extra: Members) => ["POST", "/agent_ingresses", { domain: "a.example", ...extra }] as const;
const authority = (body: Members) => ["POST", "/ssh_certificate_authorities", body] as const;
const target = (value: unknown) => ["POST", "/event_destinations", { format: "json", target: value }] as const;
const patch = (body: Members) => ["PATCH", "{route}", body] as const;
const provider = (value: Members) => patch({ oauth: { provider: value } });
const token = { type: "jwt", method: "header", name: "n" };
const tokens = (change: Members) => patch({ jwt_validation: { http: { tokens: [{ ...token, ...change }] } } });
const monitoring = { monitoring: { api_key: "k" } };
const stream = (auth: unknown) => ({ data_stream: { auth, stream_arn: "a" } });
const role = { role_arn: "r" };
const creds = { cloud_access_key_id: "i", cloud_secret_access_key: "s" };

/** Requests that break one rule, each with the member that the refusal has to name. */
const broken: readonly (readonly [member: string, request: readonly [string, string, unknown]])[] = [
  ...["id", "uri", "created_at", "region_domains", "ns_targets", "certificate_management_status", "colour"].map(
    (member) => [member, ingress({ [member]: null })] as const,
  ),
  ["domain", ingress({ domain: "not a domain" })],
  ["domain", ingress({ domain: "nodots" })],
  ["domain", ingress({ domain: null })],
  ["description", ingress({ description: 1 })],
  ["description", ingress({ description: "x".repeat(256) })],
  ["description", ingress({ description: "é".repeat(128) })],
  ["metadata", ingress({ metadata: "x".repeat(4097) })],
  ["metadata", ingress({ metadata: "😀".repeat(1025) })],
  ["certificate_management_policy.authority", ingress({ certificate_management_policy: {} })],
  [
    "certificate_management_policy.private_key_type",
    ingress({ certificate_management_policy: { authority: "a", private_key_type: "ed25519" } }),
  ],
  ["domain", ["PATCH", "/agent_ingresses/agin_1", { domain: "b.example" }]],
  ["private_key_type", authority({ private_key_type: "dsa" })],
  ["key_size", authority({ private_key_type: "rsa", key_size: 1024 })],
  ["key_size", authority({ private_key_type: "ed25519", key_size: 2048 })],
  ["key_size", authority({ key_size: 2048 })],
  ["elliptic_curve", authority({ private_key_type: "rsa", elliptic_curve: "nistp256" })],
  ["elliptic_curve", authority({ private_key_type: "ecdsa", elliptic_curve: "secp256k1" })],
  ["public_key", authority({ public_key: "ssh-rsa x" })],
  ["format", ["POST", "/event_destinations", { format: "JSON", target: monitoring }]],
  ["format", ["POST", "/event_destinations", { target: monitoring }]],
  ["target", ["POST", "/event_destinations", { format: "json" }]],
  ["target", target({})],
  ["target", target({ ...monitoring, ...stream({ role }) })],
  ["target.object_storage", target({ ...monitoring, object_storage: {} })],
  ["target.monitoring.api_key", target({ monitoring: {} })],
  ["target.data_stream.auth", target(stream({}))],
  ["target.data_stream.auth", target(stream({ role, creds }))],
  ["target.data_stream.auth.creds.cloud_secret_access_key", target(stream({ creds: { cloud_access_key_id: "i" } }))],
  ["target", ["PATCH", "/event_destinations/evdst_1", { target: null }]],
  ["match_type", ["POST", "/edges/https/e/routes", { match: "/a" }]],
  ["match_type", patch({ match_type: "regex" })],
  ["match", patch({ match: "" })],
  ["edge_id", patch({ edge_id: "edghts_2" })],
  ["backend.backend_id", patch({ backend: {} })],
  ["backend.backend_id", patch({ backend: { backend_id: "../x" } })],
  ["backend.backend_id", patch({ backend: { backend_id: ".x" } })],
  ["backend.backend_id", patch({ backend: { backend_id: "x".repeat(129) } })],
  ["backend.backend", patch({ backend: { backend_id: "b", backend: { id: "b" } } })],
  ["compression.enabled", patch({ compression: { enabled: "yes" } })],
  ["ip_restriction.ip_policy_ids", patch({ ip_restriction: { ip_policy_ids: "ipp_1" } })],
  ["circuit_breaker.num_buckets", patch({ circuit_breaker: { num_buckets: 129 } })],
  ["circuit_breaker.rolling_window", patch({ circuit_breaker: { rolling_window: -1 } })],
  ["circuit_breaker.tripped_duration", patch({ circuit_breaker: { tripped_duration: 4_294_967_296 } })],
  ["circuit_breaker.volume_threshold", patch({ circuit_breaker: { volume_threshold: 1.5 } })],
  ["circuit_breaker.error_threshold_percentage", patch({ circuit_breaker: { error_threshold_percentage: 50 } })],
  ["request_headers.add.", patch({ request_headers: { add: { "": "1" } } })],
  ["request_headers.remove.0", patch({ request_headers: { remove: [""] } })],
  ["request_headers.add.X-A", patch({ request_headers: { add: { "X-A": 1 } } })],
  ["webhook_verification.provider", patch({ webhook_verification: { secret: "s" } })],
  ["webhook_verification.secret", patch({ webhook_verification: { provider: "github" } })],
  ["secret", ["PUT", "{route}/webhook_verification", { provider: "github", secret: "" }]],
  ["oauth.provider", patch({ oauth: {} })],
  ["oauth.provider", provider({})],
  ["oauth.provider", provider({ provider_1: {}, provider_2: {} })],
  ["oauth.provider.provider_9", provider({ provider_1: {}, provider_9: {} })],
  ...[1, 2, 3, 4].flatMap((number) => {
    const name = `provider_${number}`;
    return [
      [`oauth.provider.${name}.client_secret`, provider({ [name]: { client_id: "i" } })],
      [`oauth.provider.${name}.scopes`, provider({ [name]: { scopes: ["s"] } })],
      [`oauth.provider.${name}.scopes`, provider({ [name]: { client_secret: "s", scopes: ["s"] } })],
    ] as const;
  }),
  ["oauth.provider.provider_2.teams", provider({ provider_2: { teams: ["t"] } })],
  ["oauth.provider.provider_5.organizations", provider({ provider_5: { organizations: ["o"] } })],
  ["oauth.inactivity_timeout", patch({ oauth: { provider: { provider_1: {} }, inactivity_timeout: "1" } })],
  ["saml.idp_metadata", patch({ saml: {} })],
  ["saml.entity_id", patch({ saml: { idp_metadata: "<x/>", entity_id: "x" } })],
  ["oidc.client_secret", patch({ oidc: { issuer: "i", client_id: "c" } })],
  ["jwt_validation.http.tokens.0.type", tokens({ type: "JWT" })],
  ["jwt_validation.http.tokens.0.method", tokens({ method: "cookie" })],
  ["jwt_validation.http.tokens.0.name", tokens({ name: undefined })],
  ["jwt_validation.issuer.allow_list.0", patch({ jwt_validation: { issuer: { allow_list: ["x"] } } })],
  ["policy.inbound", patch({ policy: { inbound: [] } })],
  ["policy.inbound.actions", patch({ policy: { inbound: { actions: [] } } })],
  ["policy.inbound.actions.type", patch({ policy: { inbound: { actions: { config: {} } } } })],
  ["terminate_at", ["PUT", "/edges/https/e/tls_termination", { terminate_at: "edge" }]],
  ["certificate_authority_ids", ["PUT", "/edges/tls/e/mutual_tls", { certificate_authority_ids: "ca_1" }]],
];

test.for(broken)(
  "%s is named when a request breaks its rule: %j",
  async ([member, [method, path, body]], { api, route }) => {
    const answer = await api.send(method, path.replace("{route}", route), body);
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as { details: Members }).details)).toContain(member);
  },
);

const destination = { format: "json", target: monitoring };

test.for<[string, string, Members, string]>([
  ["POST", "/agent_ingresses", { domain: "a.example", ns_targets: [] }, "ns_targets: is read-only"],
  ["PATCH", "/agent_ingresses/agin_1", { domain: "b.example" }, "domain: is set at creation and cannot be updated"],
  ["PATCH", "/agent_ingresses/agin_1", { id: "x" }, "id: is read-only"],
  ["POST", "/event_destinations", { ...destination, domain: "a.example" }, "domain: is not a known member"],
  ["PATCH", "/event_destinations/evdst_1", { domain: "a.example" }, "domain: is not a known member"],
  [
    "PATCH",
    "/ssh_certificate_authorities/sshca_1",
    { key_size: 2048 },
    "key_size: is set at creation and cannot be updated",
  ],
  ["PATCH", "/ssh_certificate_authorities/sshca_1", { key_type: "rsa" }, "key_type: is read-only"],
  ["POST", "/edges/https/e/routes", { match_type: "exact_path", match: "/", edge_id: "e" }, "edge_id: is read-only"],
  ["PATCH", "{route}", { saml: { idp_metadata: "<x/>", entity_id: "x" } }, "saml.entity_id: is read-only"],
  ["PATCH", "{route}", { oidc: { entity_id: "x" } }, "oidc.entity_id: is not a known member"],
  ["PATCH", "{route}", { policy: { inbound: { domain: "x" } } }, "policy.inbound.domain: is not a known member"],
  ["PUT", "/edges/https/e/tls_termination", { terminate_at: "edge" }, "terminate_at: is read-only"],
  ["PUT", "/edges/https/e/mutual_tls", { terminate_at: "edge" }, "terminate_at: is not a known member"],
])("a refusal says why a member cannot be sent: %s %s %j", async ([method, path, body, message], { api, route }) => {
  const { body: answer } = await api.send(method, path.replace("{route}", route), body);
  expect(String((answer as Members).msg).split("; ")).toContain(message);
});

test("limits count bytes and are inclusive", async ({ api }) => {
  const body = { domain: "b.example", description: `${"é".repeat(127)}x`, metadata: "😀".repeat(1024) };
  expect(await api.status("POST", "/agent_ingresses", body)).toBe(201);
});

test("the provider of a cloud notification service needs no secret", async ({ api, route }) => {
  const answer = await api.send("PUT", `${route}/webhook_verification`, { provider: "sns" });
  expect(answer.body).toEqual({ enabled: true, provider: "sns", secret: null });
});

test("a refusal never repeats a secret", async ({ api, route }) => {
  const secrets = { provider_1: { client_id: 5, client_secret: "hush-1" }, provider_2: { client_secret: ["hush-2"] } };
  const answer = await api.send("PATCH", route, {
    oauth: { provider: secrets },
    webhook_verification: { provider: "", secret: "hush-3" },
  });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).not.toContain("hush");
});

test.for<[string, Record<string, string | undefined>, number]>([
  ["no key", { Authorization: undefined }, 401],
  ["an unknown key", { Authorization: "Bearer nope" }, 401],
  ["another scheme", { Authorization: "Basic local-api-key" }, 401],
  ["no version", { "Service-Version": undefined }, 400],
  ["another version", { "Service-Version": "1" }, 400],
  ["a body that is not called JSON", { "Content-Type": "text/plain" }, 415],
  ["a charset", { "Content-Type": "application/json; charset=utf-8" }, 201],
  ["another charset", { "Content-Type": "application/json; charset=iso-8859-1" }, 415],
  ["a content coding", { "Content-Encoding": "gzip" }, 415],
])("a request with %s is answered with its status", async ([, headers, status], { api }) => {
  const answer = await api.send("POST", "/agent_ingresses", { domain: "c.example" }, { headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test.for([
  ['{"domain":"d.example","constructor":1}', "constructor: is not a known member"],
  ['{"domain":"d.example","__proto__":{}}', "__proto__: cannot be the name of a member"],
] as const)("members that every object has are unknown too: %s", async ([body, msg], { api }) => {
  expect(await api.send("POST", "/agent_ingresses", body)).toMatchObject({ status: 400, body: { msg } });
});

test.for(["{", "[]", "null", '"text"', "5", ""])("the body %j is refused", async (body, { api }) => {
  expect(await api.status("POST", "/agent_ingresses", body)).toBe(400);
});

test.for([
  ["PUT", "/agent_ingresses", 405, "POST, GET"],
  ["POST", "/agent_ingresses/agin_1", 405, "GET, PATCH, DELETE"],
  ["GET", "/edges/https/e/routes", 405, "POST"],
  ["PATCH", "/edges/https/e/mutual_tls", 405, "PUT, GET, DELETE"],
  ["GET", "/edges/https/e/routes/r/compression", 404, null],
  ["GET", "/edges/https", 404, null],
  ["GET", "/", 404, null],
  ["HEAD", "/agent_ingresses", 405, "POST, GET"],
  ["HEAD", "/nope", 404, null],
] as const)("%s %s is answered with %i", async ([method, path, status, allow], { api }) => {
  const answer = await api.send(method, path);
  expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
});

test("an operation without a body or a query takes none", async ({ emulator, api, route }) => {
  const refusal = { status: 400, body: { msg: "the operation takes no body" } };
  expect(await api.send("DELETE", route, {})).toMatchObject(refusal);
  const headers = { ...known(emulator), "Content-Length": "2" };
  expect((await sendRaw(emulator, { path: route, headers, body: "{}" })).status).toBe(400);
  const details = { full: "is not a known query parameter" };
  expect(await api.send("GET", `${route}?full=1`)).toMatchObject({ status: 400, body: { details } });
});

test("an operation with a body needs one", async ({ api }) => {
  const refusal = { status: 400, body: { msg: "the operation needs a JSON body" } };
  expect(await api.send("POST", "/agent_ingresses")).toMatchObject(refusal);
});

test("a refusal names no more than a hundred members", async ({ api }) => {
  const body = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`m${index}`, 1]));
  const { status, body: answer } = await api.send("POST", "/agent_ingresses", { domain: "a.example", ...body });
  expect(status).toBe(400);
  expect(Object.keys((answer as { details: Members }).details)).toHaveLength(100);
  expect((answer as Members).msg).toMatch(/; and 39900 more$/);
});
