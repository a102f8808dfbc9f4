import type { ModuleCase } from "./case";

const hook = "canary-webhook-secret-1";
const hook2 = "canary-webhook-secret-2";

export const webhookVerification: ModuleCase = {
  argument: "webhookVerification",
  member: "webhook_verification",
  resource: "HttpsEdgeRouteWebhookVerification",
  minimal: { args: { provider: "sns" }, body: { provider: "sns" } },
  whole: {
    args: { enabled: true, provider: "github", secret: hook },
    body: { enabled: true, provider: "github", secret: hook },
  },
  changed: {
    args: { enabled: false, provider: "slack", secret: hook2 },
    body: { enabled: false, provider: "slack", secret: hook2 },
  },
  drift: { members: { provider: "stripe" }, path: "provider" },
  invalid: [
    { args: {}, problem: "provider is required" },
    { args: { provider: "github", secret: 5 }, problem: "secret must be a string, got a number" },
  ],
  secrets: [hook, hook2],
};

const oauthSecret = "canary-oauth-secret";
const users = { scopes: ["a", "b"], emailAddresses: ["a@example.com"], emailDomains: ["example.com"] };
const usersBody = { scopes: ["a", "b"], email_addresses: ["a@example.com"], email_domains: ["example.com"] };
const client = { clientId: "id", clientSecret: oauthSecret, ...users };
const clientBody = { client_id: "id", client_secret: oauthSecret, ...usersBody };

const noProvider = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`provider_${index + 1}`, null]));

const session = { optionsPassthrough: true, cookiePrefix: "edge.", inactivityTimeout: 60, maximumDuration: 3600 };
const sessionBody = {
  options_passthrough: true,
  cookie_prefix: "edge.",
  inactivity_timeout: 60,
  maximum_duration: 3600,
};
const otherSession = { optionsPassthrough: false, cookiePrefix: "other.", inactivityTimeout: 0, maximumDuration: 7200 };
const otherSessionBody = {
  options_passthrough: false,
  cookie_prefix: "other.",
  inactivity_timeout: 0,
  maximum_duration: 7200,
};

export const oauth: ModuleCase = {
  argument: "oauth",
  member: "oauth",
  resource: "HttpsEdgeRouteOAuth",
  minimal: { args: { provider: { provider2: {} } }, body: { provider: { ...noProvider, provider_2: {} } } },
  whole: {
    args: {
      enabled: true,
      ...session,
      authCheckInterval: 30,
      provider: { provider1: { ...client, teams: ["org/team"], organizations: ["org"] } },
    },
    body: {
      enabled: true,
      ...sessionBody,
      auth_check_interval: 30,
      provider: { ...noProvider, provider_1: { ...clientBody, teams: ["org/team"], organizations: ["org"] } },
    },
  },
  changed: {
    args: { enabled: false, ...otherSession, authCheckInterval: 31, provider: { provider5: client } },
    body: {
      enabled: false,
      ...otherSessionBody,
      auth_check_interval: 31,
      provider: { ...noProvider, provider_5: clientBody },
    },
  },
  also: [2, 3, 4, 6, 7, 8].map((number) => ({
    args: { provider: { [`provider${number}`]: client } },
    body: { provider: { ...noProvider, [`provider_${number}`]: clientBody } },
  })),
  drift: { members: { auth_check_interval: 99 }, path: "authCheckInterval" },
  invalid: [
    { args: {}, problem: "provider is required" },
    {
      args: { provider: {} },
      problem:
        "provider must have exactly one of provider1, provider2, provider3, provider4, provider5, provider6, provider7, or provider8, got none",
    },
    {
      args: { provider: { provider1: {}, provider2: {} } },
      problem:
        "provider must have exactly one of provider1, provider2, provider3, provider4, provider5, provider6, provider7, or provider8, got provider1 and provider2",
    },
    {
      args: { provider: { provider1: { clientId: "id" } } },
      problem: "provider.provider1.clientId requires provider.provider1.clientSecret to be set",
    },
    {
      args: { provider: { provider2: { clientSecret: "s" } } },
      problem: "provider.provider2.clientSecret requires provider.provider2.clientId to be set",
    },
    {
      args: { provider: { provider3: { scopes: ["a"] } } },
      problem: "provider.provider3.scopes requires provider.provider3.clientId to be set",
    },
    {
      args: { provider: { provider4: { scopes: ["a"], clientId: "id" } } },
      problem: "provider.provider4.scopes requires provider.provider4.clientSecret to be set",
    },
    { args: { provider: { provider5: { clientId: "id" } } }, problem: "provider.provider5.clientSecret is required" },
    { args: { provider: { provider8: { clientSecret: "s" } } }, problem: "provider.provider8.clientId is required" },
    { args: { provider: { provider2: { teams: ["a"] } } }, problem: "provider.provider2.teams is not an argument" },
    {
      args: { provider: { provider5: { ...client, organizations: ["a"] } } },
      problem: "provider.provider5.organizations is not an argument",
    },
    {
      args: { provider: { provider_1: {} } },
      problem: "provider.provider_1 is not an argument; did you mean provider.provider1?",
    },
  ],
  secrets: [oauthSecret],
};

export const saml: ModuleCase = {
  argument: "saml",
  member: "saml",
  minimal: { args: { idpMetadata: "<xml/>" }, body: { idp_metadata: "<xml/>" } },
  whole: {
    args: {
      enabled: true,
      ...session,
      idpMetadata: "<EntityDescriptor/>",
      forceAuthn: true,
      allowIdpInitiated: true,
      authorizedGroups: ["admins", "ops"],
      nameidFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    },
    body: {
      enabled: true,
      ...sessionBody,
      idp_metadata: "<EntityDescriptor/>",
      force_authn: true,
      allow_idp_initiated: true,
      authorized_groups: ["admins", "ops"],
      nameid_format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    },
  },
  changed: {
    args: {
      enabled: false,
      ...otherSession,
      idpMetadata: "<Other/>",
      forceAuthn: false,
      allowIdpInitiated: false,
      authorizedGroups: ["all"],
      nameidFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    },
    body: {
      enabled: false,
      ...otherSessionBody,
      idp_metadata: "<Other/>",
      force_authn: false,
      allow_idp_initiated: false,
      authorized_groups: ["all"],
      nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    },
  },
  drift: { members: { force_authn: false }, path: "forceAuthn" },
  invalid: [
    { args: {}, problem: "idpMetadata is required" },
    { args: { idpMetadata: "<x/>", inactivityTimeout: -5 }, problem: "inactivityTimeout must be at least 0, got -5" },
  ],
};

const oidcSecret = "canary-oidc-secret";
const oidcSecret2 = "canary-oidc-secret-2";

export const oidc: ModuleCase = {
  argument: "oidc",
  member: "oidc",
  minimal: {
    args: { issuer: "https://issuer.example.com", clientId: "id", clientSecret: oidcSecret },
    body: { issuer: "https://issuer.example.com", client_id: "id", client_secret: oidcSecret },
  },
  whole: {
    args: {
      enabled: true,
      ...session,
      issuer: "https://issuer.example.com",
      clientId: "id",
      clientSecret: oidcSecret,
      scopes: ["openid", "email"],
    },
    body: {
      enabled: true,
      ...sessionBody,
      issuer: "https://issuer.example.com",
      client_id: "id",
      client_secret: oidcSecret,
      scopes: ["openid", "email"],
    },
  },
  changed: {
    args: {
      enabled: false,
      ...otherSession,
      issuer: "https://other.example.com",
      clientId: "other",
      clientSecret: oidcSecret2,
      scopes: ["openid"],
    },
    body: {
      enabled: false,
      ...otherSessionBody,
      issuer: "https://other.example.com",
      client_id: "other",
      client_secret: oidcSecret2,
      scopes: ["openid"],
    },
  },
  drift: { members: { issuer: "https://foreign.example.com" }, path: "issuer" },
  invalid: [
    { args: { clientId: "id", clientSecret: "s" }, problem: "issuer is required" },
    { args: { issuer: "https://x", clientSecret: "s" }, problem: "clientId is required" },
    { args: { issuer: "https://x", clientId: "id" }, problem: "clientSecret is required" },
  ],
  secrets: [oidcSecret, oidcSecret2],
};

export const jwtValidation: ModuleCase = {
  argument: "jwtValidation",
  member: "jwt_validation",
  resource: "HttpsEdgeRouteJwtValidation",
  minimal: {
    args: { issuer: { allowList: [{ value: "https://a.example.com" }] } },
    body: { issuer: { allow_list: [{ value: "https://a.example.com" }] } },
  },
  whole: {
    args: {
      enabled: true,
      issuer: { allowList: [{ value: "https://a.example.com" }, { value: "https://b.example.com" }] },
      audience: { allowList: [{ value: "api" }] },
      http: {
        tokens: [
          { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " },
          { type: "at+jwt", method: "body", name: "token" },
        ],
      },
      jws: {
        allowedAlgorithms: ["ES256", "RS256"],
        keys: { sources: { additionalJkus: ["https://a.example.com/jwks"] } },
      },
    },
    body: {
      enabled: true,
      issuer: { allow_list: [{ value: "https://a.example.com" }, { value: "https://b.example.com" }] },
      audience: { allow_list: [{ value: "api" }] },
      http: {
        tokens: [
          { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " },
          { type: "at+jwt", method: "body", name: "token" },
        ],
      },
      jws: {
        allowed_algorithms: ["ES256", "RS256"],
        keys: { sources: { additional_jkus: ["https://a.example.com/jwks"] } },
      },
    },
  },
  changed: {
    args: {
      enabled: false,
      issuer: { allowList: [{ value: "https://c.example.com" }] },
      audience: { allowList: [{ value: "web" }] },
      http: { tokens: [{ type: "it+jwt", method: "header", name: "X-Token" }] },
      jws: { allowedAlgorithms: ["PS256"], keys: { sources: { additionalJkus: ["https://c.example.com/jwks"] } } },
    },
    body: {
      enabled: false,
      issuer: { allow_list: [{ value: "https://c.example.com" }] },
      audience: { allow_list: [{ value: "web" }] },
      http: { tokens: [{ type: "it+jwt", method: "header", name: "X-Token" }] },
      jws: { allowed_algorithms: ["PS256"], keys: { sources: { additional_jkus: ["https://c.example.com/jwks"] } } },
    },
  },
  drift: { members: { audience: { allow_list: [{ value: "foreign" }] } }, path: "audience.allowList[0].value" },
  invalid: [
    { args: { issuer: { allowList: [{}] } }, problem: "issuer.allowList[0].value is required" },
    { args: { audience: { allowList: "api" } }, problem: "audience.allowList must be an array, got a string" },
    {
      args: { http: { tokens: [{ type: "jwe", method: "header", name: "A" }] } },
      problem: 'http.tokens[0].type must be "jwt", "at+jwt", or "it+jwt"',
    },
    {
      args: { http: { tokens: [{ type: "jwt", method: "query", name: "A" }] } },
      problem: 'http.tokens[0].method must be "header" or "body"',
    },
    { args: { http: { tokens: [{ type: "jwt", method: "header" }] } }, problem: "http.tokens[0].name is required" },
    {
      args: { jws: { keys: { source: {} } } },
      problem: "jws.keys.source is not an argument; did you mean jws.keys.sources?",
    },
  ],
};
