import { expect } from "vitest";
import { routeModuleNames } from "../../src/emulator/modules";
import { moduleCases } from "../cases/modules";
import type { Members } from "./client";

interface ModuleCase {
  readonly name: string;
  readonly write: Members;
  /** The module as answers show it, given the base address. */
  readonly read: (url: string) => Members;
}

const client = { client_id: "id", client_secret: "hush", scopes: ["s"], email_addresses: null, email_domains: ["d"] };
const others = (used: string) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `provider_${n}`).flatMap((n) => (n === used ? [] : [[n, null]])),
  );
const session = { options_passthrough: null, inactivity_timeout: null, maximum_duration: null };
const same = (write: Members) => () => write;

const jwt = {
  enabled: true,
  issuer: { allow_list: [{ value: "https://issuer.example" }] },
  audience: { allow_list: [{ value: "aud" }] },
  http: { tokens: [{ type: "at+jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: ["https://issuer.example/jwks"] } } },
};

const rule = { name: "r", expressions: ["true"], actions: { type: "deny", config: { status_code: 403, secret: "x" } } };

/** Configurations that are shown with more than was written, or otherwise. */
const special: readonly ModuleCase[] = [
  {
    name: "backend",
    write: { backend_id: "bkd_1" },
    read: (url) => ({ enabled: true, backend: { id: "bkd_1", uri: `${url}/backends/bkd_1` } }),
  },
  {
    name: "ip_restriction",
    write: { enabled: false, ip_policy_ids: ["ipp_2", "ipp_1"] },
    read: (url) => ({
      enabled: false,
      ip_policies: ["ipp_2", "ipp_1"].map((id) => ({ id, uri: `${url}/ip_policies/${id}` })),
    }),
  },
  { name: "compression", write: {}, read: same({ enabled: true }) },
  {
    name: "request_headers",
    write: { add: { "X-A": "1" }, remove: ["X-B"] },
    read: same({ enabled: true, add: { "X-A": "1" }, remove: ["X-B"] }),
  },
  { name: "response_headers", write: {}, read: same({ enabled: true, add: null, remove: null }) },
  {
    name: "webhook_verification",
    write: { provider: "github", secret: "hush" },
    read: same({ enabled: true, provider: "github", secret: "hush" }),
  },
  {
    name: "oauth",
    write: { provider: { provider_1: { ...client, teams: ["o/t"] } }, auth_check_interval: 60 },
    read: same({
      enabled: true,
      provider: { provider_1: { ...client, teams: ["o/t"], organizations: null }, ...others("provider_1") },
      ...session,
      cookie_prefix: "service.",
      auth_check_interval: 60,
    }),
  },
  {
    name: "saml",
    write: { idp_metadata: "<x/>", authorized_groups: ["g"] },
    read: same({
      enabled: true,
      ...session,
      cookie_prefix: "service.",
      idp_metadata: "<x/>",
      force_authn: null,
      allow_idp_initiated: null,
      authorized_groups: ["g"],
      nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      entity_id: expect.stringMatching(/^https:.*metadata$/),
      assertion_consumer_service_url: expect.stringMatching(/^https:/),
      single_logout_url: expect.stringMatching(/^https:/),
      request_signing_certificate_pem: expect.stringContaining("BEGIN CERTIFICATE"),
      metadata_url: expect.stringMatching(/^https:.*metadata$/),
    }),
  },
  {
    name: "oidc",
    write: { issuer: "https://issuer.example", client_id: "id", client_secret: "hush", cookie_prefix: "mine." },
    read: same({
      enabled: true,
      ...session,
      cookie_prefix: "mine.",
      issuer: "https://issuer.example",
      client_id: "id",
      client_secret: "hush",
      scopes: null,
    }),
  },
  { name: "user_agent_filter", write: { allow: ["a"] }, read: same({ enabled: true, allow: ["a"], deny: null }) },
  { name: "jwt_validation", write: jwt, read: same(jwt) },
  { name: "policy", write: { inbound: rule }, read: same({ enabled: true, inbound: rule, outbound: null }) },
];

/** One accepted configuration of every route module. */
export const routeModuleCases: readonly ModuleCase[] = routeModuleNames.map(
  (name) =>
    special.find((each) => each.name === name) ?? { name, write: goldenBody(name), read: same(goldenBody(name)) },
);

/** Every member of a module. */
function goldenBody(name: string): Members {
  const found = moduleCases.find(({ member }) => member === name);
  if (found === undefined) throw new Error(`the module ${name} has no case in sdk-tests/cases/modules`);
  return found.whole.body;
}

/** The case of one module. */
export function moduleCase(name: string): ModuleCase {
  const found = routeModuleCases.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no case for ${name}`);
  return found;
}
