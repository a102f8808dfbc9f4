import { secret } from "@pulumi/pulumi";
import {
  AgentIngress,
  type AgentIngressArgs,
  EventDestination,
  type EventTargetArgs,
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  type HttpsEdgeRouteArgs,
  HttpsEdgeRouteOAuth,
  HttpsEdgeTlsTermination,
  SshCertificateAuthority,
} from "pulumi-edge-ingress";

/** A change to a program: what it declares under the change's name before and after. */
export interface Change {
  before(name: string): unknown;
  after(name: string): unknown;
}

/** Typical changes. Each is previewed as `sdk-tests/previews/<name>.txt` has it. */
export const changes: Readonly<Record<string, Change>> = {
  "ingress-description-changed": ingress({ description: "agents of team a" }, { description: "agents of team b" }),
  "ingress-description-removed": ingress({ description: "agents", metadata: "v1" }, { metadata: "v1" }),
  "ingress-domain-changed": ingress({}, { domain: "new.example.com" }),
  "ingress-domain-spelled-differently": ingress({ domain: "same.example.com" }, { domain: "Same.Example.COM." }),
  "ingress-certificates-on": ingress({}, { certificateManagementPolicy: { authority: "letsencrypt" } }),
  "ingress-certificates-off": ingress({ certificateManagementPolicy: { authority: "letsencrypt" } }, {}),
  "ingress-default-stated": ingress(
    { certificateManagementPolicy: { authority: "letsencrypt" } },
    { certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "rsa" } },
  ),
  "authority-key-size-changed": {
    before: (name) => new SshCertificateAuthority(name, { privateKeyType: "rsa", keySize: 2048 }),
    after: (name) => new SshCertificateAuthority(name, { privateKeyType: "rsa", keySize: 4096 }),
  },
  "authority-description-unknown": {
    before: (name) => new SshCertificateAuthority(name, { description: "hosts" }),
    after: (name) => {
      const source = new AgentIngress(`${name}.source`, { domain: "source.example.com" });
      return new SshCertificateAuthority(name, { description: source.uri });
    },
  },
  "destination-secret-rotated": destination(
    { monitoring: { apiKey: "canary-old", site: "eu" } },
    { monitoring: { apiKey: "canary-new", site: "eu" } },
  ),
  "destination-target-changed": destination(
    { cloudLogs: { logGroupArn: "arn:logs", auth: { role: { roleArn: "arn:role" } } } },
    { monitoring: { apiKey: "canary-key", site: "eu" } },
  ),
  "destination-role-to-credentials": destination(
    { cloudLogs: { logGroupArn: "arn:logs", auth: { role: { roleArn: "arn:role" } } } },
    {
      cloudLogs: {
        logGroupArn: "arn:logs",
        auth: { creds: { cloudAccessKeyId: "AKIA", cloudSecretAccessKey: "canary-access" } },
      },
    },
  ),
  "route-match-changed": route({}, { match: "/v2" }),
  "route-moved-to-another-edge": route({}, { edgeId: "edghts_2" }),
  "route-backend-changed": route({}, { backend: { backendId: "bkdhr_new" } }),
  "route-login-removed": route({ oauth: oauth("team") }, {}),
  "route-login-widened": route({ oauth: oauth("team") }, { oauth: oauth("team", "everybody") }),
  "route-login-disabled": route({ oauth: oauth("team") }, { oauth: { ...oauth("team"), enabled: false } }),
  "route-client-secret-rotated": route({ oidc: oidc("canary-old") }, { oidc: oidc("canary-new") }),
  "route-sets-reordered": route(
    { ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_2"] }, requestHeaders: { remove: ["X-A", "X-B"] } },
    { ipRestriction: { ipPolicyIds: ["ipp_2", "ipp_1"] }, requestHeaders: { remove: ["x-b", "x-a"] } },
  ),
  "route-address-allowed": route(
    { ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_2"] } },
    { ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_2", "ipp_3"] } },
  ),
  "route-header-changed": route(
    { responseHeaders: { add: { "X-Frame-Options": "DENY", "X-Robots-Tag": "none" } } },
    { responseHeaders: { add: { "X-Frame-Options": "SAMEORIGIN", "X-Robots-Tag": "none" } } },
  ),
  "route-number-changed": route(
    { circuitBreaker: { numBuckets: 10, volumeThreshold: 20 } },
    { circuitBreaker: { numBuckets: 10, volumeThreshold: 40 } },
  ),
  "route-issuer-added": route(
    { jwtValidation: issuers("https://a.example.com") },
    { jwtValidation: issuers("https://a.example.com", "https://b.example.com") },
  ),
  "route-marked-secret-changed": route({ description: secret("canary-one") }, { description: secret("canary-two") }),
  "module-login-widened": {
    before: (name) => new HttpsEdgeRouteOAuth(name, { route: routeOf(name), ...oauth("team") }),
    after: (name) => new HttpsEdgeRouteOAuth(name, { route: routeOf(name), ...oauth("team", "everybody") }),
  },
  "module-tls-lowered": {
    before: (name) => new HttpsEdgeTlsTermination(name, { edgeId: "edghts_1", minVersion: "1.3" }),
    after: (name) => new HttpsEdgeTlsTermination(name, { edgeId: "edghts_1", minVersion: "1.0" }),
  },
  "module-moved-to-another-edge": {
    before: (name) => new HttpsEdgeMutualTls(name, { edgeId: "edghts_1", certificateAuthorityIds: ["ca_1"] }),
    after: (name) => new HttpsEdgeMutualTls(name, { edgeId: "edghts_2", certificateAuthorityIds: ["ca_1"] }),
  },
  "ingress-added": { before: nothing, after: ingress({}, { description: "new" }).after },
  "ingress-deleted": { before: ingress({}, {}).before, after: nothing },
};

/** An ingress with these arguments, beside the required ones. */
function ingress(before: Partial<AgentIngressArgs>, after: Partial<AgentIngressArgs>): Change {
  const declare = (args: Partial<AgentIngressArgs>) => (name: string) =>
    new AgentIngress(name, { domain: `${name}.example.com`, ...args });
  return { before: declare(before), after: declare(after) };
}

function destination(before: EventTargetArgs, after: EventTargetArgs): Change {
  const declare = (target: EventTargetArgs) => (name: string) => new EventDestination(name, { format: "json", target });
  return { before: declare(before), after: declare(after) };
}

/** A route with these arguments, beside the required ones. */
function route(before: Partial<HttpsEdgeRouteArgs>, after: Partial<HttpsEdgeRouteArgs>): Change {
  return { before: (name) => routeOf(name, before), after: (name) => routeOf(name, after) };
}

function routeOf(name: string, args?: Partial<HttpsEdgeRouteArgs>): HttpsEdgeRoute {
  const backend = { backendId: "bkdhr_1" };
  const resourceName = args ? name : `${name}.route`;
  return new HttpsEdgeRoute(resourceName, {
    edgeId: "edghts_1",
    matchType: "path_prefix",
    match: "/",
    backend,
    ...args,
  });
}

function oauth(...organizations: string[]) {
  return { provider: { provider1: { organizations } } };
}

function oidc(clientSecret: string) {
  return { issuer: "https://login.example.com", clientId: "edge", clientSecret };
}

function issuers(...urls: string[]) {
  return { issuer: { allowList: urls.map((value) => ({ value })) } };
}

function nothing(): void {}
