import { expect } from "vitest";
import { withApi } from "./api";
import { known, type Members, sendRaw } from "./client";

const test = withApi().extend("route", ({ api }) => api.newRoute());

/** A body that breaks a rule, and the member that the refusal has to name. */
interface Broken {
  readonly member: string;
  readonly body: Members;
}

/** A body that cannot be sent, and the reason in the message. */
interface Refused {
  readonly body: Members;
  readonly message: string;
}

/** Bodies that break a rule, each with the member that the refusal has to name. */
const broken: Readonly<Record<string, readonly Broken[]>> = {
  "POST /agent_ingresses": [
    { member: "id", body: { domain: "a.example", id: null } },
    { member: "uri", body: { domain: "a.example", uri: null } },
    { member: "created_at", body: { domain: "a.example", created_at: null } },
    { member: "region_domains", body: { domain: "a.example", region_domains: null } },
    { member: "ns_targets", body: { domain: "a.example", ns_targets: null } },
    {
      member: "certificate_management_status",
      body: { domain: "a.example", certificate_management_status: null },
    },
    { member: "colour", body: { domain: "a.example", colour: null } },
    { member: "domain", body: { domain: "not a domain" } },
    { member: "domain", body: { domain: "nodots" } },
    { member: "domain", body: { domain: null } },
    { member: "description", body: { domain: "a.example", description: 1 } },
    { member: "description", body: { domain: "a.example", description: "x".repeat(256) } },
    { member: "description", body: { domain: "a.example", description: "é".repeat(128) } },
    { member: "metadata", body: { domain: "a.example", metadata: "x".repeat(4097) } },
    { member: "metadata", body: { domain: "a.example", metadata: "😀".repeat(1025) } },
    {
      member: "certificate_management_policy.authority",
      body: { domain: "a.example", certificate_management_policy: {} },
    },
    {
      member: "certificate_management_policy.private_key_type",
      body: {
        domain: "a.example",
        certificate_management_policy: { authority: "a", private_key_type: "ed25519" },
      },
    },
  ],
  "PATCH /agent_ingresses/agin_1": [{ member: "domain", body: { domain: "b.example" } }],
  "POST /ssh_certificate_authorities": [
    { member: "private_key_type", body: { private_key_type: "dsa" } },
    { member: "key_size", body: { private_key_type: "rsa", key_size: 1024 } },
    { member: "key_size", body: { private_key_type: "ed25519", key_size: 2048 } },
    { member: "key_size", body: { key_size: 2048 } },
    { member: "elliptic_curve", body: { private_key_type: "rsa", elliptic_curve: "nistp256" } },
    { member: "elliptic_curve", body: { private_key_type: "ecdsa", elliptic_curve: "secp256k1" } },
    { member: "public_key", body: { public_key: "ssh-rsa x" } },
  ],
  "POST /event_destinations": [
    { member: "format", body: { format: "JSON", target: { monitoring: { api_key: "k" } } } },
    { member: "format", body: { target: { monitoring: { api_key: "k" } } } },
    { member: "target", body: { format: "json" } },
    { member: "target", body: { format: "json", target: {} } },
    {
      member: "target",
      body: {
        format: "json",
        target: {
          monitoring: { api_key: "k" },
          data_stream: { auth: { role: { role_arn: "r" } }, stream_arn: "a" },
        },
      },
    },
    {
      member: "target.object_storage",
      body: { format: "json", target: { monitoring: { api_key: "k" }, object_storage: {} } },
    },
    { member: "target.monitoring.api_key", body: { format: "json", target: { monitoring: {} } } },
    {
      member: "target.data_stream.auth",
      body: { format: "json", target: { data_stream: { auth: {}, stream_arn: "a" } } },
    },
    {
      member: "target.data_stream.auth",
      body: {
        format: "json",
        target: {
          data_stream: {
            auth: {
              role: { role_arn: "r" },
              creds: { cloud_access_key_id: "i", cloud_secret_access_key: "s" },
            },
            stream_arn: "a",
          },
        },
      },
    },
    {
      member: "target.data_stream.auth.creds.cloud_secret_access_key",
      body: {
        format: "json",
        target: { data_stream: { auth: { creds: { cloud_access_key_id: "i" } }, stream_arn: "a" } },
      },
    },
  ],
  "PATCH /event_destinations/evdst_1": [{ member: "target", body: { target: null } }],
  "POST /edges/https/e/routes": [{ member: "match_type", body: { match: "/a" } }],
  "PATCH {route}": [
    { member: "match_type", body: { match_type: "regex" } },
    { member: "match", body: { match: "" } },
    { member: "edge_id", body: { edge_id: "edghts_2" } },
    { member: "backend.backend_id", body: { backend: {} } },
    { member: "backend.backend_id", body: { backend: { backend_id: "../x" } } },
    { member: "backend.backend_id", body: { backend: { backend_id: ".x" } } },
    { member: "backend.backend_id", body: { backend: { backend_id: "x".repeat(129) } } },
    { member: "backend.backend", body: { backend: { backend_id: "b", backend: { id: "b" } } } },
    { member: "compression.enabled", body: { compression: { enabled: "yes" } } },
    {
      member: "ip_restriction.ip_policy_ids",
      body: { ip_restriction: { ip_policy_ids: "ipp_1" } },
    },
    { member: "circuit_breaker.num_buckets", body: { circuit_breaker: { num_buckets: 129 } } },
    { member: "circuit_breaker.rolling_window", body: { circuit_breaker: { rolling_window: -1 } } },
    {
      member: "circuit_breaker.tripped_duration",
      body: { circuit_breaker: { tripped_duration: 4294967296 } },
    },
    {
      member: "circuit_breaker.volume_threshold",
      body: { circuit_breaker: { volume_threshold: 1.5 } },
    },
    {
      member: "circuit_breaker.error_threshold_percentage",
      body: { circuit_breaker: { error_threshold_percentage: 50 } },
    },
    { member: "request_headers.add.", body: { request_headers: { add: { "": "1" } } } },
    { member: "request_headers.remove.0", body: { request_headers: { remove: [""] } } },
    { member: "request_headers.add.X-A", body: { request_headers: { add: { "X-A": 1 } } } },
    { member: "webhook_verification.provider", body: { webhook_verification: { secret: "s" } } },
    {
      member: "webhook_verification.secret",
      body: { webhook_verification: { provider: "github" } },
    },
    { member: "oauth.provider", body: { oauth: {} } },
    { member: "oauth.provider", body: { oauth: { provider: {} } } },
    { member: "oauth.provider", body: { oauth: { provider: { provider_1: {}, provider_2: {} } } } },
    {
      member: "oauth.provider.provider_9",
      body: { oauth: { provider: { provider_1: {}, provider_9: {} } } },
    },
    {
      member: "oauth.provider.provider_1.client_secret",
      body: { oauth: { provider: { provider_1: { client_id: "i" } } } },
    },
    {
      member: "oauth.provider.provider_1.scopes",
      body: { oauth: { provider: { provider_1: { scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_1.scopes",
      body: { oauth: { provider: { provider_1: { client_secret: "s", scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_2.client_secret",
      body: { oauth: { provider: { provider_2: { client_id: "i" } } } },
    },
    {
      member: "oauth.provider.provider_2.scopes",
      body: { oauth: { provider: { provider_2: { scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_2.scopes",
      body: { oauth: { provider: { provider_2: { client_secret: "s", scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_3.client_secret",
      body: { oauth: { provider: { provider_3: { client_id: "i" } } } },
    },
    {
      member: "oauth.provider.provider_3.scopes",
      body: { oauth: { provider: { provider_3: { scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_3.scopes",
      body: { oauth: { provider: { provider_3: { client_secret: "s", scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_4.client_secret",
      body: { oauth: { provider: { provider_4: { client_id: "i" } } } },
    },
    {
      member: "oauth.provider.provider_4.scopes",
      body: { oauth: { provider: { provider_4: { scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_4.scopes",
      body: { oauth: { provider: { provider_4: { client_secret: "s", scopes: ["s"] } } } },
    },
    {
      member: "oauth.provider.provider_2.teams",
      body: { oauth: { provider: { provider_2: { teams: ["t"] } } } },
    },
    {
      member: "oauth.provider.provider_5.organizations",
      body: { oauth: { provider: { provider_5: { organizations: ["o"] } } } },
    },
    {
      member: "oauth.inactivity_timeout",
      body: { oauth: { provider: { provider_1: {} }, inactivity_timeout: "1" } },
    },
    { member: "saml.idp_metadata", body: { saml: {} } },
    { member: "saml.entity_id", body: { saml: { idp_metadata: "<x/>", entity_id: "x" } } },
    { member: "oidc.client_secret", body: { oidc: { issuer: "i", client_id: "c" } } },
    {
      member: "jwt_validation.http.tokens.0.type",
      body: {
        jwt_validation: { http: { tokens: [{ type: "JWT", method: "header", name: "n" }] } },
      },
    },
    {
      member: "jwt_validation.http.tokens.0.method",
      body: {
        jwt_validation: { http: { tokens: [{ type: "jwt", method: "cookie", name: "n" }] } },
      },
    },
    {
      member: "jwt_validation.http.tokens.0.name",
      body: {
        jwt_validation: { http: { tokens: [{ type: "jwt", method: "header", name: undefined }] } },
      },
    },
    {
      member: "jwt_validation.issuer.allow_list.0",
      body: { jwt_validation: { issuer: { allow_list: ["x"] } } },
    },
    { member: "policy.inbound", body: { policy: { inbound: [] } } },
    { member: "policy.inbound.actions", body: { policy: { inbound: { actions: [] } } } },
    {
      member: "policy.inbound.actions.type",
      body: { policy: { inbound: { actions: { config: {} } } } },
    },
  ],
  "PUT {route}/webhook_verification": [
    { member: "secret", body: { provider: "github", secret: "" } },
  ],
  "PUT /edges/https/e/tls_termination": [
    { member: "terminate_at", body: { terminate_at: "edge" } },
  ],
  "PUT /edges/tls/e/mutual_tls": [
    { member: "certificate_authority_ids", body: { certificate_authority_ids: "ca_1" } },
  ],
};

/** Bodies with a member that cannot be sent, and why. */
const refused: Readonly<Record<string, readonly Refused[]>> = {
  "POST /agent_ingresses": [
    { body: { domain: "a.example", ns_targets: [] }, message: "ns_targets: is read-only" },
  ],
  "PATCH /agent_ingresses/agin_1": [
    { body: { domain: "b.example" }, message: "domain: is set at creation and cannot be updated" },
    { body: { id: "x" }, message: "id: is read-only" },
  ],
  "POST /event_destinations": [
    {
      body: { format: "json", target: { monitoring: { api_key: "k" } }, domain: "a.example" },
      message: "domain: is not a known member",
    },
  ],
  "PATCH /event_destinations/evdst_1": [
    { body: { domain: "a.example" }, message: "domain: is not a known member" },
  ],
  "PATCH /ssh_certificate_authorities/sshca_1": [
    { body: { key_size: 2048 }, message: "key_size: is set at creation and cannot be updated" },
    { body: { key_type: "rsa" }, message: "key_type: is read-only" },
  ],
  "POST /edges/https/e/routes": [
    {
      body: { match_type: "exact_path", match: "/", edge_id: "e" },
      message: "edge_id: is read-only",
    },
  ],
  "PATCH {route}": [
    {
      body: { saml: { idp_metadata: "<x/>", entity_id: "x" } },
      message: "saml.entity_id: is read-only",
    },
    { body: { oidc: { entity_id: "x" } }, message: "oidc.entity_id: is not a known member" },
    {
      body: { policy: { inbound: { domain: "x" } } },
      message: "policy.inbound.domain: is not a known member",
    },
  ],
  "PUT /edges/https/e/tls_termination": [
    { body: { terminate_at: "edge" }, message: "terminate_at: is read-only" },
  ],
  "PUT /edges/https/e/mutual_tls": [
    { body: { terminate_at: "edge" }, message: "terminate_at: is not a known member" },
  ],
};

/** Returns each row with the method and the path of its request. */
const requests = <Row extends object>(table: Readonly<Record<string, readonly Row[]>>) =>
  Object.entries(table).flatMap(([request, all]) => {
    const [method = "", path = ""] = request.split(" ");
    return all.map((row) => ({ method, path, ...row }));
  });

test.for(requests(broken))(
  "$method $path is refused with the member $member, which breaks a rule",
  async ({ method, path, member, body }, { api, route }) => {
    const answer = await api.send(method, path.replace("{route}", route), body);
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as { details: Members }).details)).toContain(member);
  },
);

test.for(requests(refused))(
  "the refusal of $method $path with $body gives the reason",
  async ({ method, path, body, message }, { api, route }) => {
    const { body: answer } = await api.send(method, path.replace("{route}", route), body);
    expect(String((answer as Members).msg).split("; ")).toContain(message);
  },
);

test("an operation without a body takes none, not even with a GET", async ({ emulator, route }) => {
  const declared = { ...known(emulator), "Content-Length": "2" };
  expect((await sendRaw(emulator, { path: route, headers: declared, body: "{}" })).status).toBe(
    400,
  );
});

test("a refusal names no more than a hundred members", async ({ api }) => {
  const body = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`m${index}`, 1]));
  const { status, body: answer } = await api.send("POST", "/agent_ingresses", {
    domain: "a.example",
    ...body,
  });
  expect(status).toBe(400);
  expect(Object.keys((answer as { details: Members }).details)).toHaveLength(100);
  expect((answer as Members).msg).toMatch(/; and 39900 more$/);
});
