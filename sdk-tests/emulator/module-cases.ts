import { expect } from "vitest";
import { routeModuleNames } from "../../src/emulator/modules";
import { moduleCases } from "../cases/modules";
import type { Members } from "./client";

const client = { client_id: "id", client_secret: "hush", scopes: ["s"], email_addresses: null, email_domains: ["d"] };
const others = (used: string) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `provider_${n}`).flatMap((n) => (n === used ? [] : [[n, null]])),
  );
const session = { options_passthrough: null, inactivity_timeout: null, maximum_duration: null };

const jwt = {
  enabled: true,
  issuer: { allow_list: [{ value: "https://issuer.example" }] },
  audience: { allow_list: [{ value: "aud" }] },
  http: { tokens: [{ type: "at+jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: ["https://issuer.example/jwks"] } } },
};

interface Special {
  readonly write: Members;
  /** What answers show beside the written members. */
  readonly added?: Members;
  /** What answers show in place of the written members. */
  readonly read?: (url: string) => Members;
}

const enabled = { enabled: true };
const object = (url: string, kind: string, id: string) => ({ id, uri: `${url}/${kind}/${id}` });

/** Configurations that are shown with more than was written, or otherwise. */
const special: Readonly<Record<string, Special>> = {
  backend: {
    write: { backend_id: "bkd_1" },
    read: (url) => ({ enabled: true, backend: object(url, "backends", "bkd_1") }),
  },
  ip_restriction: {
    write: { enabled: false, ip_policy_ids: ["ipp_2", "ipp_1"] },
    read: (url) => ({ enabled: false, ip_policies: ["ipp_2", "ipp_1"].map((id) => object(url, "ip_policies", id)) }),
  },
  compression: { write: {}, added: enabled },
  response_headers: { write: {}, added: { enabled: true, add: null, remove: null } },
  jwt_validation: { write: jwt },
  oauth: {
    write: { provider: { provider_1: { ...client, teams: ["o/t"] } }, auth_check_interval: 60 },
    added: {
      enabled: true,
      provider: { provider_1: { ...client, teams: ["o/t"], organizations: null }, ...others("provider_1") },
      ...session,
      cookie_prefix: "service.",
    },
  },
  saml: {
    write: { idp_metadata: "<x/>", authorized_groups: ["g"] },
    added: {
      enabled: true,
      ...session,
      cookie_prefix: "service.",
      force_authn: null,
      allow_idp_initiated: null,
      nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      entity_id: expect.stringMatching(/^https:.*metadata$/),
      assertion_consumer_service_url: expect.stringMatching(/^https:/),
      single_logout_url: expect.stringMatching(/^https:/),
      request_signing_certificate_pem: expect.stringContaining("BEGIN CERTIFICATE"),
      metadata_url: expect.stringMatching(/^https:.*metadata$/),
    },
  },
};

/** One accepted configuration of a route module: every member of it, if nothing is special of it. */
export function moduleCase(name: string) {
  const golden = moduleCases.find(({ member }) => member === name)?.whole.body;
  const found = special[name] ?? (golden && { write: golden });
  if (found === undefined) throw new Error(`the module ${name} has no case in sdk-tests/cases/modules`);
  const { write, added, read = () => ({ ...write, ...added }) }: Special = found;
  return { name, write, read };
}

/** One accepted configuration of every route module. */
export const routeModuleCases = routeModuleNames.map(moduleCase);
