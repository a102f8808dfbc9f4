import type { Severity } from "../../src/insight/report/finding";
import {
  audit,
  ca,
  component,
  type Declared,
  google,
  inbound,
  ingress,
  jwt,
  KEEP,
  keys,
  login,
  logs,
  mutual,
  oauth,
  of,
  ofJws,
  oidc,
  type Pair,
  policy,
  ROUTE,
  resource,
  retain,
  route,
  saml,
  tls,
} from "./declared";

/**
 * Changes of programs, each labelled with what a reviewer ought to hear of it. Each has an edge (`EDGE`) and a domain
 * (`DOMAIN`) of its own, so that all of them fit into one stack.
 */
export interface LabelledChange {
  readonly name: string;
  /** The highest severity that is expected; for harmless changes `low` or none. */
  readonly expected: Severity | "none";
  /** The rule of that finding. */
  readonly rule?: string;
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
}

const at = (baseUrl: string, apiKey?: string): Declared =>
  resource("Provider", "account")({ baseUrl, ...(apiKey && { apiKey }) });
const addressed = (...emailAddresses: string[]) => ({ oauth: { provider: { provider3: { emailAddresses } } } });

const one = resource("Provider", "one")({ baseUrl: "BASE_URL" });
const two = resource("Provider", "two")({ baseUrl: "BASE_URL", apiKey: "canary-a" });

const risky = (name: string, expected: Severity, rule: string, [before, after]: Pair): LabelledChange => ({
  ...{ name, expected, rule, before, after },
});

const harmless = (name: string, expected: "low" | "none", [before, after]: Pair): LabelledChange => ({
  ...{ name, expected, before, after },
});

const csp = (value: unknown) => ({ responseHeaders: { add: { "content-security-policy": value } } });

export const riskyChanges: readonly LabelledChange[] = [
  risky(
    "hidden-csp",
    "medium",
    "protection-not-known",
    of(csp("default-src 'self'"), csp({ $secret: "default-src *" })),
  ),
  risky(
    "hidden-csp-whole",
    "medium",
    "protection-not-known",
    of(csp("default-src 'self'"), {
      responseHeaders: { add: { $secret: { "content-security-policy": "default-src *" } } },
    }),
  ),
  risky("policy-action-removed", "high", "policy-emptied", of({ policy: inbound("a") }, { policy: { inbound: {} } })),
  risky(
    "issuer-for-all",
    "high",
    "public-issuer-allowed",
    of({ oidc }, { oidc: { ...oidc, issuer: "https://accounts.google.com" } }),
  ),
  risky("open-somewhere", "medium", "open-route-not-known", [[], [ingress(), route({ match: { $uri: "agents" } })]]),
  risky("tls-unreadable", "medium", "tls-not-known", [[tls("1.2")], [tls("modern")]]),
  risky("other-login", "medium", "requests-protected-otherwise", [
    [route(google("example.com")), route({ match: "/", oauth }, undefined, "all")],
    [route({ match: "/", oauth }, undefined, "all")],
  ]),
  risky("other-authority", "medium", "certificate-authority-changed", [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress({ certificateManagementPolicy: { ...policy, authority: "another" } })],
  ]),
  risky("other-role", "medium", "events-access-changed", [
    [audit(logs("logs"))],
    [audit({ cloudLogs: { logGroupArn: "logs", auth: { role: { roleArn: "another" } } } })],
  ]),
  risky("without-effect", "medium", "protection-without-effect", [[], [route({ ipRestriction: { ipPolicyIds: [] } })]]),
  risky("backend-stated", "medium", "backend-stated-open", of({ backend: undefined }, {})),
  risky("only-looked-up", "medium", "no-longer-managed", [
    [route({ oauth })],
    [{ ...route(), args: { edgeId: "EDGE" }, isLookedUp: true }],
  ]),
  risky("other-address", "medium", "account-changed", [
    [at("BASE_URL"), route({ oauth }, { provider: { $resource: "account" } })],
    [at("https://other.example.com"), route({ oauth }, { provider: { $resource: "account" } })],
  ]),
  risky("other-provider", "medium", "account-changed", [
    [at("BASE_URL"), route({ oauth })],
    [at("BASE_URL", "canary-other-key"), route({ oauth }, { provider: { $resource: "account" } })],
  ]),
  risky("login-removed", "high", "protection-removed", of({ oauth }, {})),
  risky("saml-disabled", "high", "protection-removed", of({ saml }, { saml: { ...saml, enabled: false } })),
  risky("oidc-removed", "high", "protection-removed", of({ oidc }, {})),
  risky("jwt-removed", "high", "protection-removed", of({ jwtValidation: jwt }, {})),
  risky("addresses-removed", "high", "protection-removed", of({ ipRestriction: { ipPolicyIds: ["ipp_1"] } }, {})),
  risky("webhook-removed", "high", "protection-removed", of({ webhookVerification: { provider: "sns" } }, {})),
  risky("policy-removed", "high", "protection-removed", of({ policy: inbound("a") }, {})),
  risky("login-resource-removed", "high", "protection-removed", [[route(), login()], [route()]]),
  risky("mutual-tls-removed", "high", "protection-removed", [
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
    [],
  ]),
  risky("mutual-tls-disabled", "high", "protection-removed", [
    [mutual("TlsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
    [mutual("TlsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"], enabled: false })],
  ]),
  risky(
    "enabled-without-login",
    "high",
    "protection-removed",
    of({ oauth, backend: { backendId: "bkdhr_1", enabled: false } }, {}),
  ),
  risky("opened-later", "high", "served-unprotected", of({ backend: { backendId: "bkdhr_1", enabled: false } }, {})),
  risky("renamed-without-login", "high", "protection-removed", [[route({ oauth })], [route({}, undefined, "renamed")]]),
  risky("saml-to-oidc", "medium", "protection-replaced", of({ saml }, { oidc })),
  risky(
    "organizations-removed",
    "high",
    "allow-list-emptied",
    of({ oauth }, { oauth: { provider: { provider1: {} } } }),
  ),
  risky(
    "domain-added",
    "medium",
    "allow-list-widened",
    of(google("example.com"), google("example.com", "example.org")),
  ),
  risky(
    "public-domain",
    "high",
    "public-domain-allowed",
    of(google("example.com"), google("example.com", "gmail.com")),
  ),
  risky("provider-changed", "medium", "identity-provider-changed", of({ oauth }, google("example.com"))),
  risky(
    "groups-removed",
    "high",
    "allow-list-emptied",
    of({ saml: { ...saml, authorizedGroups: ["admins"] } }, { saml }),
  ),
  risky(
    "issuer-added",
    "medium",
    "allow-list-widened",
    of({ jwtValidation: jwt }, { jwtValidation: { issuer: { allowList: [...jwt.issuer.allowList, { value: "b" }] } } }),
  ),
  risky("unsigned-tokens", "high", "weak-algorithm", of(ofJws("RS256"), ofJws("RS256", "none"))),
  risky("shared-secret-tokens", "high", "weak-algorithm", of(ofJws("RS256"), ofJws("HS256"))),
  risky("authority-added", "medium", "allow-list-widened", [
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1", "ca_2"] })],
  ]),
  risky(
    "longer-session",
    "medium",
    "session-longer",
    of({ oauth: { ...oauth, maximumDuration: 3600 } }, { oauth: { ...oauth, maximumDuration: 86_400 } }),
  ),
  risky("options-pass", "medium", "check-weakened", of({ oauth }, { oauth: { ...oauth, optionsPassthrough: true } })),
  risky(
    "webhook-secret-removed",
    "high",
    "webhook-secret-removed",
    of(
      { webhookVerification: { provider: "sns", secret: "canary-webhook" } },
      { webhookVerification: { provider: "sns" } },
    ),
  ),
  risky("policy-changed", "medium", "policy-changed", of({ policy: inbound("a") }, { policy: inbound("b") })),
  risky("user-agents-removed", "medium", "user-agent-filter-removed", of({ userAgentFilter: { deny: ["bot"] } }, {})),
  risky("tls-obsolete", "high", "tls-obsolete", [[tls("1.2")], [tls("1.0")]]),
  risky("tls-lowered", "medium", "tls-lowered", [[tls("1.3")], [tls("1.2")]]),
  risky("ingress-moved", "high", "ingress-replaced", [[ingress()], [ingress({ domain: "new-DOMAIN" })]]),
  risky("certificates-off", "high", "certificates-unmanaged", [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress()],
  ]),
  risky("authority-replaced", "high", "authority-replaced", [
    [ca({ privateKeyType: "rsa", keySize: 2048 })],
    [ca({ privateKeyType: "rsa", keySize: 4096 })],
  ]),
  risky("events-stopped", "high", "events-stopped", [[audit(logs("logs"))], []]),
  risky("events-redirected", "medium", "events-redirected", [[audit(logs("logs"))], [audit(logs("other"))]]),
  risky("match-changed", "medium", "route-match-changed", of({}, { match: "/v2" })),
  risky("left-behind", "medium", "module-left-behind", of({ oauth }, { retainRemovedModules: true })),
  risky("route-retained", "medium", "route-left-serving", [[retain, route({ oauth }, KEEP)], [retain]]),
  risky("route-retained-open", "high", "route-left-open", [
    [retain, route({}, KEEP), { ...login({ edgeId: "EDGE", routeId: { $id: "route" } }), options: KEEP }],
    [retain],
  ]),
  risky("shadowed-open", "medium", "route-shadowed-open", [
    [route({ oauth })],
    [route({ oauth }), route({ match: "/api/open" }, undefined, "open")],
  ]),
  risky("breaker-off", "medium", "circuit-breaker-off", of({ circuitBreaker: { volumeThreshold: 9 } }, {})),
  risky("backend-off", "medium", "traffic-stopped", of({}, { backend: { backendId: "bkdhr_1", enabled: false } })),
  risky("unknown-organizations", "medium", "protection-not-known", [
    [route({ oauth })],
    [route({ oauth: { provider: { provider1: { organizations: [{ $uri: "agents" }] } } } }), ingress()],
  ]),
  risky("ingress-deleted", "high", "ingress-deleted", [[ingress()], []]),
  risky("authority-deleted", "high", "authority-deleted", [[ca({})], []]),
  risky("route-moved", "medium", "route-moved", of({}, { edgeId: "EDGE-2" })),
  risky(
    "teams-alone",
    "medium",
    "allow-list-may-widen",
    of(
      { oauth: { provider: { provider1: { organizations: ["example"], teams: ["example/admins"] } } } },
      { oauth: { provider: { provider1: { teams: ["example/admins"] } } } },
    ),
  ),
  risky(
    "signing-keys-added",
    "medium",
    "signing-keys-added",
    of(
      { jwtValidation: jwt },
      { jwtValidation: { ...jwt, jws: { keys: { sources: { additionalJkus: ["https://keys.example.org"] } } } } },
    ),
  ),
  risky("tls-unstated", "medium", "tls-termination-removed", [[tls("1.3")], []]),
  risky("secret-organizations", "medium", "protection-not-known", [
    [route({ oauth: { provider: { provider1: { organizations: { $secret: ["canary-org-1"] } } } } })],
    [route({ oauth: { provider: { provider1: { organizations: { $secret: ["canary-org-2"] } } } } })],
  ]),
  risky(
    "wildcard-listed",
    "high",
    "wildcard-allowed",
    of({ oauth }, { oauth: { provider: { provider1: { organizations: ["*"] } } } }),
  ),
  risky("algorithm-of-unknown-name", "medium", "algorithm-not-known", of(ofJws("RS256"), ofJws("RS256", "dir"))),
  risky("session-without-end", "medium", "session-endless", of({ oauth }, { oauth: { ...oauth, maximumDuration: 0 } })),
  risky(
    "audience-list-dropped",
    "high",
    "audiences-emptied",
    of({ jwtValidation: { ...jwt, audience: { allowList: [{ value: "api" }] } } }, { jwtValidation: jwt }),
  ),
  risky("asked-less", "medium", "credentials-asked-less", of({ saml: { ...saml, forceAuthn: true } }, { saml })),
  risky("bypassed", "medium", "backend-bypassed", [
    [route({ oauth })],
    [route({ oauth }), resource("TcpEdgeBackend", "ssh")({ edgeId: "EDGE-tcp", backendId: "bkdhr_1" })],
  ]),
];

export const harmlessChanges: readonly LabelledChange[] = [
  harmless("issuer-of-ones-own", "low", of({ oidc: { ...oidc, issuer: "https://accounts.google.com" } }, { oidc })),
  harmless("given-up", "low", [[route({ oauth }, { retainOnDelete: true })], []]),
  harmless("ingress-given-up", "low", [
    [resource("AgentIngress", "agents")({ domain: "DOMAIN" }, { retainOnDelete: true })],
    [],
  ]),
  harmless("websockets-off", "low", of({ websocketTcpConverter: {} }, {})),
  harmless("domain-to-address", "none", of(google("example.com"), addressed("alice@example.com"))),
  harmless("domain-case", "none", of(google("example.com"), google("Example.COM."))),
  harmless("description", "none", of({}, { description: "new" })),
  harmless("metadata", "none", [[ingress()], [ingress({ metadata: "new" })]]),
  harmless("unchanged", "none", of({ oauth, jwtValidation: jwt }, { oauth, jwtValidation: jwt })),
  harmless("argument-to-resource", "low", [[route({ oauth })], [route(), login()]]),
  harmless("argument-to-resource-retained", "none", [
    [route({ oauth })],
    [route({ retainRemovedModules: true }), login()],
  ]),
  harmless("resource-to-argument", "none", [[route(), login()], [route({ oauth })]]),
  harmless("login-renamed", "none", [
    [route(), login()],
    [route(), login(ROUTE, "sign-in")],
  ]),
  harmless("route-renamed", "none", [
    [route({ oauth }), resource("HttpsEdgeRouteJwtValidation", "tokens")({ ...ROUTE, ...jwt })],
    [
      route({ oauth }, undefined, "renamed"),
      resource("HttpsEdgeRouteJwtValidation", "tokens")({ route: { $resource: "renamed" }, ...jwt }),
    ],
  ]),
  harmless("into-component", "none", [
    [route(), login()],
    [
      component,
      route({}, { parent: { $resource: "group" } }),
      { ...login(), options: { parent: { $resource: "group" } } },
    ],
  ]),
  harmless("edge-module-renamed", "none", [
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
    [{ ...mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] }), name: "renamed" }],
  ]),
  harmless("route-deleted", "low", [[route({ oauth })], []]),
  harmless("route-and-login-deleted", "low", [[route(), login()], []]),
  harmless("domain-spelled", "none", [[ingress({ domain: "www.DOMAIN" })], [ingress({ domain: "WWW.DOMAIN." })]]),
  harmless(
    "order",
    "none",
    of(google("example.com", "example.org"), { ...google("example.org", "example.com"), description: "new" }),
  ),
  harmless("narrowed", "none", of(google("example.com", "example.org"), google("example.com"))),
  harmless("protected", "none", of({}, { oauth })),
  harmless("enabled-again", "none", of({ oauth: { ...oauth, enabled: false } }, { oauth })),
  harmless(
    "shorter-session",
    "none",
    of({ oauth: { ...oauth, maximumDuration: 3600 } }, { oauth: { ...oauth, maximumDuration: 60 } }),
  ),
  harmless("tls-raised", "none", [[tls("1.2")], [tls("1.3")]]),
  harmless(
    "webhook-secret-rotated",
    "low",
    of(
      { webhookVerification: { provider: "github", secret: "canary-old" } },
      { webhookVerification: { provider: "github", secret: "canary-new" } },
    ),
  ),
  harmless("compression", "none", of({}, { compression: {} })),
  harmless("headers", "none", of({ responseHeaders: { add: { a: "1" } } }, { responseHeaders: { add: { a: "2" } } })),
  harmless("new-route", "none", [[], [route({ oauth })]]),
  harmless("new-route-with-resource", "none", [[], [route(), login()]]),
  harmless("new-open-route", "low", [[], [route()]]),
  harmless("other-backend", "low", of({}, { backend: { backendId: "bkdhr_2" } })),
  harmless(
    "breaker-tuned",
    "none",
    of({ circuitBreaker: { volumeThreshold: 9 } }, { circuitBreaker: { volumeThreshold: 10 } }),
  ),
  harmless("new-ingress", "none", [[], [ingress({ certificateManagementPolicy: policy })]]),
  harmless("new-authority", "none", [[], [ca({})]]),
  harmless("new-destination", "none", [[], [audit(logs("logs"))]]),
  harmless("credentials-rotated", "low", [[audit(keys("canary-key-1"))], [audit(keys("canary-key-2"))]]),
  harmless("idle-login-removed", "low", [
    [route({ oauth, backend: { backendId: "bkdhr_1", enabled: false } })],
    [route({ backend: { backendId: "bkdhr_1", enabled: false } })],
  ]),
  harmless("unknown-description", "low", [[route()], [route({ description: { $uri: "agents" } }), ingress()]]),
  harmless("secret-moves", "low", [
    [route({ webhookVerification: { provider: "github", secret: "canary-moved" } })],
    [
      route(),
      resource("HttpsEdgeRouteWebhookVerification", "signed")({ ...ROUTE, provider: "github", secret: "canary-moved" }),
    ],
  ]),
  harmless("shadowed", "low", [
    [route({ oauth })],
    [route({ oauth }), route({ match: "/api/v2", oauth }, undefined, "second")],
  ]),
  harmless(
    "user-agent-undenied",
    "low",
    of({ userAgentFilter: { deny: ["a", "b"] } }, { userAgentFilter: { deny: ["a"] } }),
  ),
  harmless("another-algorithm", "low", of(ofJws("RS256"), ofJws("RS256", "ES256"))),
  harmless("certificate-type", "low", [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "ecdsa" } })],
  ]),
  harmless(
    "referrer-changed",
    "low",
    of(
      { responseHeaders: { add: { "referrer-policy": "origin" } } },
      { responseHeaders: { add: { "referrer-policy": "no-referrer" } } },
    ),
  ),
  harmless("sharing-of-own", "low", of({ oauth }, { oauth, responseHeaders: { add: { vary: "origin" } } })),
  harmless("trace", "low", of({}, { requestHeaders: { add: { "x-trace": "1" } } })),
  harmless("other-provider-of-one-address", "low", [
    [one, two, route({ oauth }, { provider: { $resource: "one" } })],
    [one, two, route({ oauth }, { provider: { $resource: "two" } })],
  ]),
];
