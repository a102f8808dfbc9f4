import { google, inbound, oidc, saml } from "../declared";
import { type LabelledDrift, ofRoute } from "./drift";
import { addresses, disabled, github, idle, locked, tokens, users, validated } from "./label";

const OPEN = "The route serves everybody now.";
const algorithms = (...allowedAlgorithms: string[]) => ({ jws: { ...tokens.jws, allowedAlgorithms } });
const session = (args: Readonly<Record<string, unknown>>) => ({ oauth: { ...locked.oauth, ...args } });

/** Changes by hand of a route's arguments that opened it. */
export const routeDrifts: readonly LabelledDrift[] = [
  ofRoute("drift-login-deleted", "high", OPEN, locked, { oauth: null }),
  ofRoute("drift-login-disabled", "high", OPEN, locked, session(disabled)),
  ofRoute("drift-saml-disabled", "high", OPEN, { saml }, { saml: { ...saml, ...disabled } }),
  ofRoute("drift-oidc-disabled", "high", OPEN, { oidc }, { oidc: { ...oidc, ...disabled } }),
  ofRoute("drift-tokens-deleted", "high", OPEN, validated(), { jwtValidation: null }),
  ofRoute("drift-tokens-disabled", "high", OPEN, validated(), validated(disabled)),
  ofRoute("drift-addresses-deleted", "high", OPEN, addresses, { ipRestriction: null }),
  ofRoute("drift-addresses-empty", "high", OPEN, addresses, { ipRestriction: { ipPolicyIds: [] } }),
  ofRoute("drift-webhooks-deleted", "high", "Unsigned webhooks are accepted now.", github, {
    webhookVerification: null,
  }),
  ofRoute("drift-webhooks-unsigned", "high", "The new sender needs no secret.", github, {
    webhookVerification: { provider: "sns" },
  }),
  ofRoute("drift-policy-deleted", "high", OPEN, { policy: inbound("a") }, { policy: null }),
  ofRoute(
    "drift-policy-disabled",
    "high",
    OPEN,
    { policy: inbound("a") },
    { policy: { ...inbound("a"), ...disabled } },
  ),
  ofRoute("drift-list-emptied", "high", "Every account of the platform gets in now.", locked, users(1, {})),
  ofRoute("drift-any-account", "high", "Every account of another identity provider gets in now.", locked, users(4, {})),
  ofRoute(
    "drift-public-domain",
    "high",
    "Everybody can have an address of that mail provider.",
    google("example.com"),
    google("example.com", "Gmail.com"),
  ),
  ofRoute(
    "drift-groups-removed",
    "high",
    "Every user of the identity provider gets in now.",
    { saml: { ...saml, authorizedGroups: ["admins"] } },
    { saml },
  ),
  ofRoute("drift-login-to-empty-policy", "high", "A policy without a rule keeps nobody out.", locked, {
    oauth: null,
    policy: {},
  }),
  ofRoute(
    "drift-unsigned-tokens",
    "high",
    "Tokens without a signature are accepted now.",
    validated(),
    validated(algorithms("RS256", "none")),
  ),
  ofRoute(
    "drift-shared-secret-tokens",
    "high",
    "A published key can be used to sign tokens.",
    validated(),
    validated(algorithms("HS256")),
  ),
  ofRoute(
    "drift-any-issuer",
    "high",
    "No issuer is required any more.",
    validated(),
    validated({ issuer: { allowList: [] } }),
  ),
  ofRoute("drift-served", "high", "A route that was not to serve serves everybody now.", idle, {
    backend: { backendId: "bkdhr_1", enabled: true },
  }),
];
