import type { RouteModule, Settings } from "./model";

/** Settings of modules to choose from: those that keep people out, and those that only seem to. */

const provider1 = (users: Settings, more: Settings = {}): Settings => ({ provider: { provider1: users }, ...more });
const provider3 = (users: Settings): Settings => ({ provider: { provider3: users } });

const oauth: readonly Settings[] = [
  provider1({ organizations: ["acme"] }),
  provider1({ organizations: ["acme", "beta"] }),
  provider1({ organizations: ["ACME"] }),
  provider1({ teams: ["acme/ops"] }),
  provider1({ teams: ["acme/ops"], organizations: ["acme"] }),
  provider1({ emailAddresses: ["alice@acme.com"] }),
  provider1({ emailAddresses: ["Alice@acme.com"], organizations: [] }),
  provider1({ emailDomains: ["acme.com"] }),
  provider1({ organizations: ["acme"] }, { optionsPassthrough: true }),
  provider1({}),
  provider1({ organizations: [], teams: [] }),
  provider3({ emailDomains: ["acme.com"] }),
  provider3({ emailDomains: ["ACME.com"] }),
  provider3({ emailDomains: ["acme.com", "gmail.com"] }),
  provider3({ emailAddresses: ["alice@acme.com", "bob@acme.com"] }),
  provider3({}),
  { provider: { provider5: { clientId: "web", clientSecret: "canary-1", emailDomains: ["acme.com"] } } },
  provider1({ organizations: ["acme"] }, { enabled: false }),
];

const IDP = { idpMetadata: "<EntityDescriptor entityID='a'/>" };

const saml: readonly Settings[] = [
  { ...IDP, authorizedGroups: ["admins"] },
  { ...IDP, authorizedGroups: ["admins", "staff"] },
  { ...IDP, authorizedGroups: [] },
  IDP,
  { ...IDP, authorizedGroups: ["admins"], optionsPassthrough: true },
  { idpMetadata: "<EntityDescriptor entityID='b'/>", authorizedGroups: ["admins"] },
  { ...IDP, authorizedGroups: ["admins"], enabled: false },
];

const OIDC = { issuer: "https://login.acme.com", clientId: "web", clientSecret: "canary-1" };

const oidc: readonly Settings[] = [
  OIDC,
  { ...OIDC, issuer: "https://login.example.org" },
  { ...OIDC, clientSecret: "canary-2" },
  { ...OIDC, enabled: false },
];

const allowed = (...values: readonly string[]): Settings => ({ allowList: values.map((value) => ({ value })) });
const ISSUER = { issuer: allowed("https://tokens.acme.com") };
const signed = (...allowedAlgorithms: readonly string[]): Settings => ({ jws: { allowedAlgorithms } });

const jwtValidation: readonly Settings[] = [
  { ...ISSUER, ...signed("RS256") },
  ISSUER,
  { ...ISSUER, audience: allowed("api"), ...signed("RS256") },
  { issuer: allowed("https://tokens.acme.com", "https://tokens.beta.com"), ...signed("RS256") },
  { ...ISSUER, ...signed("RS256", "none") },
  { ...ISSUER, ...signed("None") },
  { audience: allowed("api") },
  { issuer: allowed(), audience: {}, ...signed() },
  {},
  {
    ...ISSUER,
    jws: { allowedAlgorithms: ["RS256"], keys: { sources: { additionalJkus: ["https://keys.beta.com"] } } },
  },
  { ...ISSUER, ...signed("RS256"), enabled: false },
];

const policyOf = (expression: string): Settings => ({
  inbound: { expressions: [expression], actions: { type: "deny" } },
});

/** For each module, what it may have. */
export const settingsOf: Readonly<Record<RouteModule | "mutualTls", readonly Settings[]>> = {
  oauth,
  saml,
  oidc,
  jwtValidation,
  ipRestriction: [
    { ipPolicyIds: ["ipp_1"] },
    { ipPolicyIds: ["ipp_1", "ipp_2"] },
    { ipPolicyIds: ["ipp_2"] },
    { ipPolicyIds: [] },
    {},
    { ipPolicyIds: ["ipp_1"], enabled: false },
  ],
  webhookVerification: [
    { provider: "github", secret: "canary-1" },
    { provider: "github", secret: "canary-2" },
    { provider: "sns" },
    { provider: "github" },
    { provider: "github", secret: "canary-1", enabled: false },
  ],
  policy: [policyOf("a"), policyOf("b"), {}, { inbound: {} }, { ...policyOf("a"), enabled: false }],
  userAgentFilter: [{ deny: ["bot"] }, { allow: ["good"] }, {}],
  mutualTls: [
    { certificateAuthorityIds: ["ca_1"] },
    { certificateAuthorityIds: ["ca_1", "ca_2"] },
    { certificateAuthorityIds: ["ca_2"] },
    { certificateAuthorityIds: [] },
    { certificateAuthorityIds: ["ca_1"], enabled: false },
  ],
};

/** For each module, paths of arguments that may be a secret, or unknown until an apply; the empty path is the module. */
export const hidingPlaces: Readonly<Record<RouteModule, readonly (readonly string[])[]>> = {
  oauth: [
    [],
    ["enabled"],
    ["optionsPassthrough"],
    ["provider"],
    ["provider", "provider1", "organizations"],
    ["provider", "provider3", "emailDomains"],
  ],
  saml: [[], ["enabled"], ["idpMetadata"], ["authorizedGroups"]],
  oidc: [[], ["enabled"], ["issuer"], ["clientSecret"]],
  jwtValidation: [[], ["enabled"], ["issuer"], ["issuer", "allowList"], ["jws"], ["jws", "allowedAlgorithms"]],
  ipRestriction: [[], ["enabled"], ["ipPolicyIds"]],
  webhookVerification: [[], ["enabled"], ["provider"], ["secret"]],
  policy: [[], ["enabled"], ["inbound"]],
  userAgentFilter: [[], ["deny"]],
};
