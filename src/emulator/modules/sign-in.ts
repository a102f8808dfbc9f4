import { z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import {
  enabled,
  isSet,
  nonEmptyString,
  oneMemberOf,
  restricted,
  secret,
  strings,
  uint32,
} from "../shapes/members";
import { defineModule } from "./definition";

const client = {
  client_id: nonEmptyString.nullish(),
  client_secret: secret.nullish(),
  scopes: strings.nullish(),
  email_addresses: strings.nullish(),
  email_domains: strings.nullish(),
};

/** The rules for the providers that offer a service-managed OAuth application. */
function clientRules({
  value,
  issues,
}: z.core.ParsePayload<z.output<z.ZodObject<typeof client>>>): void {
  const refuse = (member: string, message: string) =>
    issues.push({ code: "custom", input: undefined, path: [member], message });
  const hasId = isSet(value.client_id);
  const hasSecret = isSet(value.client_secret);
  if (hasId && !hasSecret) refuse("client_secret", "is required when client_id is set");
  if (!(hasId && hasSecret) && (value.scopes ?? []).length > 0) {
    refuse("scopes", "may be set only together with client_id and client_secret");
  }
}

const inOrganizations = { ...client, teams: strings.nullish(), organizations: strings.nullish() };
const managed = z.strictObject(client).check(clientRules).nullish();
const own = z.strictObject(client).nullish();

const provider = oneMemberOf(
  {
    provider_1: z.strictObject(inOrganizations).check(clientRules).nullish(),
    provider_2: managed,
    provider_3: managed,
    provider_4: managed,
    provider_5: own,
    provider_6: own,
    provider_7: own,
    provider_8: own,
  },
  "exactly one provider must be set",
);

const session = {
  options_passthrough: z.boolean().nullish(),
  cookie_prefix: z.string().nullish(),
  inactivity_timeout: uint32.nullish(),
  maximum_duration: uint32.nullish(),
};
const sessionDocumented = ({ cookiePrefix }: OptionValues) => ({ cookie_prefix: cookiePrefix });
const sessionService = { options_passthrough: false, inactivity_timeout: 0, maximum_duration: 0 };

export const oauth = defineModule({
  title: "OAuth",
  write: z.strictObject({ enabled, provider, ...session, auth_check_interval: uint32.nullish() }),
  documented: sessionDocumented,
  service: { ...sessionService, auth_check_interval: 0 },
});

const samlWrite = {
  enabled,
  ...session,
  idp_metadata: nonEmptyString,
  force_authn: z.boolean().nullish(),
  allow_idp_initiated: z.boolean().nullish(),
  authorized_groups: strings.nullish(),
  nameid_format: restricted("saml.nameid_format").nullish(),
};

/**
 * PEM certificate in the responses of every SAML module, as the certificate that signs its requests. Node.js cannot
 * create certificates, and nothing is ever signed with it, so a constant certificate (without its key) serves all
 * routes.
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

const serviceProviderShape = Object.fromEntries(
  Object.keys(serviceProvider("")).map((member) => [member, z.string()]),
);

export const saml = defineModule({
  write: z.strictObject(samlWrite),
  read: z.strictObject({ ...samlWrite, ...serviceProviderShape }),
  documented: (options) => ({
    ...sessionDocumented(options),
    nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  }),
  service: {
    ...sessionService,
    force_authn: false,
    allow_idp_initiated: false,
    authorized_groups: [],
  },
  toStored: (value, routeId) => ({ ...value, ...serviceProvider(routeId) }),
});

export const oidc = defineModule({
  write: z.strictObject({
    enabled,
    ...session,
    issuer: nonEmptyString,
    client_id: nonEmptyString,
    client_secret: secret,
    scopes: strings.nullish(),
  }),
  documented: sessionDocumented,
  service: { ...sessionService, scopes: [] },
});
