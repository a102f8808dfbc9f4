import { google, inbound, oidc, saml } from "../declared";
import { type LabelledDrift, ofRoute } from "./drift";
import { addresses, idle, locked, tokens, users, validated } from "./label";

const HSTS = { "strict-transport-security": "max-age=31536000" };
const session = (args: Readonly<Record<string, unknown>>) => ({ oauth: { ...locked.oauth, ...args } });

/** Changes by hand of a route's arguments that broke it, or may have opened it. */
export const checkDrifts: readonly LabelledDrift[] = [
  ofRoute("drift-not-served", "medium", "The route serves nobody now.", locked, idle),
  ofRoute(
    "drift-domain-added",
    "medium",
    "People of another domain get in now.",
    google("example.com"),
    google("example.com", "example.org"),
  ),
  ofRoute(
    "drift-organization-exchanged",
    "medium",
    "Other people get in now.",
    locked,
    users(1, { organizations: ["partner"] }),
  ),
  ofRoute(
    "drift-metadata-exchanged",
    "medium",
    "Another identity provider signs users in now.",
    { saml },
    {
      saml: { idpMetadata: '<EntityDescriptor entityID="https://login.example.net/saml"/>' },
    },
  ),
  ofRoute(
    "drift-issuer-exchanged",
    "medium",
    "Another party signs users in now.",
    { oidc },
    {
      oidc: { ...oidc, issuer: "https://login.example.net" },
    },
  ),
  ofRoute(
    "drift-audience-added",
    "medium",
    "Tokens for another application are accepted now.",
    validated(),
    validated({ audience: { allowList: [{ value: "api" }, { value: "public-site" }] } }),
  ),
  ofRoute(
    "drift-keys-added",
    "medium",
    "Whoever serves the other URL can sign tokens now.",
    validated(),
    validated({
      jws: {
        ...tokens.jws,
        keys: { sources: { additionalJkus: ["https://tokens.example.com/jwks", "https://keys.example.net/jwks"] } },
      },
    }),
  ),
  ofRoute(
    "drift-options-pass",
    "medium",
    "OPTIONS requests need no login now.",
    locked,
    session({ optionsPassthrough: true }),
  ),
  ofRoute(
    "drift-session-longer",
    "medium",
    "A stolen session is usable for a year.",
    session({ maximumDuration: 3600 }),
    session({ maximumDuration: 31_536_000 }),
  ),
  ofRoute(
    "drift-recheck-rarer",
    "medium",
    "A revoked user keeps access for a month.",
    session({ authCheckInterval: 300 }),
    session({ authCheckInterval: 2_592_000 }),
  ),
  ofRoute("drift-policy-of-addresses", "medium", "What the other IP policy allows is not shown.", addresses, {
    ipRestriction: { ipPolicyIds: ["ipp_2"] },
  }),
  ofRoute(
    "drift-policy-never-matches",
    "medium",
    "The expression is never true, so nothing is denied any more.",
    { policy: inbound("a") },
    { policy: inbound("false") },
  ),
  ofRoute(
    "drift-user-agents-deleted",
    "medium",
    "Clients that were kept out may get in.",
    { userAgentFilter: { deny: ["bot"] } },
    { userAgentFilter: null },
  ),
  ofRoute(
    "drift-other-backend",
    "medium",
    "A backend that is not shown is public now.",
    {},
    { backend: { backendId: "bkdhr_2" } },
  ),
  ofRoute(
    "drift-open-match",
    "medium",
    "All paths of the backend are public now.",
    { match: "/public" },
    { match: "/" },
  ),
  ofRoute(
    "drift-hsts-dropped",
    "medium",
    "Browsers may connect without TLS again.",
    { ...locked, responseHeaders: { add: HSTS } },
    { responseHeaders: { add: { "x-a": "1" } } },
  ),
  ofRoute(
    "drift-user-asserted",
    "medium",
    "If the backend believes the header, every user is an administrator.",
    { ...locked, requestHeaders: { add: { "x-served-by": "edge" } } },
    { requestHeaders: { add: { "x-served-by": "edge", "x-user": "admin" } } },
  ),
  ofRoute(
    "drift-user-not-removed",
    "medium",
    "Clients can send the header by which the backend may know its users.",
    { ...locked, requestHeaders: { remove: ["x-user"] } },
    { requestHeaders: null },
  ),
  ofRoute(
    "drift-breaker-deleted",
    "medium",
    "A failing upstream gets no rest.",
    { circuitBreaker: { volumeThreshold: 9 } },
    { circuitBreaker: null },
  ),
];
