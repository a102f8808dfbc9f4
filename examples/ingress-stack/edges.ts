import { Config } from "@pulumi/pulumi";
import {
  HttpsEdgeRoute,
  HttpsEdgeRouteJwtValidation,
  HttpsEdgeTlsTermination,
  TcpEdgeBackend,
} from "pulumi-edge-ingress";

// Edges and backends are created elsewhere, because the API has no operations for them. The local server accepts any id.
const config = new Config();
const httpsEdge = config.require("httpsEdge");
const tcpEdge = config.require("tcpEdge");
const apiBackend = config.require("apiBackend");
const hooksBackend = config.require("hooksBackend");
const databaseBackendId = config.require("databaseBackend");

// The public API: people sign in, an upstream that fails gets a rest, answers are small and tell little.
const api = new HttpsEdgeRoute("api", {
  edgeId: httpsEdge,
  matchType: "path_prefix",
  match: "/api",
  description: "Public API",
  backend: { backendId: apiBackend },
  oauth: {
    provider: {
      provider1: {
        clientId: config.require("oauthClientId"),
        clientSecret: config.requireSecret("oauthClientSecret"),
        organizations: ["example"],
      },
    },
    optionsPassthrough: true,
    authCheckInterval: 300,
  },
  circuitBreaker: {
    rollingWindow: 60,
    numBuckets: 10,
    volumeThreshold: 20,
    errorThresholdPercentage: 0.25,
  },
  compression: {},
  requestHeaders: { add: { "X-Forwarded-Prefix": "/api" } },
  responseHeaders: {
    add: { "Strict-Transport-Security": "max-age=31536000" },
    remove: ["Server", "X-Powered-By"],
  },
});

// Webhooks: only those that their provider has signed come through.
const hooks = new HttpsEdgeRoute("hooks", {
  edgeId: httpsEdge,
  matchType: "exact_path",
  match: "/hooks",
  description: "Webhooks",
  backend: { backendId: hooksBackend },
  webhookVerification: {
    provider: "github",
    secret: config.requireSecret("webhookSecret"),
  },
});

// For machines: the route is here, its JWT validation a resource of its own, as another team might keep it.
const machines = new HttpsEdgeRoute("machines", {
  edgeId: httpsEdge,
  matchType: "path_prefix",
  match: "/machines",
  description: "API for machines",
  backend: { backendId: apiBackend },
});

new HttpsEdgeRouteJwtValidation("machine-tokens", {
  route: machines,
  issuer: { allowList: [{ value: "https://tokens.example.com" }] },
  audience: { allowList: [{ value: "machines" }] },
  http: {
    tokens: [{ type: "at+jwt", method: "header", name: "Authorization", prefix: "Bearer " }],
  },
  jws: {
    allowedAlgorithms: ["ES256"],
    keys: { sources: { additionalJkus: ["https://tokens.example.com/jwks.json"] } },
  },
});

/** The routes of the HTTPS edge. */
export const routes = { api, hooks, machines };

/** TLS of the HTTPS edge. */
export const tls = new HttpsEdgeTlsTermination("tls", { edgeId: httpsEdge, minVersion: "1.2" });

/** What connections to the TCP edge reach. */
export const databaseBackend = new TcpEdgeBackend("database", {
  edgeId: tcpEdge,
  backendId: databaseBackendId,
});
