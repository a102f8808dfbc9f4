import {
  audit,
  ca,
  google,
  ingress,
  jwt,
  logs,
  mutual,
  of,
  oidc,
  policy,
  resource,
  route,
  saml,
  tls,
} from "../declared";
import {
  addresses,
  github,
  harmless,
  type Label,
  locked,
  loginOn,
  tokens,
  users,
  validated,
  withOptions,
} from "./label";

const KNOWN = "The argument states the default.";
const ORDER = "The order of the list makes no difference.";
const NOTE = "The text is for people and programs, not for the service.";
const ROTATED = "The check stays the same with a new secret.";
const hidden = (value: unknown) => ({ $secret: value });
const MARKED = "The content is the same; it is now stored as a secret.";
const clients = (...certificateAuthorityIds: string[]) => mutual("HttpsEdgeMutualTls", { certificateAuthorityIds });
const application = (clientSecret: string) =>
  users(3, { clientId: "app", clientSecret, emailDomains: ["example.com"] });
const monitoring = (apiKey: unknown, tags = "env:prod") => audit({ monitoring: { apiKey, site: "eu", tags } });
const described = (description: string) =>
  resource("EventDestination", "audit")({ format: "json", target: logs("logs"), description, metadata: description });

/** The same said in another way: order, spelling, defaults, descriptions and secrets. */
export const spellings: readonly Label[] = [
  harmless("spelled-enabled", KNOWN, of(locked, { oauth: { ...locked.oauth, enabled: true } })),
  harmless(
    "spelled-addresses-enabled",
    KNOWN,
    of(addresses, { ipRestriction: { ipPolicyIds: ["ipp_1"], enabled: true } }),
  ),
  harmless("spelled-options-checked", KNOWN, of(locked, { oauth: { ...locked.oauth, optionsPassthrough: false } })),
  harmless(
    "spelled-name-format",
    KNOWN,
    of({ saml }, { saml: { ...saml, nameidFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" } }),
  ),
  harmless(
    "spelled-backend-enabled",
    KNOWN,
    of(locked, { ...locked, backend: { backendId: "bkdhr_1", enabled: true } }),
  ),
  harmless("spelled-key-type", KNOWN, [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "rsa" } })],
  ]),
  harmless(
    "spelled-empty-list",
    "An empty list of addresses adds nobody to the organization.",
    of(locked, users(1, { organizations: ["example"], emailAddresses: [] })),
  ),
  harmless(
    "order-of-policies",
    ORDER,
    of({ ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_2"] } }, { ipRestriction: { ipPolicyIds: ["ipp_2", "ipp_1"] } }),
  ),
  harmless("order-of-authorities", ORDER, [[clients("ca_1", "ca_2")], [clients("ca_2", "ca_1")]]),
  harmless(
    "order-of-algorithms",
    ORDER,
    of(
      validated({ jws: { ...tokens.jws, allowedAlgorithms: ["RS256", "ES256"] } }),
      validated({ jws: { ...tokens.jws, allowedAlgorithms: ["ES256", "RS256"] } }),
    ),
  ),
  harmless(
    "order-of-issuers",
    ORDER,
    of(
      validated({ issuer: { allowList: [{ value: "https://a.example.com" }, { value: "https://b.example.com" }] } }),
      validated({ issuer: { allowList: [{ value: "https://b.example.com" }, { value: "https://a.example.com" }] } }),
    ),
  ),
  harmless(
    "twice-listed",
    "The same organization is named twice.",
    of(locked, users(1, { organizations: ["example", "example"] })),
  ),
  harmless(
    "domain-twice-listed",
    "The same domain is named twice.",
    of(google("example.com"), google("example.com", "example.com")),
  ),
  harmless(
    "header-letter-case",
    "Letter case of a header's name makes no difference.",
    of(
      {
        ...locked,
        requestHeaders: { remove: ["x-user"] },
        responseHeaders: { add: { "strict-transport-security": "max-age=9" } },
      },
      {
        ...locked,
        requestHeaders: { remove: ["X-User"] },
        responseHeaders: { add: { "Strict-Transport-Security": "max-age=9" } },
      },
    ),
  ),
  harmless(
    "described-route",
    NOTE,
    of(locked, { ...locked, description: "oauth removed", metadata: '{"enabled":false}' }),
  ),
  harmless("described-authority", NOTE, [[ca({})], [ca({ description: "hosts", metadata: "none" })]]),
  harmless("described-destination", NOTE, [[described("old")], [described("new")]]),
  harmless("described-ingress", NOTE, [[ingress({ description: "old" })], [ingress()]]),
  harmless("described-unknown", NOTE, [
    [route(locked)],
    [route({ ...locked, metadata: { $id: "agents" } }), ingress()],
  ]),
  harmless("described-secret", NOTE, of(locked, { ...locked, metadata: hidden("canary-metadata") })),
  harmless("rotated-application", ROTATED, of(application("canary-old"), application("canary-new"))),
  harmless("rotated-oidc", ROTATED, of({ oidc }, { oidc: { ...oidc, clientSecret: "canary-oidc-new" } })),
  harmless("rotated-webhook-resource", ROTATED, [
    [
      route(),
      resource(
        "HttpsEdgeRouteWebhookVerification",
        "signed",
      )({ route: { $resource: "route" }, ...github.webhookVerification }),
    ],
    [
      route(),
      resource(
        "HttpsEdgeRouteWebhookVerification",
        "signed",
      )({ route: { $resource: "route" }, provider: "github", secret: hidden("canary-hook-new") }),
    ],
  ]),
  harmless("rotated-api-key", ROTATED, [[monitoring("canary-api-1")], [monitoring(hidden("canary-api-2"))]]),
  harmless("marked-login", MARKED, of(locked, { oauth: hidden(locked.oauth) })),
  harmless("marked-tokens", MARKED, of({ jwtValidation: jwt }, { jwtValidation: hidden(jwt) })),
  harmless("marked-addresses", MARKED, of(addresses, { ipRestriction: { ipPolicyIds: hidden(["ipp_1"]) } })),
  harmless("marked-resource-list", MARKED, [
    [route(), loginOn()],
    [route(), loginOn({ provider: { provider1: { organizations: hidden(["example"]) } } })],
  ]),
  harmless("marked-metadata-of-provider", MARKED, of({ saml }, { saml: hidden(saml) })),
  harmless("additional-secret-output", "The option encrypts an output in the state.", [
    [ca({})],
    [withOptions(ca({}), { additionalSecretOutputs: ["publicKey"] })],
  ]),
  harmless("tags-of-events", "Tags are sent with the events, to the same target.", [
    [monitoring("canary-api")],
    [monitoring("canary-api", "env:prod,team:edge")],
  ]),
  harmless("tls-same-version", "The version is the same.", [
    [tls("1.2")],
    [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE", minVersion: "1.2", enabled: true })],
  ]),
  harmless(
    "cookie-prefix",
    "Users sign in once more, under another cookie.",
    of(locked, { oauth: { ...locked.oauth, cookiePrefix: "edge." } }),
  ),
  harmless(
    "trace-header",
    "The header names the ingress, not a user.",
    of(locked, { ...locked, requestHeaders: { add: { "x-served-by": "edge" } } }),
  ),
  harmless(
    "server-header-removed",
    "Clients no longer see what the backend runs.",
    of(locked, { ...locked, responseHeaders: { remove: ["server", "x-powered-by"] } }),
  ),
  harmless(
    "compressed",
    "Compression decides nothing about who gets in.",
    of({ ...locked, compression: {} }, { ...locked, compression: { enabled: false } }),
  ),
  harmless(
    "token-type-hint",
    "The hint is for parsing; location and checks stay.",
    of(
      validated({ http: { tokens: [{ type: "jwt", method: "header", name: "authorization", prefix: "Bearer " }] } }),
      validated(),
    ),
  ),
];
