import type { PolicyName } from "../../src/insight/policy/policies";
import {
  type Args,
  audit,
  type Declared,
  google,
  ingress,
  jwt,
  login,
  logs,
  mutual,
  ofJws,
  oidc,
  policy,
  ROUTE,
  route,
  saml,
  tls,
} from "../review/declared";

/** A program, with what a policy must find of it. */
export interface PolicyCase {
  readonly name: string;
  readonly policy: PolicyName;
  readonly violates: boolean;
  readonly resources: readonly Declared[];
  /** The resource that the engine names; without, the stack. */
  readonly at?: string;
}

const violates = (policy: PolicyName, name: string, resources: readonly Declared[], at = "route"): PolicyCase => ({
  ...{ name, policy, resources, at },
  violates: true,
});
const complies = (policy: PolicyName, name: string, resources: readonly Declared[]): PolicyCase => ({
  ...{ name, policy, resources },
  violates: false,
});

const acme = google("acme.example");
const routeWith = (args: Args) => [route(args)];
const metadata = (text: string) => routeWith({ ...acme, metadata: text });
const session = (values: Args) => routeWith({ oauth: { ...acme.oauth, ...values } });
const owned = JSON.stringify({ owner: "web" });

/** What the test configures: the defaults, but for these. */
export const configuration = {
  "route-protected": { exceptions: ["/health", "/public/*"] },
  "tls-minimum": { version: "1.2" },
  "session-maximum": { maximumDuration: 3600 },
  "metadata-keys": { keys: ["owner"] },
} as const;

const tcp: Declared = { type: "TcpEdgeBackend", name: "route", args: { edgeId: "EDGE", backendId: "bkdhr_1" } };
const issuers = (...values: string[]) => ({
  jwtValidation: { issuer: { allowList: values.map((value) => ({ value })) }, jws: { allowedAlgorithms: ["RS256"] } },
});

/** 76 labelled programs: each is judged by its policy. `EDGE` and `DOMAIN` are its own. */
export const policyCases: readonly PolicyCase[] = [
  violates("route-protected", "open", routeWith({})),
  violates("route-protected", "disabled-login", routeWith({ oauth: { ...acme.oauth, enabled: false } })),
  violates("route-protected", "public-domain", routeWith(google("gmail.com"))),
  violates("route-protected", "everybody", routeWith({ oauth: { provider: { provider3: {} } } })),
  violates("route-protected", "no-list", routeWith({ ipRestriction: { ipPolicyIds: [] } })),
  violates("route-protected", "no-groups", routeWith({ saml })),
  violates("route-protected", "other-exception", routeWith({ match: "/healthy" })),
  violates("route-protected", "secret-match", routeWith({ match: { $secret: "/canary-admin" } })),
  violates("route-protected", "secret-login", routeWith({ oauth: { $secret: { ...acme.oauth, enabled: false } } })),
  complies("route-protected", "login", routeWith(acme)),
  complies("route-protected", "login-of-its-own", [route(), login()]),
  complies("route-protected", "login-by-id", [route(), login({ edgeId: "EDGE", routeId: { $id: "route" } })]),
  complies("route-protected", "client-certificates", [
    route(),
    mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] }),
  ]),
  complies("route-protected", "exception", routeWith({ match: "/health" })),
  complies("route-protected", "exceptions", routeWith({ match: "/public/img" })),
  complies("route-protected", "serves-nothing", routeWith({ backend: { backendId: "bkdhr_1", enabled: false } })),
  violates("no-public-mail-domain", "mail", routeWith(google("acme.example", "gmail.com"))),
  violates("no-public-mail-domain", "mail-spelled", routeWith(google("GMail.com."))),
  violates(
    "no-public-mail-domain",
    "mail-of-its-own",
    [route(), { ...login(), args: { ...ROUTE, ...google("outlook.com").oauth } }],
    "login",
  ),
  complies("no-public-mail-domain", "own-domain", routeWith(acme)),
  complies(
    "no-public-mail-domain",
    "mail-disabled",
    routeWith({ oauth: { ...google("gmail.com").oauth, enabled: false } }),
  ),
  violates("no-weak-algorithm", "unsigned", routeWith(ofJws("RS256", "none"))),
  violates("no-weak-algorithm", "shared-secret", routeWith(ofJws("HS256"))),
  violates("no-weak-algorithm", "no-algorithms", routeWith({ jwtValidation: jwt })),
  complies("no-weak-algorithm", "signed", routeWith(ofJws("RS256", "ES256"))),
  violates("tls-minimum", "old-tls", [tls("1.1")], "tls"),
  violates("tls-minimum", "secret-tls", [tls({ $secret: "1.0" })], "tls"),
  complies("tls-minimum", "tls", [tls("1.2")]),
  complies("tls-minimum", "spelled-tls", [tls("TLSv1.2")]),
  complies("tls-minimum", "new-tls", [tls("1.3")]),
  violates("certificates-managed", "unmanaged", [ingress()], "agents"),
  complies("certificates-managed", "managed", [ingress({ certificateManagementPolicy: policy })]),
  violates("session-maximum", "long-session", session({ maximumDuration: 86_400 })),
  violates("session-maximum", "endless-session", routeWith({ oidc })),
  violates("session-maximum", "zero-session", session({ maximumDuration: 0 })),
  complies("session-maximum", "session", session({ maximumDuration: 3600 })),
  violates("no-secret-in-metadata", "repeated-secret", routeWith({ metadata: "key canary-oidc", oidc })),
  violates("no-secret-in-metadata", "password", metadata('{"password":"canary-1234"}')),
  violates(
    "no-secret-in-metadata",
    "secret-password",
    routeWith({ ...acme, metadata: { $secret: 'password: "canary-5"' } }),
  ),
  complies("no-secret-in-metadata", "plain-metadata", metadata(owned)),
  violates("metadata-keys", "no-metadata", routeWith(acme)),
  violates("metadata-keys", "other-metadata", metadata("web")),
  complies("metadata-keys", "metadata", metadata(owned)),
  violates("metadata-keys", "secret-metadata", routeWith({ ...acme, metadata: { $secret: "{}" } })),
  violates("no-adopt", "adopts", [route(), { ...login(), args: { ...login().args, adopt: true } }], "login"),
  complies("no-adopt", "adopts-nothing", [route(), { ...login(), args: { ...login().args, adopt: false } }]),
  violates("route-protected", "issuer-star", routeWith(issuers("*"))),
  violates("route-protected", "issuer-blank", routeWith(issuers(" "))),
  violates("route-protected", "group-star", routeWith({ saml: { ...saml, authorizedGroups: ["*"] } })),
  violates("route-protected", "group-blank", routeWith({ saml: { ...saml, authorizedGroups: [""] } })),
  violates("route-protected", "blank-policy", routeWith({ ipRestriction: { ipPolicyIds: [""] } })),
  violates("route-protected", "wildcard-mail", routeWith(google("*@gmail.com"))),
  violates("route-protected", "tcp-edge", [tcp]),
  violates("route-protected", "exception-with-dots", routeWith({ match: "/public/../admin" })),
  violates("route-protected", "exception-with-codes", routeWith({ match: "/public/%2e%2e/admin" })),
  violates("route-protected", "weak-webhook", routeWith({ webhookVerification: { provider: "github", secret: " " } })),
  complies("route-protected", "login-of-one-of-two", [
    route(acme),
    route({ ...acme, match: "/b" }, undefined, "second"),
    { ...login(), args: { edgeId: "EDGE", routeId: { $id: "route" }, ...acme.oauth } },
  ]),
  violates("no-public-mail-domain", "mail-star", routeWith(google("*.gmail.com"))),
  violates("no-public-mail-domain", "mail-suffix", routeWith(google("*.co.uk"))),
  violates("no-public-mail-domain", "mail-relay", routeWith(google("privaterelay.appleid.com"))),
  violates("no-weak-algorithm", "hmac-spelled", routeWith(ofJws("RS256", "HS-256"))),
  violates("no-weak-algorithm", "null-algorithm", routeWith(ofJws("null"))),
  violates("no-weak-algorithm", "unknown-algorithm", routeWith(ofJws("dir"))),
  complies("no-weak-algorithm", "eddsa", routeWith(ofJws("EdDSA"))),
  violates(
    "no-secret-in-metadata",
    "escaped-secret",
    metadata('{"note":"canary\\u002d\\u006fidc password\\u003a hunter22"}'),
  ),
  violates(
    "no-secret-in-metadata",
    "base64-secret",
    routeWith({ metadata: Buffer.from("canary-oidc").toString("base64"), oidc }),
  ),
  violates(
    "no-secret-in-metadata",
    "base64-password",
    metadata(Buffer.from('{"password":"canary-12"}').toString("base64")),
  ),
  violates("no-secret-in-metadata", "encoded-secret", routeWith({ metadata: "key=canary%2Doidc", oidc })),
  violates("no-secret-in-metadata", "slack", metadata(`hook ${["xoxb", "1234567890", "canary"].join("-")}`)),
  violates("no-secret-in-metadata", "gitlab", metadata(`${["glpat", "canarycanarycanary12"].join("-")}`)),
  violates("no-secret-in-metadata", "address-with-password", metadata("postgres://app:canary-pw@db.acme.example/app")),
  complies("no-secret-in-metadata", "words-like-base64", metadata('{"team":"infrastructure","page":"documentation"}')),
  violates("metadata-keys", "null-owner", metadata('{"owner":null}')),
  violates("metadata-keys", "blank-owner", metadata('{"owner":""}')),
  violates("no-retained-modules", "retains", routeWith({ ...acme, retainRemovedModules: true })),
  complies("no-retained-modules", "retains-nothing", routeWith({ ...acme, retainRemovedModules: false })),
];

/** Cases of what is judged of all resources of a stack together. */
export const wholeStacks = { without: [route()], with: [route(), audit(logs("logs"))] };
