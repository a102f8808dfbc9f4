import { type Args, mutual, oauth, of, type Pair, resource, route } from "../declared";
import { at, disabled, harmless, type Label, locked, risky } from "./label";

/** Headers in general, what is hidden beside something readable, TCP edges, traffic policies and routes that take over. */

const request = (before: Args, after: Args): Pair =>
  of({ ...locked, requestHeaders: before }, { ...locked, requestHeaders: after });
const response = (before: Args, after: Args): Pair =>
  of({ ...locked, responseHeaders: before }, { ...locked, responseHeaders: after });
const hidden = { $secret: { "x-upstream-token": "canary-token" } };
const CSP = { "content-security-policy": "default-src 'self'" };

const BESIDE =
  "The secret beside it hides nothing of it: clients can send the header by which the backend may know its users.";
const UNSHOWN = "What the headers are that are set is a secret.";

const hiddenBeside: readonly Label[] = [
  risky(
    "beside-hidden-remove-emptied",
    "medium",
    BESIDE,
    request({ add: hidden, remove: ["x-user"] }, { add: hidden, remove: [] }),
  ),
  risky(
    "beside-hidden-remove-dropped",
    "medium",
    BESIDE,
    request({ add: hidden, remove: ["x-user"] }, { add: hidden }),
  ),
  risky(
    "beside-hidden-module-off",
    "medium",
    BESIDE,
    request({ add: hidden, remove: ["x-user"] }, { add: hidden, remove: ["x-user"], ...disabled }),
  ),
  risky(
    "beside-hidden-module-gone",
    "medium",
    BESIDE,
    of({ ...locked, requestHeaders: { add: hidden, remove: ["x-user"] } }, locked),
  ),
  risky(
    "beside-hidden-csp-removed",
    "medium",
    "The policy of the backend no longer reaches browsers, whatever is hidden beside it.",
    response({ add: hidden, remove: ["server"] }, { add: hidden, remove: ["server", "content-security-policy"] }),
  ),
  risky(
    "beside-hidden-remove-secret",
    "medium",
    "Which headers are no longer removed is not shown.",
    request({ remove: { $secret: ["x-user"] } }, { remove: { $secret: ["x-other"] } }),
  ),
  risky(
    "beside-secret-value-csp-gone",
    "medium",
    "The content security policy is gone; that another header is a secret hides nothing.",
    response({ add: { ...CSP, "x-key": { $secret: "canary" } } }, { add: { "x-key": { $secret: "canary" } } }),
  ),
  risky("hidden-headers-new", "medium", UNSHOWN, of(locked, { ...locked, requestHeaders: { add: hidden } })),
  risky(
    "hidden-headers-new-whole",
    "medium",
    UNSHOWN,
    of(locked, { ...locked, requestHeaders: { $secret: { add: { "x-user": "canary" } } } }),
  ),
  risky("hidden-response-headers-new", "medium", UNSHOWN, of(locked, { ...locked, responseHeaders: { add: hidden } })),
  risky(
    "hidden-response-headers-gone",
    "medium",
    "A policy for browsers may have been among the headers.",
    of({ ...locked, responseHeaders: { add: hidden } }, locked),
  ),
  risky(
    "hidden-response-headers-off",
    "medium",
    "A policy for browsers may have been among the headers.",
    response({ add: hidden }, { add: hidden, ...disabled }),
  ),
  risky(
    "hidden-policy-new",
    "medium",
    "What a traffic policy does that is new is a secret.",
    of(locked, { ...locked, policy: { $secret: { inbound: { actions: { type: "canary" } } } } }),
  ),
];

const BELIEVED = "If the backend believes the header, every user has what it names.";
const asserted = (name: string, header: string): Label =>
  risky(name, "medium", BELIEVED, of(locked, { ...locked, requestHeaders: { add: { [header]: "1" } } }));
const unstripped = (name: string, header: string): Label =>
  risky(
    name,
    "medium",
    "Clients can send the header that the edge removed so far.",
    request({ remove: [header, "via"] }, { remove: ["via"] }),
  );

const identity: readonly Label[] = [
  asserted("asserted-subrequest", "X-Middleware-Subrequest"),
  asserted("asserted-admin-secret", "X-Hasura-Admin-Secret"),
  asserted("asserted-access-jwt", "Cf-Access-Jwt-Assertion"),
  asserted("asserted-cluster-address", "X-Cluster-Client-Ip"),
  asserted("asserted-tenant", "X-Tenant-Id"),
  asserted("asserted-roles", "X-Auth-Roles"),
  asserted("asserted-impersonation", "Impersonate-User"),
  asserted("asserted-account", "X-Account"),
  asserted("asserted-original-url", "X-Original-Url"),
  asserted("asserted-forwarded", "Forwarded"),
  unstripped("unstripped-subrequest", "x-middleware-subrequest"),
  unstripped("unstripped-own-name", "x-acme-internal-flag"),
  unstripped("unstripped-short-name", "x-a"),
  unstripped("unstripped-upper-case", "X-ACME-STAFF"),
];

const shared = (name: string, add: Args, because: string): Label =>
  risky(name, "medium", because, of(locked, { ...locked, responseHeaders: { add } }));
const STORED = "Shared caches may store what the login protects.";

const sharing: readonly Label[] = [
  shared("cdn-cache", { "CDN-Cache-Control": "max-age=600" }, STORED),
  shared("surrogate-cache", { "surrogate-control": "max-age=600" }, STORED),
  shared("cache-s-maxage", { "cache-control": "s-maxage=60" }, STORED),
  shared("vendor-cdn-cache", { "Acme-CDN-Cache-Control": "public, max-age=60" }, STORED),
  shared(
    "credentials-alone",
    { "access-control-allow-credentials": "true" },
    "If the backend names origins, their pages read responses with the user's session.",
  ),
  shared(
    "origin-pattern",
    { "access-control-allow-origin": "https://*.example.net" },
    "Pages of many origins may read what the login protects.",
  ),
  risky(
    "no-store-gone",
    "medium",
    STORED,
    response({ add: { "cache-control": "no-store" } }, { add: { "x-frame-options": "deny" } }),
  ),
  risky(
    "private-to-max-age",
    "medium",
    STORED,
    response({ add: { "cache-control": "private" } }, { add: { "cache-control": "max-age=600" } }),
  ),
];

const tcp = (backendId: string, name = "upstream") =>
  resource("TcpEdgeBackend", name)({ edgeId: "EDGE-tcp", backendId });
const PUBLIC = "A TCP edge has no login: whoever connects reaches the backend that a login protects.";
const action = (type: string) => ({ inbound: { expressions: ["true"], actions: { type } } });
const NOT_SHOWN = "The reference does not show what the action does: it may send requests or responses elsewhere.";

const edgesAndPolicies: readonly Label[] = [
  risky("tcp-beside-login", "medium", PUBLIC, [[route(locked)], [route(locked), tcp("bkdhr_1")]]),
  risky("tcp-beside-client-certificates", "medium", PUBLIC, [
    [route(), mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
    [route(), mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] }), tcp("bkdhr_1")],
  ]),
  risky("tcp-to-protected-backend", "medium", PUBLIC, [
    [route(locked), resource("TcpEdgeBackend", "upstream")({ edgeId: "EDGE-tcp", backendId: "bkdhr_1", ...disabled })],
    [route(locked), tcp("bkdhr_1")],
  ]),
  risky("policy-forward-added", "medium", NOT_SHOWN, of(locked, { ...locked, policy: action("forward") })),
  risky("policy-rewrite-added", "medium", NOT_SHOWN, of(locked, { ...locked, policy: action("url-rewrite") })),
  risky(
    "policy-cors-added",
    "medium",
    NOT_SHOWN,
    of(locked, { ...locked, policy: { outbound: { actions: { type: "add-headers" } } } }),
  ),
  risky(
    "policy-switched-with-other-rule",
    "medium",
    NOT_SHOWN,
    of({ ...locked, policy: { ...action("deny"), ...disabled } }, { ...locked, policy: action("redirect") }),
  ),
  risky("policy-custom-response-added", "medium", NOT_SHOWN, of({}, { policy: action("custom-response") })),
  risky(
    "policy-deny-and-outbound",
    "medium",
    NOT_SHOWN,
    of(locked, { ...locked, policy: { ...action("deny"), outbound: { actions: { type: "add-headers" } } } }),
  ),
];

const stripping = { requestHeaders: { remove: ["x-user"] } };
const HANDED = "The route that takes the requests does not remove the header by which the backend may know its users.";

const handedOver: readonly Label[] = [
  risky("handed-to-unstripping", "medium", HANDED, [
    [route({ ...locked, ...stripping })],
    [route({ ...locked, ...stripping }), at("narrow", "/api/reports", locked)],
  ]),
  risky("deleted-to-unstripping", "medium", HANDED, [
    [route({ ...locked, ...stripping }), at("all", "/", locked)],
    [at("all", "/", locked)],
  ]),
  risky("open-handed-to-unstripping", "medium", HANDED, [
    [route(stripping)],
    [route(stripping), at("narrow", "/api/reports")],
  ]),
];

const accounts: readonly Label[] = [
  risky("provider-and-address", "medium", "The key of the account is sent to another address.", [
    [
      resource("Provider", "account")({ baseUrl: "BASE_URL" }),
      route({ oauth }, { provider: { $resource: "account" } }),
    ],
    [
      resource("Provider", "account")({ baseUrl: "https://api.example.net" }),
      route({ oauth }, { provider: { $resource: "account" } }),
    ],
  ]),
];

export const classes: readonly Label[] = [
  ...[...hiddenBeside, ...identity, ...sharing, ...edgesAndPolicies, ...handedOver, ...accounts],
];

const SAME = "The same people are admitted, and browsers and backends receive nothing that they may trust.";

export const harmlessClasses: readonly Label[] = [
  harmless(
    "beside-hidden-unchanged",
    SAME,
    request({ add: hidden, remove: ["x-user"] }, { add: hidden, remove: ["x-user", "x-b"] }),
  ),
  harmless(
    "secret-value-of-plain-name",
    SAME,
    of(locked, { ...locked, requestHeaders: { add: { "x-trace": { $secret: "canary" } } } }),
  ),
  harmless("plain-request-header", SAME, of(locked, { ...locked, requestHeaders: { add: { "x-trace": "1" } } })),
  harmless("plain-request-header-other", SAME, request({ add: { "x-trace": "1" } }, { add: { "x-trace": "2" } })),
  harmless(
    "own-origin-alone",
    SAME,
    of(locked, { ...locked, responseHeaders: { add: { "access-control-allow-origin": "https://app.acme.com" } } }),
  ),
  harmless(
    "cache-to-no-store",
    SAME,
    response({ add: { "cache-control": "max-age=60" } }, { add: { "cache-control": "no-store" } }),
  ),
  harmless(
    "cache-private-added",
    SAME,
    of(locked, { ...locked, responseHeaders: { add: { "cache-control": "private" } } }),
  ),
  harmless(
    "csp-star-to-self",
    "The policy allows less.",
    response({ add: { "content-security-policy": "default-src *" } }, { add: CSP }),
  ),
  harmless("csp-added", "Browsers allow less.", response({ add: {} }, { add: CSP })),
  harmless(
    "referrer-stricter",
    "Browsers send less.",
    response({ add: { "referrer-policy": "origin" } }, { add: { "referrer-policy": "no-referrer" } }),
  ),
  harmless(
    "frame-deny-to-same",
    "Pages of other origins still embed nothing.",
    response({ add: { "x-frame-options": "DENY" } }, { add: { "x-frame-options": "SAMEORIGIN" } }),
  ),
  harmless("response-header-plain", SAME, response({ add: { "x-a": "1" } }, { add: { "x-b": "1" } })),
  harmless("identity-header-stripped", "Clients can no longer send it.", of(locked, { ...locked, ...stripping })),
  harmless(
    "identity-header-still-set",
    "The edge sets the header, so that clients cannot.",
    request({ remove: ["x-trace"] }, { add: { "x-trace": "1" } }),
  ),
  harmless(
    "policy-deny-added",
    "The policy rejects requests that were served.",
    of(locked, { ...locked, policy: action("deny") }),
  ),
  harmless(
    "policy-deny-added-upper",
    "The policy rejects requests that were served.",
    of({}, { policy: action("DENY") }),
  ),
  harmless(
    "policy-disabled-added",
    "A disabled policy does nothing, and none was declared before.",
    of(
      { ...locked, policy: { ...action("forward"), ...disabled } },
      { ...locked, policy: { ...action("forward"), ...disabled } },
    ),
  ),
  harmless("tcp-new-alone", "No other route or edge protects the backend.", [[], [tcp("bkdhr_9")]]),
  harmless("tcp-beside-public", "The backend is public already.", [
    [route({ backend: { backendId: "bkdhr_shared" } })],
    [route({ backend: { backendId: "bkdhr_shared" } }), tcp("bkdhr_shared")],
  ]),
  harmless("tcp-moved-within-program", "The edge and the backend stay the same.", [
    [tcp("bkdhr_1")],
    [tcp("bkdhr_1", "renamed")],
  ]),
  harmless("handed-to-stripping", "The other route removes the header, too.", [
    [route({ ...locked, ...stripping })],
    [route({ ...locked, ...stripping }), at("narrow", "/api/reports", { ...locked, ...stripping })],
  ]),
  harmless("narrow-for-some", "The narrower route admits some of the people whom the other one admits.", [
    [route({ oauth: { provider: { provider3: { emailDomains: ["acme.com"] } } } })],
    [
      route({ oauth: { provider: { provider3: { emailDomains: ["acme.com"] } } } }),
      at("narrow", "/api/reports", { oauth: { provider: { provider3: { emailAddresses: ["ann@acme.com"] } } } }),
    ],
  ]),
  harmless("narrow-for-one-group", "The narrower route admits some of the people whom the other one admits.", [
    [route({ saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["a", "b"] } })],
    [
      route({ saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["a", "b"] } }),
      at("narrow", "/api/reports", { saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["a"] } }),
    ],
  ]),
  harmless("provider-of-same-address", "Both providers have the same address, and the key is that of the program.", [
    [
      resource("Provider", "one")({ baseUrl: "BASE_URL" }),
      resource("Provider", "two")({ baseUrl: "BASE_URL", apiKey: "canary-a" }),
      route({ oauth }, { provider: { $resource: "one" } }),
    ],
    [
      resource("Provider", "one")({ baseUrl: "BASE_URL" }),
      resource("Provider", "two")({ baseUrl: "BASE_URL", apiKey: "canary-a" }),
      route({ oauth }, { provider: { $resource: "two" } }),
    ],
  ]),
];
