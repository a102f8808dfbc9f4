/**
 * Labels by a reader of the API reference alone. The reader had the reference, `docs/concepts.md`, `docs/fields.md`, and of
 * `docs/review.md` what the severities mean with the notes and the table of strength that stand around that sentence;
 * neither the list of rules, nor `src`, nor the severities of the other labels. Unlike those of other files, `low` and
 * `none` are told apart.
 */
import type { Severity } from "../../../src/insight/report/finding";
import {
  type Args,
  audit,
  ca,
  google,
  inbound,
  ingress,
  jwt,
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
  route,
  saml,
  tls,
} from "../declared";
import { changed, drift, gone, type LabelledDrift, ofRoute } from "./drift";
import { at, type Label, ownUsers, renamed, users, validated, withOptions } from "./label";

/** A label of a change, with the stack's configuration after it if that is a part of the change. */
export interface ReaderLabel extends Label {
  readonly config?: Args;
}

const label = (name: string, expected: Severity | "none", because: string, [before, after]: Pair): ReaderLabel => ({
  ...{ name: `reader-${name}`, expected, because, before, after },
});

const hidden = (value: unknown) => ({ $secret: value });
const locked = { oauth };
const unprotected = {};
const monitored = (changed: Args = {}) =>
  audit({ monitoring: { apiKey: "canary-monitoring", service: "ingress", tags: "env:prod", site: "eu", ...changed } });
const cloudAccess = (cloudAccessKeyId: string) =>
  audit({
    cloudLogs: { logGroupArn: "logs", auth: { creds: { cloudAccessKeyId, cloudSecretAccessKey: "canary-key" } } },
  });
const signed = (changed: Args = {}) => ({
  webhookVerification: { provider: "github", secret: "canary-webhook", ...changed },
});
const requests = (before: Args, after: Args): Pair =>
  of({ ...locked, requestHeaders: before }, { ...locked, requestHeaders: after });
const responses = (before: Args, after: Args): Pair =>
  of({ ...locked, responseHeaders: before }, { ...locked, responseHeaders: after });
const issuers = (...values: string[]) => ({ issuer: { allowList: values.map((value) => ({ value })) } });
const audiences = (...values: string[]) => ({ audience: { allowList: values.map((value) => ({ value })) } });
const signingKeys = (...additionalJkus: string[]) => ({
  jws: { allowedAlgorithms: ["RS256"], keys: { sources: { additionalJkus } } },
});
const breaker = (changed: Args = {}) => ({
  circuitBreaker: {
    ...{ trippedDuration: 30, rollingWindow: 60, numBuckets: 10, volumeThreshold: 20, errorThresholdPercentage: 0.25 },
    ...changed,
  },
});
const tcp = (changed: Args = {}) =>
  resource("TcpEdgeBackend", "database")({ edgeId: "EDGE", backendId: "bkdtg_1", ...changed });
const organizations = (...names: string[]) => users(1, { organizations: names });
const teams = (...names: string[]) => users(1, { teams: names });
const groups = (...authorizedGroups: string[]) => ({ saml: { ...saml, authorizedGroups } });
const addressesOf = (...ipPolicyIds: string[]) => ({ ipRestriction: { ipPolicyIds } });
const clients = (type: "HttpsEdgeMutualTls" | "TlsEdgeMutualTls", ...certificateAuthorityIds: string[]) =>
  mutual(type, { certificateAuthorityIds });

/** A: readable members beside hidden ones, and values that are hidden now. */
const hiddenBeside: readonly ReaderLabel[] = [
  label(
    "domain-beside-client-secret",
    "high",
    "Everybody can have an address of gmail.com, and the list is readable although the client secret is not.",
    of(ownUsers(5, { emailDomains: ["acme.com"] }), ownUsers(5, { emailDomains: ["acme.com", "gmail.com"] })),
  ),
  label(
    "oidc-issuer-beside-client-secret",
    "high",
    "The module has no list of users, so whoever has an account at the other, public issuer gets in.",
    of({ oidc }, { oidc: { ...oidc, issuer: "https://accounts.google.com" } }),
  ),
  label(
    "algorithm-none-beside-hidden-issuer",
    "high",
    "The algorithm `none` accepts tokens that nobody has signed, whichever issuer they name.",
    of(
      validated({ issuer: hidden({ allowList: [{ value: "https://tokens.example.com" }] }) }),
      validated({
        issuer: hidden({ allowList: [{ value: "https://tokens.example.com" }] }),
        jws: { allowedAlgorithms: ["none"] },
      }),
    ),
  ),
  label(
    "verification-off-beside-secret",
    "high",
    "Webhooks of anybody reach the backend, while the secret stays as it is.",
    of(signed(), signed({ enabled: false })),
  ),
  label("site-beside-api-key", "medium", "Events, and the key that they are sent with, go to another site.", [
    [monitored()],
    [monitored({ site: "collector.example.net" })],
  ]),
  label(
    "access-key-without-its-secret",
    "medium",
    "The id of another access key with the former secret cannot sign in, so that events may be lost.",
    [[cloudAccess("key-1")], [cloudAccess("key-2")]],
  ),
  label(
    "organizations-dropped-beside-client-secret",
    "high",
    "Without a list, everybody with an account at the identity provider is a user.",
    of(
      users(1, { clientId: "app", clientSecret: "canary-app", organizations: ["acme"] }),
      users(1, { clientId: "app", clientSecret: "canary-app" }),
    ),
  ),
  label(
    "jwks-beside-hidden-audience",
    "medium",
    "Whoever answers for the other host may sign tokens, and it answers without TLS.",
    of(
      validated({ audience: hidden({ allowList: [{ value: "api" }] }) }),
      validated({
        audience: hidden({ allowList: [{ value: "api" }] }),
        ...signingKeys("https://tokens.example.com/jwks", "http://keys.example.net/jwks"),
      }),
    ),
  ),
  label(
    "domains-become-hidden",
    "medium",
    "Nobody can see who gets in now.",
    of(google("acme.com"), users(3, { emailDomains: hidden(["gmail.com"]) })),
  ),
  label(
    "restriction-enabled-hidden",
    "high",
    "The value that decides whether there is a restriction at all cannot be seen.",
    of(addressesOf("ipp_1"), { ipRestriction: { ipPolicyIds: ["ipp_1"], enabled: hidden(false) } }),
  ),
  label(
    "policies-hidden-and-changed",
    "medium",
    "The addresses that get in change, and nobody can see how.",
    of({ ipRestriction: { ipPolicyIds: hidden(["ipp_1"]) } }, { ipRestriction: { ipPolicyIds: hidden(["ipp_2"]) } }),
  ),
  label(
    "authorization-hidden",
    "medium",
    "The backend is sent a credential that replaces that of the client, for every request.",
    requests({ add: { "x-edge": "1" } }, { add: { "x-edge": "1", authorization: hidden("Basic canary") } }),
  ),
  label(
    "user-beside-hidden-header",
    "medium",
    "If the backend believes the header, every user is an administrator.",
    requests(
      { add: { "x-api-key": hidden("canary-a"), "x-forwarded-user": "guest" } },
      { add: { "x-api-key": hidden("canary-a"), "x-forwarded-user": "admin" } },
    ),
  ),
  label(
    "description-beside-secret",
    "none",
    "A description changes nothing for requests, and the secret stays as it is.",
    of(signed(), { ...signed(), description: "Webhooks of the shop" }),
  ),
  label(
    "webhook-secret-rotated",
    "low",
    "A rotation of the secret is routine, and what is required of requests stays the same.",
    of(signed(), signed({ secret: "canary-rotated" })),
  ),
];

/** B: hosts, versions, algorithms, domains and paths as they may be spelled. */
const spelled: readonly ReaderLabel[] = [
  label(
    "match-gets-port",
    "medium",
    "The reference knows paths and hosts, no ports, so that the route may match nothing.",
    of({ ...locked, match: "app.example.com" }, { ...locked, match: "app.example.com:8443" }),
  ),
  label(
    "match-gets-dot",
    "medium",
    "Clients send the host without a dot at its end, so that the route may match nothing.",
    of({ ...locked, match: "app.example.com/api" }, { ...locked, match: "app.example.com./api" }),
  ),
  label("tls-1.0", "high", "Connections with a version that is known to be broken are accepted.", [
    [tls("1.2")],
    [tls("1.0")],
  ]),
  label("tls-spelling", "low", "It is the same version in another spelling.", [[tls("1.2")], [tls("TLS1.2")]]),
  label("tls-unset", "low", "When the version is omitted, the service chooses a safe default.", [
    [tls("1.2")],
    [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE" })],
  ]),
  label("tls-stricter", "low", "Only newer TLS is accepted, which concerns old clients alone.", [
    [tls("1.2")],
    [tls("1.3")],
  ]),
  label("tls-unheard-of", "medium", "No such version exists, so nobody knows what the service makes of it.", [
    [tls("1.2")],
    [tls("2.0")],
  ]),
  label(
    "algorithm-hs256-added",
    "medium",
    "If the public key of the issuer is taken for a shared secret, everybody can sign tokens.",
    of(ofJws("RS256"), ofJws("RS256", "HS256")),
  ),
  label(
    "algorithm-none-in-capitals",
    "high",
    "Tokens that nobody has signed are accepted, however `none` is spelled.",
    of(ofJws("RS256"), ofJws("RS256", "NoNe")),
  ),
  label(
    "algorithm-sound-added",
    "low",
    "The added algorithm is a sound one with the same kind of keys.",
    of(ofJws("RS256"), ofJws("RS256", "PS256")),
  ),
  label(
    "domain-wildcard-below",
    "medium",
    "The reference knows no wildcards: subdomains may get in, or the users of acme.com no longer.",
    of(google("acme.com"), google("*.acme.com")),
  ),
  label(
    "domain-wildcard",
    "high",
    "A wildcard admits everybody, or nobody at all.",
    of(google("acme.com"), google("*")),
  ),
  label(
    "domain-public-suffix",
    "high",
    "Everybody can register a name below co.uk, and the users of acme.co.uk may be locked out.",
    of(google("acme.co.uk"), google("co.uk")),
  ),
  label(
    "domain-top-level",
    "medium",
    "If subdomains count as members of a domain, everybody below com gets in.",
    of(google("acme.com"), google("acme.com", "com")),
  ),
  label(
    "match-dot-segments",
    "medium",
    "Depending on what the service makes of the dots, the route serves another path or none.",
    of({ ...locked, match: "/api" }, { ...locked, match: "/api/../admin" }),
  ),
  label(
    "match-single-dot",
    "medium",
    "Requests for /api may match the route no longer.",
    of({ ...locked, match: "/api" }, { ...locked, match: "/./api" }),
  ),
  label(
    "oidc-issuer-without-tls",
    "medium",
    "Somebody on the way can answer the discovery, and so sign in as everybody.",
    of({ oidc }, { oidc: { ...oidc, issuer: "http://login.example.com" } }),
  ),
  label(
    "issuer-gets-port",
    "medium",
    "Issuers are compared as strings, so that the tokens of the issuer may be refused.",
    of(validated(), validated(issuers("https://tokens.example.com:443"))),
  ),
  label(
    "domain-in-capitals",
    "none",
    "Domains of mail addresses do not know letter case.",
    of(google("acme.com"), google("Acme.COM")),
  ),
  label("ingress-domain-in-capitals", "none", "Letter case makes no difference in a domain.", [
    [ingress({ domain: "agents-of-reader.example.com" })],
    [ingress({ domain: "Agents-of-Reader.example.com" })],
  ]),
];

/** C: lists that name nobody, everybody, or others. */
const listed: readonly ReaderLabel[] = [
  label(
    "addresses-emptied",
    "high",
    "An empty list restricts nothing, and everybody with an account is a user.",
    of(users(3, { emailAddresses: ["alice@acme.com"] }), users(3, { emailAddresses: [] })),
  ),
  label(
    "organization-blank",
    "high",
    "A blank name is no organization: the login admits everybody, or nobody.",
    of(organizations("acme"), organizations("")),
  ),
  label(
    "groups-emptied",
    "high",
    "No group is required any more, or no one is a member of one: both are not what the list was for.",
    of(groups("staff"), { saml: { ...saml, authorizedGroups: [] } }),
  ),
  label(
    "groups-unset",
    "high",
    "Groups are checked when the list is present, so that everybody whom the identity provider knows gets in.",
    of(groups("staff"), { saml }),
  ),
  label(
    "issuers-emptied",
    "high",
    "Tokens of every issuer are accepted.",
    of(validated(), validated({ issuer: { allowList: [] } })),
  ),
  label(
    "audiences-emptied",
    "high",
    "Tokens that the issuer made for other applications are accepted.",
    of(validated(), validated({ audience: { allowList: [] } })),
  ),
  label(
    "audience-wildcard",
    "high",
    "Tokens for every application are accepted, or those for this one no longer.",
    of(validated(), validated(audiences("*"))),
  ),
  label(
    "ip-policies-emptied",
    "high",
    "No address is kept out any more, or all are.",
    of(addressesOf("ipp_1"), addressesOf()),
  ),
  label(
    "ip-policy-added",
    "medium",
    "The other policy may let further addresses in.",
    of(addressesOf("ipp_1"), addressesOf("ipp_1", "ipp_2")),
  ),
  label(
    "ip-policy-dropped",
    "medium",
    "The policy that goes may have been the one that kept addresses out, or let some in.",
    of(addressesOf("ipp_1", "ipp_2"), addressesOf("ipp_1")),
  ),
  label("authorities-emptied", "high", "No authority checks the certificates of clients any more.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [clients("HttpsEdgeMutualTls")],
  ]),
  label("authority-added", "medium", "Clients with certificates of another authority get in.", [
    [clients("TlsEdgeMutualTls", "ca_1")],
    [clients("TlsEdgeMutualTls", "ca_1", "ca_2")],
  ]),
  label("authority-dropped", "low", "Fewer clients get in, as is intended when an authority is retired.", [
    [clients("TlsEdgeMutualTls", "ca_1", "ca_2")],
    [clients("TlsEdgeMutualTls", "ca_1")],
  ]),
  label(
    "webhook-secret-dropped",
    "high",
    "A secret is required of every provider but one, so that nothing is verified, or nothing accepted.",
    of(signed(), { webhookVerification: { provider: "github" } }),
  ),
  label(
    "domain-to-address",
    "none",
    "The address is one of those that the domain admitted, so that the list is stricter.",
    of(google("acme.com"), users(3, { emailAddresses: ["alice@acme.com"] })),
  ),
  label(
    "organization-to-team",
    "none",
    "The members of the team are members of the organization, so that the list is stricter.",
    of(organizations("acme"), teams("acme/ops")),
  ),
  label(
    "team-added",
    "medium",
    "Members of another team get in.",
    of(teams("acme/ops"), teams("acme/ops", "acme/dev")),
  ),
  label(
    "team-of-other-organization",
    "medium",
    "The team belongs to another organization, with users of its own.",
    of(teams("acme/ops"), teams("acme/ops", "contractor/ops")),
  ),
  label(
    "address-wildcard",
    "medium",
    "If the star is a wildcard, everybody of the domain gets in.",
    of(
      users(3, { emailAddresses: ["alice@acme.com"] }),
      users(3, { emailAddresses: ["alice@acme.com", "*@acme.com"] }),
    ),
  ),
  label(
    "list-of-teams-dropped-other-kept",
    "low",
    "The list of organizations still says who gets in, and fewer do.",
    of(users(1, { organizations: ["acme"], teams: ["contractor/ops"] }), users(1, { organizations: ["acme"] })),
  ),
  label(
    "user-agents-unlisted",
    "low",
    "A client states its user agent as it likes, so that the list kept nobody out who wanted in.",
    of({ userAgentFilter: { deny: ["badbot"] } }, { userAgentFilter: { deny: [] } }),
  ),
  label(
    "duplicates-dropped",
    "none",
    "The list names the same domains as before.",
    of(google("acme.com", "acme.com", "acme.org"), google("acme.com", "acme.org")),
  ),
];

const CSP = { "content-security-policy": "default-src 'self'; script-src 'self'" };
const hsts = (value: string) => ({ add: { "strict-transport-security": value } });

/** D: headers of requests and responses. */
const headers: readonly ReaderLabel[] = [
  label(
    "identity-header-not-removed",
    "medium",
    "Clients can state who they are in the header, if the backend believes it.",
    requests({ remove: ["x-forwarded-user", "x-debug"] }, { remove: ["x-debug"] }),
  ),
  label(
    "identity-header-set",
    "medium",
    "If the backend believes the header, every user is an administrator.",
    requests({ add: {} }, { add: { "x-remote-user": "admin" } }),
  ),
  label(
    "authorization-removed",
    "medium",
    "A backend that reads the header refuses all, or takes them for anonymous.",
    requests({ remove: [] }, { remove: ["authorization"] }),
  ),
  label("cookies-removed", "medium", "Sessions of the backend no longer work.", requests({}, { remove: ["Cookie"] })),
  label(
    "host-set",
    "medium",
    "The backend may serve another of its sites.",
    requests({}, { add: { host: "internal.example.com" } }),
  ),
  label(
    "forwarded-for-set",
    "medium",
    "A backend that trusts addresses takes every client for one of the network.",
    requests({}, { add: { "X-Forwarded-For": "127.0.0.1" } }),
  ),
  label(
    "plain-request-header",
    "low",
    "The header names the edge, and says nothing about a sender.",
    requests({}, { add: { "x-served-by-edge": "frankfurt" } }),
  ),
  label(
    "cors-any-origin",
    "low",
    "Browsers send no session to an origin that is only allowed by a star.",
    responses({}, { add: { "access-control-allow-origin": "*" } }),
  ),
  label(
    "cors-null-with-credentials",
    "medium",
    "Every page can be of the origin `null`, and so read what the session of its visitor may.",
    responses({}, { add: { "access-control-allow-origin": "null", "access-control-allow-credentials": "true" } }),
  ),
  label(
    "cache-public",
    "medium",
    "Shared caches may keep the page of a user for others.",
    responses({ add: { "cache-control": "no-store" } }, { add: { "cache-control": "public, max-age=3600" } }),
  ),
  label(
    "cache-control-removed",
    "medium",
    "What the backend says against caching does not reach caches.",
    responses({}, { remove: ["Cache-Control"] }),
  ),
  label(
    "csp-report-only",
    "medium",
    "The policy is reported on and no longer enforced.",
    responses({ add: CSP }, { add: { "content-security-policy-report-only": CSP["content-security-policy"] } }),
  ),
  label(
    "csp-weaker",
    "medium",
    "Scripts of every origin with TLS may run.",
    responses({ add: CSP }, { add: { "content-security-policy": "default-src 'self'; script-src 'self' https:" } }),
  ),
  label(
    "csp-directives-reordered",
    "none",
    "The order of directives has no meaning.",
    responses({ add: CSP }, { add: { "content-security-policy": "script-src 'self'; default-src 'self'" } }),
  ),
  label(
    "csp-stricter",
    "low",
    "Fewer origins are allowed.",
    responses(
      { add: { "content-security-policy": "default-src 'self' https://cdn.example.com" } },
      { add: { "content-security-policy": "default-src 'self'" } },
    ),
  ),
  label(
    "hsts-minute",
    "medium",
    "Browsers forget after a minute that they have to use TLS.",
    responses(hsts("max-age=31536000"), hsts("max-age=60")),
  ),
  label(
    "hsts-without-subdomains",
    "medium",
    "Subdomains may be reached without TLS again.",
    responses(hsts("max-age=31536000; includeSubDomains"), hsts("max-age=31536000")),
  ),
  label("hsts-new", "none", "Browsers are told to use TLS.", responses({}, hsts("max-age=31536000"))),
  label(
    "frame-options-dropped",
    "medium",
    "Other sites may show the page in a frame, and have users click in it.",
    responses({ add: { "x-frame-options": "DENY", "x-edge": "1" } }, { add: { "x-edge": "1" } }),
  ),
  label(
    "nosniff-dropped",
    "medium",
    "Browsers may take uploads for scripts.",
    responses({ add: { "x-content-type-options": "nosniff" } }, { add: {} }),
  ),
  label(
    "cookie-for-all",
    "medium",
    "Every client gets the same session.",
    responses({}, { add: { "set-cookie": "session=0123456789abcdef" } }),
  ),
  label(
    "server-hidden",
    "none",
    "Responses tell less about the software.",
    responses({}, { remove: ["Server", "X-Powered-By"] }),
  ),
  label(
    "header-in-small-letters",
    "none",
    "Names of headers do not know letter case.",
    responses({ add: { "X-Frame-Options": "DENY" } }, { add: { "x-frame-options": "DENY" } }),
  ),
];

const acting = (changed: Args) => ({ policy: { inbound: { ...inbound("a").inbound, ...changed } } });

/** E: TCP edges, TLS edges and traffic policies. */
const edges: readonly ReaderLabel[] = [
  label("tcp-other-backend", "medium", "Connections reach another backend, which may be the wrong one.", [
    [tcp()],
    [tcp({ backendId: "bkdtg_2" })],
  ]),
  label("tcp-backend-deleted", "high", "Connections to the edge reach nothing.", [[tcp()], []]),
  label("tcp-backend-disabled", "high", "Connections to the edge reach nothing.", [[tcp()], [tcp({ enabled: false })]]),
  label("tcp-backend-new", "medium", "A TCP edge has no module that asks who connects, so the backend is open.", [
    [],
    [tcp()],
  ]),
  label("tls-edge-clients-deleted", "high", "Clients without a certificate reach what is behind the edge.", [
    [clients("TlsEdgeMutualTls", "ca_1")],
    [],
  ]),
  label("tls-edge-clients-new", "low", "Clients need a certificate from now on, which is stricter.", [
    [],
    [clients("TlsEdgeMutualTls", "ca_1")],
  ]),
  label("tls-edge-clients-moved", "high", "The former edge no longer asks its clients for certificates.", [
    [clients("TlsEdgeMutualTls", "ca_1")],
    [resource("TlsEdgeMutualTls", "clients")({ edgeId: "EDGE_other", certificateAuthorityIds: ["ca_1"] })],
  ]),
  label(
    "termination-deleted",
    "medium",
    "The minimum version is the service's choice then, or TLS is not terminated.",
    [[tls("1.2")], []],
  ),
  label(
    "policy-dropped",
    "medium",
    "The policy may have denied requests that reach the backend now.",
    of({ policy: inbound("a") }, unprotected),
  ),
  label(
    "policy-disabled",
    "medium",
    "The policy may have denied requests that reach the backend now.",
    of({ policy: inbound("a") }, { policy: { ...inbound("a"), enabled: false } }),
  ),
  label(
    "policy-other-expression",
    "medium",
    "The rule applies to other requests than before.",
    of({ policy: inbound("conn.client_ip != '203.0.113.7'") }, { policy: inbound("conn.client_ip == '203.0.113.7'") }),
  ),
  label(
    "policy-other-action",
    "medium",
    "What was denied may be let through.",
    of({ policy: inbound("a") }, { policy: { inbound: { ...inbound("a").inbound, actions: { type: "log" } } } }),
  ),
  label(
    "policy-renamed-rule",
    "none",
    "The name of a rule does not select requests.",
    of(acting({ name: "deny-a" }), acting({ name: "no-a" })),
  ),
  label(
    "policy-new-deny",
    "low",
    "The new rule denies, which lets nobody in.",
    of(unprotected, { policy: inbound("a") }),
  ),
];

const configured = (name: string, expected: Severity | "none", because: string, config: Args): ReaderLabel => ({
  ...label(name, expected, because, of({ ...locked }, { ...locked })),
  config,
});

/** F: the stack's configuration, with a program that stays as it is. The service is at https://api.example.com. */
export const readerConfigs: readonly ReaderLabel[] = [
  configured(
    "base-url-other-host",
    "medium",
    "The objects may not be there, and the API key is sent to another host.",
    {
      "edge-ingress:baseUrl": "https://api.example.net",
    },
  ),
  configured("base-url-without-tls", "high", "The API key is sent in clear text.", {
    "edge-ingress:baseUrl": "http://api.example.com",
  }),
  configured("base-url-look-alike", "medium", "A letter of the host is a Cyrillic one, so that it is another host.", {
    "edge-ingress:baseUrl": "https://api.ex\u0430mple.com",
  }),
  configured("base-url-other-path", "medium", "The objects may not be below the other path.", {
    "edge-ingress:baseUrl": "https://api.example.com/staging",
  }),
  configured("base-url-user-info", "medium", "The host is the one behind the sign, which is another one.", {
    "edge-ingress:baseUrl": "https://api.example.com@collector.example.net",
  }),
  configured("base-url-same", "none", "It is the address that the objects have.", {
    "edge-ingress:baseUrl": "https://api.example.com",
  }),
  configured("base-url-slash", "none", "A slash at the end makes no difference to an address.", {
    "edge-ingress:baseUrl": "https://api.example.com/",
  }),
  configured(
    "base-url-capitals-and-port",
    "none",
    "Host names do not know letter case, and 443 is the port of https.",
    {
      "edge-ingress:baseUrl": "https://API.example.com:443",
    },
  ),
  configured("config-of-the-program", "none", "The key belongs to the program, whose resources stay the same.", {
    "shop:domain": "shop.example.com",
  }),
];

/** G: letters that look alike, or cannot be seen. */
const letters: readonly ReaderLabel[] = [
  label(
    "domain-cyrillic",
    "high",
    "The letter is a Cyrillic one: users of acme.com are locked out, and those of another domain get in.",
    of(google("acme.com"), google("\u0430cme.com")),
  ),
  label(
    "domain-cyrillic-added",
    "medium",
    "The domain that looks like a repetition is another one, with users of its own.",
    of(google("acme.com"), google("acme.com", "\u0430cme.com")),
  ),
  label(
    "issuer-cyrillic",
    "high",
    "The host is another one, whose tokens are accepted in place of the former issuer's.",
    of({ jwtValidation: jwt }, { jwtValidation: issuers("https://tokens.ex\u0430mple.com") }),
  ),
  label(
    "organization-zero-width",
    "medium",
    "A space without width makes another name, or none that exists.",
    of(organizations("acme"), organizations("ac\u200bme")),
  ),
  label("team-omicron", "medium", "A Greek letter makes another team.", of(teams("acme/ops"), teams("acme/\u03bfps"))),
  label(
    "match-cyrillic",
    "medium",
    "The path looks the same and is another one, so that requests no longer match.",
    of({ ...locked, match: "/api" }, { ...locked, match: "/\u0430pi" }),
  ),
  label("authority-one-or-l", "medium", "The id with the letter l is another authority than that with the digit.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [clients("HttpsEdgeMutualTls", "ca_l")],
  ]),
  label(
    "jwks-user-info",
    "high",
    "The host is the one behind the sign, and its keys sign all tokens now.",
    of(validated(), validated(signingKeys("https://tokens.example.com@keys.example.net/jwks"))),
  ),
  label(
    "algorithm-zero-width",
    "medium",
    "No algorithm has this name: tokens are refused, or the entry is ignored.",
    of(ofJws("RS256"), ofJws("RS256\u200b")),
  ),
  label(
    "domain-full-width",
    "low",
    "Full-width letters of a domain are the usual ones in another width.",
    of(google("acme.com"), google("\uff41\uff43\uff4d\uff45.com")),
  ),
  label(
    "domain-punycode",
    "low",
    "It is the same domain in its other notation.",
    of(google("m\u00fcller.example"), google("xn--mller-kva.example")),
  ),
  label(
    "description-unseen-letter",
    "none",
    "A description is read by people alone.",
    of({ ...locked, description: "Public API" }, { ...locked, description: "Public\u200b API" }),
  ),
];

const site = at("site", "/");
const lockedSite = at("site", "/", locked);
const admin = (changed: Args = {}) => at("admin", "/admin", { ...locked, ...changed });

/** H: routes that take over requests of others. */
const takeovers: readonly ReaderLabel[] = [
  label(
    "open-exact-under-locked-prefix",
    "high",
    "Requests for /admin reach the backend without the login of the site.",
    [[lockedSite], [lockedSite, at("admin", "/admin", { matchType: "exact_path" })]],
  ),
  label("locked-route-removed-above-open", "high", "Requests for /admin fall to the open route.", [
    [site, admin()],
    [site],
  ]),
  label("prefix-to-exact-above-open", "high", "Requests below /admin fall to the open route.", [
    [site, admin()],
    [site, admin({ matchType: "exact_path" })],
  ]),
  label("prefix-to-exact-alone", "medium", "Requests below /admin are not served any more.", [
    [admin()],
    [admin({ matchType: "exact_path" })],
  ]),
  label("open-exact-to-prefix", "high", "All below /admin/help is open, where the login was asked before.", [
    [admin(), at("help", "/admin/help", { matchType: "exact_path" })],
    [admin(), at("help", "/admin/help")],
  ]),
  label("slash-at-the-end", "medium", "Requests for /admin itself may fall to the open route.", [
    [site, admin()],
    [site, admin({ match: "/admin/" })],
  ]),
  label("open-part-of-a-name", "medium", "A prefix of letters may take requests for /admin, which has a login.", [
    [admin()],
    [admin(), at("adm", "/adm")],
  ]),
  label("open-twin", "high", "Two routes have the same match, and the new one asks for no login.", [
    [admin()],
    [admin(), at("twin", "/admin")],
  ]),
  label("open-host", "medium", "Whether a host goes before a path, the reference does not say.", [
    [admin()],
    [admin(), at("host", "app.example.com")],
  ]),
  label("open-other-case", "medium", "A backend that does not know letter case serves the same without the login.", [
    [admin()],
    [admin(), at("capital", "/Admin")],
  ]),
  label("open-escaped", "medium", "The escaped path is the same path to the backend, without the login.", [
    [admin()],
    [admin(), at("escaped", "/%61dmin")],
  ]),
  label("open-on-other-edge", "medium", "The backend can be reached by another edge without the login.", [
    [admin()],
    [admin(), at("admin-elsewhere", "/admin", { edgeId: "EDGE_other" })],
  ]),
  label(
    "weaker-login-below",
    "high",
    "Requests for /admin/reports need only some account, where a list was asked before.",
    [[admin()], [admin(), at("reports", "/admin/reports", users(1, {}))]],
  ),
  label("locked-exact-under-locked-prefix", "low", "The same login is asked for the same requests.", [
    [lockedSite],
    [lockedSite, admin({ matchType: "exact_path" })],
  ]),
  label("locked-new", "low", "The new route asks for a login.", [[], [admin()]]),
  label("routes-reordered", "none", "The order of declarations has no meaning.", [
    [site, admin()],
    [admin(), site],
  ]),
];

/** I: certificates of clients, of addresses, and of SSH. */
const certificates: readonly ReaderLabel[] = [
  label(
    "ssh-other-key",
    "high",
    "The authority is replaced, and hosts that the former one signed are not trusted any more.",
    [[ca({ privateKeyType: "ed25519" })], [ca({ privateKeyType: "rsa" })]],
  ),
  label("ssh-shorter-key", "high", "The authority is replaced by one with another key.", [
    [ca({ privateKeyType: "rsa", keySize: 4096 })],
    [ca({ privateKeyType: "rsa", keySize: 2048 })],
  ]),
  label("ssh-other-curve", "high", "The authority is replaced by one with another key.", [
    [ca({ privateKeyType: "ecdsa", ellipticCurve: "nistp256" })],
    [ca({ privateKeyType: "ecdsa", ellipticCurve: "nistp384" })],
  ]),
  label("ssh-deleted", "high", "Nothing can be signed with the key again.", [[ca({ privateKeyType: "ed25519" })], []]),
  label("ssh-new", "low", "Nobody trusts the new authority yet.", [[], [ca({ privateKeyType: "ed25519" })]]),
  label("ssh-description", "none", "A description changes nothing.", [
    [ca({ privateKeyType: "ed25519", description: "Hosts" })],
    [ca({ privateKeyType: "ed25519", description: "Signs hosts" })],
  ]),
  label("ingress-unmanaged", "medium", "Certificates are not renewed any more, and will expire.", [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress()],
  ]),
  label(
    "ingress-other-authority",
    "medium",
    "Only one authority is supported, so that the next certificate may fail.",
    [
      [ingress({ certificateManagementPolicy: policy })],
      [ingress({ certificateManagementPolicy: { authority: "other-ca" } })],
    ],
  ),
  label("ingress-other-key-type", "low", "Both types of keys are sound.", [
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "rsa" } })],
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "ecdsa" } })],
  ]),
  label("ingress-default-key-type", "none", "It is the default.", [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "rsa" } })],
  ]),
  label("ingress-other-domain", "high", "The ingress is replaced, and agents know only the former addresses.", [
    [ingress({ domain: "old-agents-of-reader.example.com" })],
    [ingress({ domain: "new-agents-of-reader.example.com" })],
  ]),
  label("clients-disabled", "high", "Clients without a certificate get in.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"], enabled: false })],
  ]),
  label("clients-enabled-explicitly", "none", "A module is enabled by default.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"], enabled: true })],
  ]),
];

/** J: webhooks, breakers, backends, compression and websockets. */
const traffic: readonly ReaderLabel[] = [
  label(
    "webhook-other-provider",
    "medium",
    "Webhooks of the former provider are refused, and another's are accepted.",
    of(signed(), signed({ provider: "stripe" })),
  ),
  label("webhook-verification-dropped", "high", "Webhooks of anybody reach the backend.", of(signed(), unprotected)),
  label(
    "breaker-at-first-request",
    "medium",
    "A single request in a window can trip the circuit.",
    of(breaker(), breaker({ volumeThreshold: 1 })),
  ),
  label(
    "breaker-without-errors",
    "medium",
    "The circuit trips although nothing fails.",
    of(breaker(), breaker({ errorThresholdPercentage: 0 })),
  ),
  label(
    "breaker-for-a-day",
    "medium",
    "A trip takes the route out of service for a day.",
    of(breaker(), breaker({ trippedDuration: 86_400 })),
  ),
  label(
    "breaker-more-buckets",
    "none",
    "The metric is kept in finer steps.",
    of(breaker(), breaker({ numBuckets: 20 })),
  ),
  label(
    "breaker-dropped",
    "low",
    "The backend is given no rest when it fails, as without a breaker.",
    of(breaker(), unprotected),
  ),
  label("compression-new", "none", "Responses get smaller.", of({}, { compression: {} })),
  label(
    "compression-off",
    "low",
    "Responses get larger.",
    of({ compression: {} }, { compression: { enabled: false } }),
  ),
  label(
    "websocket-new",
    "medium",
    "Requests that are no websockets, or a backend that speaks HTTP, may fail.",
    of({}, { websocketTcpConverter: {} }),
  ),
  label(
    "websocket-dropped",
    "medium",
    "The backend may not understand websockets that are not converted.",
    of({ websocketTcpConverter: {} }, {}),
  ),
  label(
    "backend-other",
    "medium",
    "Requests reach another backend, which may be the wrong one.",
    of({ ...locked, backend: { backendId: "bkdhr_1" } }, { ...locked, backend: { backendId: "bkdhr_2" } }),
  ),
  label(
    "backend-disabled",
    "high",
    "Requests reach nothing.",
    of(locked, {
      ...locked,
      backend: { backendId: "bkdhr_1", enabled: false },
    }),
  ),
  label("backend-dropped", "high", "Requests reach nothing once the route has no backend.", [
    [route(locked)],
    [resource("HttpsEdgeRoute", "route")({ edgeId: "EDGE", matchType: "path_prefix", match: "/api", ...locked })],
  ]),
  label("destination-other-log-group", "medium", "Events no longer reach the log that is watched.", [
    [audit(logs("logs"))],
    [audit(logs("other-logs"))],
  ]),
  label("destination-deleted", "medium", "Subscriptions that write to the destination lose their events.", [
    [audit(keys("canary-key"))],
    [],
  ]),
];

/** Honest changes. */
const honest: readonly ReaderLabel[] = [
  label(
    "organizations-reordered",
    "none",
    "The order has no meaning.",
    of(organizations("a", "b"), organizations("b", "a")),
  ),
  label("members-reordered", "none", "The order of members has no meaning.", [
    [route({ ...locked, compression: {}, description: "API" })],
    [route({ description: "API", compression: {}, ...locked })],
  ]),
  label(
    "described",
    "none",
    "A description changes nothing for requests.",
    of(locked, { ...locked, description: "Public API" }),
  ),
  label(
    "metadata",
    "none",
    "Metadata changes nothing for requests.",
    of({ ...locked, metadata: '{"team":"a"}' }, { ...locked, metadata: '{"team":"b"}' }),
  ),
  label(
    "enabled-explicitly",
    "none",
    "A module is enabled by default.",
    of(locked, { oauth: { ...oauth, enabled: true } }),
  ),
  label(
    "address-in-small-letters",
    "none",
    "Identity providers treat the address as the same one.",
    of(users(3, { emailAddresses: ["Alice@Acme.com"] }), users(3, { emailAddresses: ["alice@acme.com"] })),
  ),
  label(
    "nameid-default",
    "none",
    "It is the default.",
    of(groups("staff"), {
      saml: {
        ...groups("staff").saml,
        nameidFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      },
    }),
  ),
  label(
    "checks-more-often",
    "none",
    "A user who is removed is noticed earlier.",
    of({ oauth: { ...oauth, authCheckInterval: 3600 } }, { oauth: { ...oauth, authCheckInterval: 300 } }),
  ),
  label(
    "session-shorter",
    "none",
    "Sessions end earlier.",
    of({ oauth: { ...oauth, maximumDuration: 86_400 } }, { oauth: { ...oauth, maximumDuration: 28_800 } }),
  ),
  label(
    "idle-shorter",
    "none",
    "Idle sessions end earlier.",
    of({ oidc: { ...oidc, inactivityTimeout: 3600 } }, { oidc: { ...oidc, inactivityTimeout: 1800 } }),
  ),
  label(
    "prompted-each-time",
    "none",
    "The identity provider asks for credentials on each redirect.",
    of(
      { saml: { ...groups("staff").saml, forceAuthn: false } },
      { saml: { ...groups("staff").saml, forceAuthn: true } },
    ),
  ),
  label(
    "not-by-the-provider",
    "none",
    "Logins can only start at the route, which is stricter.",
    of(
      { saml: { ...groups("staff").saml, allowIdpInitiated: true } },
      { saml: { ...groups("staff").saml, allowIdpInitiated: false } },
    ),
  ),
  label(
    "options-not-passed",
    "low",
    "Requests with OPTIONS need a login, too, which is stricter.",
    of({ oauth: { ...oauth, optionsPassthrough: true } }, { oauth: { ...oauth, optionsPassthrough: false } }),
  ),
  label(
    "cookie-prefix",
    "low",
    "Users have to sign in once more.",
    of({ oauth: { ...oauth, cookiePrefix: "shop." } }, { oauth: { ...oauth, cookiePrefix: "store." } }),
  ),
  label("destination-described", "none", "A description changes nothing for events.", [
    [audit(logs("logs"))],
    [resource("EventDestination", "audit")({ format: "json", target: logs("logs"), description: "Audit" })],
  ]),
  label("monitoring-tags", "low", "Events have another tag.", [
    [monitored()],
    [monitored({ tags: "env:prod,team:shop" })],
  ]),
  label(
    "description-marked-secret",
    "none",
    "The description stays the same, and is encrypted in the state.",
    of({ ...locked, description: "Public API" }, { ...locked, description: hidden("Public API") }),
  ),
  label("route-renamed-with-alias", "none", "It is the same route by another name of the program.", [
    [route(locked)],
    [route(locked, { aliases: [{ name: "reader-route-renamed-with-alias.route" }] }, "api")],
  ]),
  label("login-resource-renamed-with-alias", "none", "It is the same login by another name of the program.", [
    [route(), login()],
    [
      route(),
      withOptions(renamed(login(), "sign-in"), {
        aliases: [{ name: "reader-login-resource-renamed-with-alias.login" }],
      }),
    ],
  ]),
  label("login-added", "none", "An open route asks for a login from now on.", of(unprotected, locked)),
  label("restriction-added", "none", "Fewer addresses get in.", of(locked, { ...locked, ...addressesOf("ipp_1") })),
  label(
    "issuer-dropped",
    "none",
    "The tokens of fewer issuers are accepted.",
    of(validated(issuers("https://tokens.example.com", "https://old.example.com")), validated()),
  ),
  label(
    "domain-dropped",
    "none",
    "Users of fewer domains get in.",
    of(google("acme.com", "acme.org"), google("acme.com")),
  ),
  label(
    "token-prefix-in-other-order",
    "none",
    "The order of members has no meaning.",
    of(
      validated({ http: { tokens: [{ type: "jwt", method: "header", name: "authorization", prefix: "Bearer " }] } }),
      validated({ http: { tokens: [{ prefix: "Bearer ", name: "authorization", method: "header", type: "jwt" }] } }),
    ),
  ),
];

/** All changes of programs. */
export const readerLabels: readonly ReaderLabel[] = [
  ...[...hiddenBeside, ...spelled, ...listed, ...headers, ...edges, ...letters],
  ...[...takeovers, ...certificates, ...traffic, ...honest],
];

const named = (name: string) => `reader-drift-${name}`;

/** K: the same kinds of changes, made on the server by another party. */
export const readerDrifts: readonly LabelledDrift[] = [
  ofRoute(
    named("organization-added"),
    "medium",
    "Users of another organization get in.",
    organizations("acme"),
    organizations("acme", "evil"),
  ),
  ofRoute(named("login-disabled"), "high", "Everybody gets in.", locked, { oauth: { ...oauth, enabled: false } }),
  ofRoute(named("restriction-deleted"), "high", "Every address gets in.", addressesOf("ipp_1"), {
    ipRestriction: null,
  }),
  ofRoute(named("domains-emptied"), "high", "Everybody with an account gets in.", google("acme.com"), google()),
  ofRoute(
    named("domain-cyrillic-added"),
    "medium",
    "Users of another domain, which looks like the first, get in.",
    google("acme.com"),
    google("acme.com", "\u0430cme.com"),
  ),
  ofRoute(named("groups-unset"), "high", "Everybody whom the identity provider knows gets in.", groups("staff"), {
    saml,
  }),
  ofRoute(
    named("algorithm-none"),
    "high",
    "Tokens that nobody has signed are accepted.",
    ofJws("RS256"),
    ofJws("RS256", "none"),
  ),
  ofRoute(
    named("jwks-added"),
    "medium",
    "Whoever holds the other keys can sign tokens.",
    validated(),
    validated(signingKeys("https://tokens.example.com/jwks", "https://keys.example.net/jwks")),
  ),
  ofRoute(named("backend-other"), "high", "Requests reach a backend that nobody of the program chose.", locked, {
    backend: { backendId: "bkdhr_9" },
  }),
  ofRoute(
    named("user-header-set"),
    "medium",
    "If the backend believes the header, every user is an administrator.",
    { ...locked, requestHeaders: { remove: ["x-debug"] } },
    { requestHeaders: { remove: ["x-debug"], add: { "x-forwarded-user": "admin" } } },
  ),
  ofRoute(
    named("identity-header-not-removed"),
    "medium",
    "Clients can state who they are, if the backend believes the header.",
    { ...locked, requestHeaders: { remove: ["x-forwarded-user"] } },
    { requestHeaders: { remove: [] } },
  ),
  ofRoute(
    named("csp-dropped"),
    "medium",
    "Pages may load scripts of any origin.",
    { ...locked, responseHeaders: { add: CSP } },
    { responseHeaders: { add: {} } },
  ),
  ofRoute(named("match-other"), "medium", "Requests that clients send may match no longer.", locked, { match: "/v2" }),
  ofRoute(named("exact"), "medium", "Requests below the path are not served any more.", locked, {
    matchType: "exact_path",
  }),
  ofRoute(
    named("compression-off"),
    "low",
    "Responses get larger.",
    { ...locked, compression: {} },
    { compression: { enabled: false } },
  ),
  ofRoute(
    named("description"),
    "low",
    "A description changes nothing for requests.",
    { ...locked, description: "API" },
    { description: "The API" },
  ),
  ofRoute(
    named("metadata"),
    "low",
    "Metadata changes nothing for requests.",
    { ...locked, metadata: "a" },
    { metadata: "b" },
  ),
  ofRoute(
    named("domain-in-capitals"),
    "none",
    "Letter case makes no difference in a domain.",
    google("acme.com"),
    google("ACME.com"),
  ),
  ofRoute(
    named("organizations-reordered"),
    "none",
    "The order has no meaning.",
    organizations("a", "b"),
    organizations("b", "a"),
  ),
  ofRoute(
    named("session-shorter"),
    "low",
    "Sessions end earlier.",
    { oauth: { ...oauth, maximumDuration: 86_400 } },
    { oauth: { ...oauth, maximumDuration: 28_800 } },
  ),
  drift(
    named("clients-gone"),
    "high",
    "Clients without a certificate get in.",
    [clients("HttpsEdgeMutualTls", "ca_1")],
    gone("clients"),
  ),
  drift(
    named("authority-added"),
    "medium",
    "Clients with certificates of another authority get in.",
    [clients("TlsEdgeMutualTls", "ca_1")],
    changed("clients", { certificateAuthorityIds: ["ca_1", "ca_2"] }),
  ),
  drift(
    named("tcp-other-backend"),
    "high",
    "Connections reach a backend that nobody of the program chose.",
    [tcp()],
    changed("database", { backendId: "bkdtg_9" }),
  ),
  drift(
    named("tls-1.0"),
    "high",
    "Connections with a version that is known to be broken are accepted.",
    [tls("1.2")],
    changed("tls", { minVersion: "1.0" }),
  ),
  drift(
    named("tls-stricter"),
    "low",
    "Only newer TLS is accepted.",
    [tls("1.2")],
    changed("tls", { minVersion: "1.3" }),
  ),
  drift(
    named("route-deleted"),
    "medium",
    "Requests for the route are not served, or fall to another one.",
    [admin()],
    gone("admin"),
  ),
  drift(
    named("locked-route-deleted-above-open"),
    "high",
    "Requests for /admin fall to the open route.",
    [site, admin()],
    gone("admin"),
  ),
  drift(named("login-resource-gone"), "high", "Everybody gets in.", [route(), login(ROUTE)], gone("login")),
  drift(
    named("ssh-gone"),
    "high",
    "Nothing can be signed, and the key is lost.",
    [ca({ privateKeyType: "ed25519" })],
    gone("hosts"),
  ),
  drift(
    named("ssh-description"),
    "low",
    "A description changes nothing.",
    [ca({ privateKeyType: "ed25519", description: "Hosts" })],
    changed("hosts", { description: "All hosts" }),
  ),
  drift(
    named("ingress-unmanaged"),
    "medium",
    "Certificates are not renewed any more.",
    [ingress({ certificateManagementPolicy: policy })],
    changed("agents", { certificateManagementPolicy: null }),
  ),
  drift(
    named("site-other"),
    "medium",
    "Events, and the key, go to another site.",
    [monitored()],
    changed("audit", {
      target: {
        monitoring: {
          apiKey: "canary-monitoring",
          service: "ingress",
          tags: "env:prod",
          site: "collector.example.net",
        },
      },
    }),
  ),
];
