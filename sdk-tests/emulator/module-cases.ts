import { expect } from "vitest";
import { routeModuleNames } from "../../src/emulator/modules";
import { moduleCases } from "../cases/modules";
import type { Members } from "./client";

/** An accepted configuration of a module, and the response of a server at a URL, if it differs from the configuration. */
interface SpecialCase {
  readonly write: Members;
  readonly read?: (url: string) => Members;
}

/** Returns an object of another kind, as a response refers to it. */
const objectAt = (url: string, path: string) => ({
  id: path.split("/").at(-1),
  uri: `${url}/${path}`,
});

const client = {
  client_id: "id",
  client_secret: "hush",
  scopes: ["s"],
  email_addresses: null,
  email_domains: ["d"],
  teams: ["o/t"],
};

const session = { options_passthrough: null, inactivity_timeout: null, maximum_duration: null };

const oauth = { provider: { provider_1: client }, auth_check_interval: 60 };

const saml = { idp_metadata: "<x/>", authorized_groups: ["g"] };

const https = expect.stringMatching(/^https:/);
const metadata = expect.stringMatching(/^https:.*metadata$/);

/** The modules of routes whose responses have more or other members than the request, by member. */
const specialCases: Readonly<Record<string, SpecialCase>> = {
  backend: {
    write: { backend_id: "bkd_1" },
    read: (url) => ({ enabled: true, backend: objectAt(url, "backends/bkd_1") }),
  },
  ip_restriction: {
    write: { enabled: false, ip_policy_ids: ["ipp_2", "ipp_1"] },
    read: (url) => ({
      enabled: false,
      ip_policies: [objectAt(url, "ip_policies/ipp_2"), objectAt(url, "ip_policies/ipp_1")],
    }),
  },
  compression: { write: {}, read: () => ({ enabled: true }) },
  response_headers: { write: {}, read: () => ({ enabled: true, add: null, remove: null }) },
  jwt_validation: {
    write: {
      enabled: true,
      issuer: { allow_list: [{ value: "https://issuer.example" }] },
      audience: { allow_list: [{ value: "aud" }] },
      http: {
        tokens: [{ type: "at+jwt", method: "header", name: "Authorization", prefix: "Bearer " }],
      },
      jws: {
        allowed_algorithms: ["RS256"],
        keys: { sources: { additional_jkus: ["https://issuer.example/jwks"] } },
      },
    },
  },
  oauth: {
    write: oauth,
    read: () => ({
      ...oauth,
      ...session,
      enabled: true,
      provider: {
        provider_1: { ...client, organizations: null },
        provider_2: null,
        provider_3: null,
        provider_4: null,
        provider_5: null,
        provider_6: null,
        provider_7: null,
        provider_8: null,
      },
      cookie_prefix: "service.",
    }),
  },
  saml: {
    write: saml,
    read: () => ({
      ...saml,
      ...session,
      enabled: true,
      cookie_prefix: "service.",
      force_authn: null,
      allow_idp_initiated: null,
      nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      entity_id: metadata,
      assertion_consumer_service_url: https,
      single_logout_url: https,
      request_signing_certificate_pem: expect.stringMatching(/BEGIN CERTIFICATE/),
      metadata_url: metadata,
    }),
  },
};

/** Returns an accepted configuration of a route module: with every member, unless the table has a special case. */
export function moduleCase(name: string) {
  const golden = moduleCases.find(({ member }) => member === name)?.whole.body;
  const found = specialCases[name] ?? (golden && { write: golden });
  if (found === undefined)
    throw new Error(`the module ${name} has no case in sdk-tests/cases/modules.yaml`);
  const { write, read = () => write } = found;
  return { name, write, read };
}

const mutualTls = {
  write: { certificate_authority_ids: ["ca_1"] },
  read: (url: string): Members => ({
    enabled: true,
    certificate_authorities: [objectAt(url, "certificate_authorities/ca_1")],
  }),
};

/** An accepted configuration of each module of an edge, at its path. */
export const edgeModuleCases = [
  { path: "/edges/https/edghts_1/mutual_tls", ...mutualTls },
  { path: "/edges/tls/edgtls_1/mutual_tls", ...mutualTls },
  {
    path: "/edges/tcp/edgtcp_1/backend",
    write: { backend_id: "bkd_1", enabled: false },
    read: (url: string) => ({ enabled: false, backend: objectAt(url, "backends/bkd_1") }),
  },
  {
    path: "/edges/https/edghts_1/tls_termination",
    write: { min_version: "1.2" },
    read: () => ({ enabled: true, min_version: "1.2", terminate_at: "edge" }),
  },
];

/** An accepted configuration of every route module. */
export const routeModuleCases = routeModuleNames.map(moduleCase);
