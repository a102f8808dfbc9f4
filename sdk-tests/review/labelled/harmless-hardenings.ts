import { inbound, mutual, of, oidc, route, saml, tls } from "../declared";
import {
  addresses,
  at,
  disabled,
  github,
  harmless,
  type Label,
  locked,
  loginOn,
  tokens,
  users,
  validated,
} from "./label";

const session = (args: Readonly<Record<string, unknown>>) => ({ oauth: { ...locked.oauth, ...args } });
const clients = (...certificateAuthorityIds: string[]) => mutual("HttpsEdgeMutualTls", { certificateAuthorityIds });
const keysAt = (...additionalJkus: string[]) => ({ jws: { ...tokens.jws, keys: { sources: { additionalJkus } } } });
const HSTS = { "strict-transport-security": "max-age=31536000" };
const FEWER = "Fewer people get in than before.";

/** Changes after which fewer requests get in, or more is checked. */
export const hardenings: readonly Label[] = [
  harmless(
    "harder-addresses-beside-login",
    "Users now have to be in the network too.",
    of(locked, { ...locked, ...addresses }),
  ),
  harmless("harder-tokens-on-open", "A route that was public requires a token.", of({}, validated())),
  harmless("harder-saml-on-open", "A route that was public requires a login.", of({}, { saml })),
  harmless("harder-oidc-on-open", "A route that was public requires a login.", of({}, { oidc })),
  harmless("harder-webhooks-on-open", "A route that was public accepts signed webhooks alone.", of({}, github)),
  harmless(
    "harder-policy-on-open",
    "A rule denies requests that nothing denied before.",
    of({}, { policy: inbound("a") }),
  ),
  harmless("harder-open-to-resource", "A route that was public requires a login.", [[route()], [route(), loginOn()]]),
  harmless(
    "harder-organization-removed",
    FEWER,
    of(users(1, { organizations: ["example", "partner"] }), users(1, { organizations: ["example"] })),
  ),
  harmless(
    "harder-domain-to-person",
    FEWER,
    of(users(3, { emailDomains: ["example.com"] }), users(3, { emailAddresses: ["ann@example.com"] })),
  ),
  harmless(
    "harder-organization-to-its-team",
    FEWER,
    of(users(1, { organizations: ["example"] }), users(1, { teams: ["example/admins"] })),
  ),
  harmless("harder-list-where-none-was", FEWER, of(users(1, {}), users(1, { organizations: ["example"] }))),
  harmless(
    "harder-public-domain-removed",
    FEWER,
    of(users(3, { emailDomains: ["example.com", "gmail.com"] }), users(3, { emailDomains: ["example.com"] })),
  ),
  harmless("harder-groups", FEWER, of({ saml }, { saml: { ...saml, authorizedGroups: ["admins"] } })),
  harmless(
    "harder-group-removed",
    FEWER,
    of({ saml: { ...saml, authorizedGroups: ["admins", "all"] } }, { saml: { ...saml, authorizedGroups: ["admins"] } }),
  ),
  harmless(
    "harder-credentials-asked",
    "The identity provider asks for credentials every time.",
    of({ saml }, { saml: { ...saml, forceAuthn: true } }),
  ),
  harmless(
    "harder-not-started-by-provider",
    "Logins that the service did not ask for are refused.",
    of({ saml: { ...saml, allowIdpInitiated: true } }, { saml }),
  ),
  harmless(
    "harder-options-checked",
    "OPTIONS requests need a login again.",
    of(session({ optionsPassthrough: true }), locked),
  ),
  harmless(
    "harder-inactivity",
    "A session left open ends sooner.",
    of(session({ inactivityTimeout: 3600 }), session({ inactivityTimeout: 600 })),
  ),
  harmless(
    "harder-recheck",
    "A revoked user loses access sooner.",
    of(session({ authCheckInterval: 600 }), session({ authCheckInterval: 60 })),
  ),
  harmless(
    "harder-recheck-set",
    "A revoked user loses access within a minute.",
    of(locked, session({ authCheckInterval: 60 })),
  ),
  harmless(
    "harder-audience",
    "Tokens for other applications are refused.",
    of(
      { jwtValidation: { issuer: tokens.issuer } },
      { jwtValidation: { issuer: tokens.issuer, audience: tokens.audience } },
    ),
  ),
  harmless(
    "harder-issuer-removed",
    "Tokens of the other issuer are refused.",
    of(
      validated({ issuer: { allowList: [...tokens.issuer.allowList, { value: "https://old.example.com" }] } }),
      validated(),
    ),
  ),
  harmless(
    "harder-algorithm-removed",
    "Tokens with a shared secret are refused.",
    of(validated({ jws: { ...tokens.jws, allowedAlgorithms: ["RS256", "HS256"] } }), validated()),
  ),
  harmless(
    "harder-algorithm-exchanged",
    "A shared secret gives way to a signature of the issuer.",
    of(validated({ jws: { ...tokens.jws, allowedAlgorithms: ["HS256"] } }), validated()),
  ),
  harmless(
    "harder-keys-removed",
    "Keys of the other source are refused.",
    of(validated(keysAt("https://tokens.example.com/jwks", "https://keys.example.net/jwks")), validated()),
  ),
  harmless("harder-tokens-enabled", "A token is required again.", of(validated(disabled), validated())),
  harmless(
    "harder-webhook-secret",
    "Webhooks of the notification service need a secret too.",
    of(
      { webhookVerification: { provider: "sns" } },
      { webhookVerification: { provider: "sns", secret: "canary-sns" } },
    ),
  ),
  harmless("harder-client-certificates", "Clients need a certificate.", [[], [clients("ca_1")]]),
  harmless("harder-authority-removed", "Certificates of the other authority are refused.", [
    [clients("ca_1", "ca_2")],
    [clients("ca_1")],
  ]),
  harmless("harder-client-certificates-enabled", "Clients need a certificate again.", [
    [mutual("TlsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"], ...disabled })],
    [mutual("TlsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
  ]),
  harmless("harder-tls-stated", "Versions before 1.3 are refused.", [[], [tls("1.3")]]),
  harmless("harder-tls-from-obsolete", "Deprecated versions are refused.", [[tls("1.0")], [tls("1.2")]]),
  harmless(
    "harder-user-agents",
    "Another user agent is denied.",
    of({ userAgentFilter: { deny: ["bot"] } }, { userAgentFilter: { deny: ["bot", "crawler"] } }),
  ),
  harmless("harder-hsts", "Browsers use TLS alone.", of(locked, { ...locked, responseHeaders: { add: HSTS } })),
  harmless(
    "harder-csp",
    "Browsers run scripts of the site alone.",
    of(
      {},
      { responseHeaders: { add: { "content-security-policy": "default-src 'self'", "x-frame-options": "DENY" } } },
    ),
  ),
  harmless(
    "harder-user-removed",
    "Clients can no longer send the header that names a user.",
    of(locked, { ...locked, requestHeaders: { remove: ["x-user", "x-forwarded-user"] } }),
  ),
  harmless(
    "harder-cors-dropped",
    "Pages of another origin can no longer read responses.",
    of({ ...locked, responseHeaders: { add: { "access-control-allow-origin": "https://app.example.com" } } }, locked),
  ),
  harmless(
    "harder-breaker",
    "A failing upstream gets a rest.",
    of({}, { circuitBreaker: { volumeThreshold: 20, errorThresholdPercentage: 0.5, trippedDuration: 10 } }),
  ),
  harmless("harder-open-route-deleted", "What was public beside the protected route is gone.", [
    [at("admin", "/admin", locked), at("export", "/admin/export")],
    [at("admin", "/admin", locked)],
  ]),
  harmless("harder-open-route-disabled-login-added", "A route that was public now requires a login under a new name.", [
    [route()],
    [at("closed", "/api", locked)],
  ]),
  harmless("harder-tls-edge", "Clients of the TLS edge need a certificate.", [
    [],
    [mutual("TlsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
  ]),
];
