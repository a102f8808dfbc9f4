import { audit, ca, google, inbound, ingress, logs, mutual, policy, resource, route, saml, tls } from "../declared";
import { changed, drift, gone, type LabelledDrift, ofRoute } from "./drift";
import { addresses, at, disabled, locked, loginOn, tokens, tokensOn, users, validated } from "./label";

const NOTE = "The text is for people and programs, not for the service.";
const ORDER = "The order of the list makes no difference.";
const FEWER = "Fewer people get in than the program allows.";
const HSTS = { "strict-transport-security": "max-age=31536000" };
const session = (args: Readonly<Record<string, unknown>>) => ({ oauth: { ...locked.oauth, ...args } });
const monitoring = (tags: string) => ({ monitoring: { apiKey: "canary-api-key", site: "eu", tags } });

/** Changes by hand that opened and broke nothing. */
export const harmlessDrifts: readonly LabelledDrift[] = [
  ofRoute("drift-described", "low", NOTE, { ...locked, description: "old" }, { description: "by hand" }),
  ofRoute("drift-described-not", "low", NOTE, { ...locked, metadata: "old" }, { metadata: null }),
  ofRoute("drift-narrowed", "low", FEWER, google("example.com", "example.org"), google("example.com")),
  ofRoute(
    "drift-domain-to-person",
    "low",
    FEWER,
    google("example.com"),
    users(3, { emailAddresses: ["ann@example.com"] }),
  ),
  ofRoute("drift-groups-added", "low", FEWER, { saml }, { saml: { ...saml, authorizedGroups: ["admins"] } }),
  ofRoute(
    "drift-options-checked",
    "low",
    "OPTIONS requests need a login now.",
    session({ optionsPassthrough: true }),
    locked,
  ),
  ofRoute(
    "drift-session-shorter",
    "low",
    "A session ends sooner.",
    session({ maximumDuration: 3600 }),
    session({ maximumDuration: 600 }),
  ),
  ofRoute("drift-addresses-added", "low", "Users have to be in the network too.", locked, addresses),
  ofRoute("drift-tokens-added", "low", "A route that was public requires a token now.", {}, validated()),
  ofRoute("drift-login-enabled", "low", "A route that was public requires a login now.", session(disabled), locked),
  ofRoute("drift-policy-added", "low", "A rule denies requests that nothing denied before.", locked, {
    policy: inbound("a"),
  }),
  ofRoute(
    "drift-algorithm-removed",
    "low",
    "Fewer tokens are accepted.",
    validated({ jws: { ...tokens.jws, allowedAlgorithms: ["RS256", "ES256"] } }),
    validated(),
  ),
  ofRoute(
    "drift-hsts-added",
    "low",
    "Browsers use TLS alone.",
    { ...locked, responseHeaders: { add: { "x-a": "1" } } },
    { responseHeaders: { add: { "x-a": "1", ...HSTS } } },
  ),
  ofRoute(
    "drift-user-removed",
    "low",
    "Clients can no longer send the header that names a user.",
    { ...locked, requestHeaders: { remove: ["via"] } },
    { requestHeaders: { remove: ["via", "x-user"] } },
  ),
  ofRoute(
    "drift-compression",
    "low",
    "Compression decides nothing about who gets in.",
    { ...locked, compression: {} },
    { compression: null },
  ),
  ofRoute(
    "drift-breaker-tuned",
    "low",
    "The circuit trips a little later.",
    { ...locked, circuitBreaker: { volumeThreshold: 20 } },
    { circuitBreaker: { volumeThreshold: 25 } },
  ),
  ofRoute("drift-backend-behind-login", "low", "The same people get in, to another backend.", locked, {
    backend: { backendId: "bkdhr_2" },
  }),
  ofRoute("drift-order", "none", ORDER, google("example.com", "example.org"), google("example.org", "example.com")),
  ofRoute(
    "drift-order-of-policies",
    "none",
    ORDER,
    { ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_2"] } },
    { ipRestriction: { ipPolicyIds: ["ipp_2", "ipp_1"] } },
  ),
  ofRoute("drift-default-stated", "none", "The argument states the default.", locked, session({ enabled: true })),
  drift(
    "drift-authority-removed",
    "low",
    "Certificates of the other authority are refused now.",
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1", "ca_2"] })],
    changed("clients", { certificateAuthorityIds: ["ca_1"] }),
  ),
  drift(
    "drift-tls-raised",
    "low",
    "Versions before 1.3 are refused now.",
    [tls("1.2")],
    changed("tls", { minVersion: "1.3" }),
  ),
  drift(
    "drift-resource-narrowed",
    "low",
    FEWER,
    [route(), loginOn(users(1, { organizations: ["example", "partner"] }).oauth)],
    changed("login", { provider: locked.oauth.provider }),
  ),
  drift(
    "drift-resource-enabled",
    "low",
    "A route that was public requires a token now.",
    [route(), tokensOn({ ...tokens, ...disabled })],
    changed("tokens", { enabled: true }),
  ),
  drift(
    "drift-open-route-deleted",
    "low",
    "What was public beside the protected route is gone.",
    [at("admin", "/admin", locked), at("export", "/admin/export")],
    gone("export"),
  ),
  drift(
    "drift-ingress-described",
    "low",
    NOTE,
    [ingress({ metadata: "old" })],
    changed("agents", { metadata: "by hand" }),
  ),
  drift(
    "drift-authority-described",
    "low",
    NOTE,
    [ca({ description: "old" })],
    changed("hosts", { description: "by hand" }),
  ),
  drift(
    "drift-destination-described",
    "low",
    NOTE,
    [resource("EventDestination", "audit")({ format: "json", target: logs("logs"), description: "old" })],
    changed("audit", { description: "by hand" }),
  ),
  drift(
    "drift-event-tags",
    "low",
    "Tags are sent with the events, to the same target.",
    [audit(monitoring("a"))],
    changed("audit", { target: monitoring("a,b") }),
  ),
  drift(
    "drift-certificates-managed",
    "low",
    "Certificates are renewed now.",
    [ingress()],
    changed("agents", { certificateManagementPolicy: policy }),
  ),
  drift(
    "drift-certificate-type",
    "low",
    "Certificates get keys of another common type.",
    [ingress({ certificateManagementPolicy: policy })],
    changed("agents", { certificateManagementPolicy: { ...policy, privateKeyType: "ecdsa" } }),
  ),
];
