import type { Outcome } from "../../src/insight/expectations/claims";
import type { Claims, Expectation } from "../../src/insight/expectations/expectation";
import { exact, exportOf, login, moduleOf, onEdge, previewOf, route, UNKNOWN } from "./stacks";

/** An expectation, with what must be found of it. */
export interface Labelled {
  readonly outcome: Outcome;
  readonly expectation: Expectation;
}

/** A stack, with expectations of it. */
export interface LabelledStack {
  readonly name: string;
  readonly text: string;
  readonly expectations: readonly Labelled[];
}

const labelled =
  (outcome: Outcome) =>
  (path: string, expect: Claims, more: Partial<Expectation> = {}): Labelled => ({
    outcome,
    expectation: { edge: "edge_1", path, expect, ...more },
  });

const holds = labelled("holds");
const fails = labelled("fails");
const unknown = labelled("not-known");

const oauth: Claims = { protectedBy: ["oauth"] };
const any: Claims = { protectedBy: ["any"] };
const open: Claims = { open: true };
const acme: Claims = { allows: { emailDomains: ["acme.example"] } };

/** Ten stacks, six expectations of each. */
export const labelledStacks: readonly LabelledStack[] = [
  {
    name: "a public route and a route with a login",
    text: exportOf([route("web", "/"), route("admin", "/admin", { oauth: login("acme.example") })]),
    expectations: [
      holds("/admin", oauth),
      holds("/admin/users?page=2", { servedBy: "admin", ...acme }),
      holds("/", open),
      fails("/adm", any),
      fails("/admin", oauth, { routes: "every" }),
      fails("/admin", open),
    ],
  },
  {
    name: "a login that is a resource of its own, and another for every mail domain",
    text: exportOf([
      route("admin", "/admin"),
      moduleOf("admin", "HttpsEdgeRouteOAuth", login("acme.example")),
      route("mail", "/mail", { oauth: login("gmail.com") }),
    ]),
    expectations: [
      holds("/admin", oauth),
      holds("/admin", acme),
      fails("/mail", oauth),
      fails("/mail", { ...oauth, strength: "weak" }),
      fails("/mail", acme),
      fails("/other", any),
    ],
  },
  {
    name: "mutual TLS and a lowest version of TLS of the edge",
    text: exportOf([
      route("web", "/"),
      onEdge("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] }),
      onEdge("HttpsEdgeTlsTermination", { minVersion: "1.2" }),
    ]),
    expectations: [
      holds("/x", { protectedBy: ["oauth", "mutualTls"] }),
      holds("/x", { tls: "1.2" }),
      holds("/x", { tls: "1.0" }),
      fails("/x", { tls: "1.3" }),
      fails("/x", oauth),
      fails("/x", open),
    ],
  },
  {
    name: "modules that are disabled or keep nobody out",
    text: exportOf([
      route("off", "/off", { oauth: { ...login("acme.example"), enabled: false } }),
      route("empty", "/empty", { ipRestriction: { ipPolicyIds: [] } }),
      route("forged", "/forged", {
        jwtValidation: {
          issuer: { allowList: [{ value: "https://i.example" }] },
          jws: { allowedAlgorithms: ["none"] },
        },
      }),
      onEdge("HttpsEdgeTlsTermination", { minVersion: "1.3", enabled: false }),
    ]),
    expectations: [
      fails("/off", oauth),
      fails("/empty", { protectedBy: ["ipRestriction"] }),
      fails("/forged", { protectedBy: ["jwtValidation"] }),
      holds("/off", open),
      fails("/off", { tls: "1.0" }),
      fails("/off", acme),
    ],
  },
  {
    name: "logins of other kinds",
    text: exportOf([
      route("saml", "/saml", { saml: { idpMetadata: "<x/>", authorizedGroups: ["ops"] } }),
      route("all", "/all", { saml: { idpMetadata: "<x/>" } }),
      route("oidc", "/oidc", { oidc: { issuer: "https://login.acme.example", clientId: "a", clientSecret: "b" } }),
    ]),
    expectations: [
      holds("/saml", { protectedBy: ["saml"], allows: { groups: ["ops", "admins"] } }),
      fails("/saml", { allows: { groups: ["admins"] } }),
      fails("/all", { protectedBy: ["saml"] }),
      holds("/all", { protectedBy: ["saml"], strength: "weak" }),
      holds("/oidc", { protectedBy: ["oidc"] }),
      fails("/oidc", any),
    ],
  },
  {
    name: "routes for hosts",
    text: exportOf([
      route("shop", "shop.example/"),
      route("intern", "intern.example/", { oauth: login("acme.example") }),
    ]),
    expectations: [
      holds("/", oauth, { host: "intern.example" }),
      holds("/", oauth, { host: "INTERN.example" }),
      fails("/", oauth, { host: "shop.example" }),
      fails("/", oauth),
      fails("/", oauth, { host: "other.example" }),
      holds("/", open, { host: "shop.example" }),
    ],
  },
  {
    name: "an exact match below a prefix, and a route that serves nothing",
    text: exportOf([
      route("all", "/", { oauth: login("acme.example") }),
      route("health", "/health", exact),
      route("old", "/old", { backend: { backendId: "bkd_old", enabled: false } }),
    ]),
    expectations: [
      holds("/health", { open: true, servedBy: "bkd_health" }),
      holds("/health/x", oauth),
      holds("/healthy", { servedBy: "HttpsEdgeRoute all" }),
      holds("/old", { ...oauth, servedBy: "all" }),
      fails("/old", { servedBy: "old" }),
      fails("/health", oauth),
    ],
  },
  {
    name: "what is known at apply, in a preview",
    text: previewOf([
      route("team", "/team", { oauth: { provider: { provider1: { organizations: [UNKNOWN] } } } }),
      route("switch", "/switch", { oauth: { ...login("acme.example"), enabled: UNKNOWN } }),
      route("back", "/back", { backend: { backendId: UNKNOWN } }),
      onEdge("HttpsEdgeTlsTermination", { minVersion: UNKNOWN }),
    ]),
    expectations: [
      unknown("/team", { allows: { organizations: ["acme"] } }),
      unknown("/switch", oauth),
      unknown("/switch", acme),
      unknown("/back", { servedBy: "bkd_back" }),
      unknown("/back", { tls: "1.2" }),
      holds("/back", { servedBy: "back" }),
    ],
  },
  {
    name: "a route whose match is known at apply",
    text: previewOf([
      route("admin", "/admin", { oauth: login("acme.example") }),
      moduleOf("web", "HttpsEdgeRouteOAuth", login("acme.example")),
      route("web", "/web"),
      { ...route("some", "/some"), args: { ...route("some", "/some").args, match: UNKNOWN } },
    ]),
    expectations: [
      unknown("/admin", oauth),
      unknown("/web", oauth),
      unknown("/nothing", oauth),
      fails("/admin", open),
      unknown("/admin", oauth, { stack: "dev", host: "a.example" }),
      unknown("/web", { servedBy: "web" }),
    ],
  },
  {
    name: "requests of machines",
    text: exportOf([
      route("hooks", "/hooks", { webhookVerification: { provider: "github", secret: "canary" } }),
      route("unsigned", "/unsigned", { webhookVerification: { provider: "github" } }),
      route("office", "/office", {
        ipRestriction: { ipPolicyIds: ["ipp_1"] },
        oauth: login("acme.example", "partner.example"),
      }),
      route("cel", "/cel", { policy: { inbound: { expressions: ["true"], actions: { type: "deny" } } } }),
    ]),
    expectations: [
      holds("/hooks", { protectedBy: ["webhookVerification"] }),
      fails("/unsigned", { protectedBy: ["webhookVerification"] }),
      holds("/office", { protectedBy: ["ipRestriction"] }),
      fails("/office", acme),
      holds("/office", { allows: { emailDomains: ["acme.example", "partner.example"] } }),
      holds("/cel", { protectedBy: ["policy"] }),
    ],
  },
];
