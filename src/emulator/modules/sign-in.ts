import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { countPresent, enabled, flag, nonEmptyString, secret, text, texts, uint32 } from "../shapes/members";
import { defineModule } from "./definition";

const client = {
  client_id: nonEmptyString.nullish(),
  client_secret: secret.nullish(),
  scopes: texts.nullish(),
  email_addresses: texts.nullish(),
  email_domains: texts.nullish(),
};
type Client = z.output<z.ZodObject<typeof client>>;

const isSet = (value: unknown) => value !== undefined && value !== null;

/** The rules for the providers that offer a service-managed OAuth application. */
function clientRules({ value, issues }: z.core.ParsePayload<Client>): void {
  if (isSet(value.client_id) && !isSet(value.client_secret)) {
    issues.push({
      code: "custom",
      input: undefined,
      path: ["client_secret"],
      message: "is required when client_id is set",
    });
  }
  if (countPresent(value, ["client_id", "client_secret"]) < 2 && (value.scopes ?? []).length > 0) {
    issues.push({
      code: "custom",
      input: undefined,
      path: ["scopes"],
      message: "may be set only together with client_id and client_secret",
    });
  }
}

const managed = z.strictObject(client).check(clientRules);
const own = z.strictObject(client);

const members = {
  provider_1: z
    .strictObject({ ...client, teams: texts.nullish(), organizations: texts.nullish() })
    .check(clientRules)
    .nullish(),
  provider_2: managed.nullish(),
  provider_3: managed.nullish(),
  provider_4: managed.nullish(),
  provider_5: own.nullish(),
  provider_6: own.nullish(),
  provider_7: own.nullish(),
  provider_8: own.nullish(),
};

const provider = z
  .strictObject(members)
  .refine((value) => countPresent(value, Object.keys(members)) === 1, "exactly one provider must be set");

export const oauth = defineModule({
  title: "OAuth",
  isAddressed: true,
  write: z.strictObject({
    enabled,
    provider,
    options_passthrough: flag.nullish(),
    cookie_prefix: text.nullish(),
    inactivity_timeout: uint32.nullish(),
    maximum_duration: uint32.nullish(),
    auth_check_interval: uint32.nullish(),
  }),
  documented: ({ cookiePrefix }) => ({ cookie_prefix: cookiePrefix }),
  service: { options_passthrough: false, inactivity_timeout: 0, maximum_duration: 0, auth_check_interval: 0 },
});

const session = {
  options_passthrough: flag.nullish(),
  cookie_prefix: text.nullish(),
  inactivity_timeout: uint32.nullish(),
  maximum_duration: uint32.nullish(),
};
const sessionService = { options_passthrough: false, inactivity_timeout: 0, maximum_duration: 0 };

const samlWrite = {
  enabled,
  ...session,
  idp_metadata: nonEmptyString,
  force_authn: flag.nullish(),
  allow_idp_initiated: flag.nullish(),
  authorized_groups: texts.nullish(),
  nameid_format: nonEmptyString.nullish(),
};

const samlServiceProvider = {
  entity_id: z.string(),
  assertion_consumer_service_url: z.string(),
  single_logout_url: z.string(),
  request_signing_certificate_pem: z.string(),
  metadata_url: z.string(),
};

export const saml = defineModule({
  title: "Saml",
  write: z.strictObject(samlWrite),
  read: z.strictObject({ ...samlWrite, ...samlServiceProvider }),
  documented: ({ cookiePrefix }) => ({
    cookie_prefix: cookiePrefix,
    nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  }),
  service: { ...sessionService, force_authn: false, allow_idp_initiated: false, authorized_groups: [] },
  check: ({ nameid_format }, { options }) =>
    unaccepted(options.acceptedValues, "saml.nameid_format", nameid_format, "nameid_format"),
  toStored: (value, routeId) => ({ ...value, ...serviceProvider(routeId) }),
});

/** The service-provider side of a route. The entity id equals the metadata URL. */
function serviceProvider(routeId: string) {
  const base = `https://saml.example.com/${routeId}`;
  return {
    entity_id: `${base}/metadata`,
    assertion_consumer_service_url: `${base}/acs`,
    single_logout_url: `${base}/slo`,
    request_signing_certificate_pem: requestSigningCertificate,
    metadata_url: `${base}/metadata`,
  };
}

export const oidc = defineModule({
  title: "Oidc",
  write: z.strictObject({
    enabled,
    ...session,
    issuer: nonEmptyString,
    client_id: nonEmptyString,
    client_secret: secret,
    scopes: texts.nullish(),
  }),
  documented: ({ cookiePrefix }) => ({ cookie_prefix: cookiePrefix }),
  service: { ...sessionService, scopes: [] },
});

/**
 * PEM certificate that every SAML module shows as the one that signs its requests. Node cannot make certificates, and
 * nothing is ever signed with it, so one fixed certificate (without its key) serves all routes.
 */
const requestSigningCertificate = `-----BEGIN CERTIFICATE-----
MIIBjTCCATOgAwIBAgIUQCOeFnZBQ14ReXOQqDTidQhq1rgwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQc2FtbC5leGFtcGxlLmNvbTAgFw0yNjExMjEwMTE5MjRaGA8y
MTI2MTAyODAxMTkyNFowGzEZMBcGA1UEAwwQc2FtbC5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABB9dIwCUkZnQAbiCcC6nI1z8Zt9OAuPzIGQb
Kc83Jb5JYEVa+28vUjXWMW3Uw24t0iMkKoT8MtcsibCIBKE5lPmjUzBRMB0GA1Ud
DgQWBBSo7Tf+dCFvIqgBdPTsC0GseQVaWzAfBgNVHSMEGDAWgBSo7Tf+dCFvIqgB
dPTsC0GseQVaWzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIFww
tJEWhiVI7qtW760jy8jc3fYK8okifDeQx9jLMkbRAiEAvqeJV/E6W5gvEqXqcSLb
rpSqnFXf7Uo5VZ8DXZCpZuc=
-----END CERTIFICATE-----
`;
