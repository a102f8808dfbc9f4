import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, filledText, flag, secret, text, texts, uint32 } from "../shapes/members";
import { defineModule } from "./definition";
import { requestSigningCertificate } from "./saml-certificate";

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
  idp_metadata: filledText,
  force_authn: flag.nullish(),
  allow_idp_initiated: flag.nullish(),
  authorized_groups: texts.nullish(),
  nameid_format: filledText.nullish(),
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
    issuer: filledText,
    client_id: filledText,
    client_secret: secret,
    scopes: texts.nullish(),
  }),
  documented: ({ cookiePrefix }) => ({ cookie_prefix: cookiePrefix }),
  service: { ...sessionService, scopes: [] },
});
