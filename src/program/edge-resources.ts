import * as edge from "../resources/edge-modules";
import { type HttpsEdgeRouteArgs, type HttpsEdgeRouteOutputs, httpsEdgeRoute } from "../resources/https-edge-route";
import * as route from "../resources/route-modules";
import { resourceClass } from "./resource-class";

/**
 * A path on an HTTPS edge, with the modules that are configured on it. A module that the program does not name is left
 * alone: a module resource, or somebody else, may configure it. What a removed module leaves behind, and what happens when
 * the route is deleted, the documentation of its arguments and of `ProviderArgs.routeDeletion` say.
 *
 * Its id is the route's; `HttpsEdgeRoute.get(name, id, { edgeId })` looks one up.
 *
 * @example
 * const api = new HttpsEdgeRoute("api", {
 *   edgeId,
 *   matchType: "path_prefix",
 *   match: "/api",
 *   backend: { backendId },
 *   circuitBreaker: { errorThresholdPercentage: 0.5 },
 * });
 */
export class HttpsEdgeRoute extends resourceClass<HttpsEdgeRouteArgs, HttpsEdgeRouteOutputs>(httpsEdgeRoute) {}

/**
 * Webhook verification of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * new HttpsEdgeRouteWebhookVerification("signed", { edgeId, routeId: hooks.id, provider: "github", secret });
 */
export class HttpsEdgeRouteWebhookVerification extends resourceClass<
  route.HttpsEdgeRouteWebhookVerificationArgs,
  unknown
>(route.httpsEdgeRouteWebhookVerification) {}

/**
 * OAuth of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * new HttpsEdgeRouteOAuth("login", {
 *   edgeId,
 *   routeId: admin.id,
 *   provider: { provider1: { organizations: ["example"] } },
 * });
 */
export class HttpsEdgeRouteOAuth extends resourceClass<route.HttpsEdgeRouteOAuthArgs, unknown>(
  route.httpsEdgeRouteOAuth,
) {}

/**
 * JWT validation of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * new HttpsEdgeRouteJwtValidation("tokens", {
 *   edgeId,
 *   routeId: api.id,
 *   issuer: { allowList: [{ value: "https://issuer.example.com" }] },
 *   http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
 * });
 */
export class HttpsEdgeRouteJwtValidation extends resourceClass<route.HttpsEdgeRouteJwtValidationArgs, unknown>(
  route.httpsEdgeRouteJwtValidation,
) {}

/**
 * Websocket-to-TCP conversion of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * new HttpsEdgeRouteWebsocketTcpConverter("tunnel", { edgeId, routeId: tunnel.id });
 */
export class HttpsEdgeRouteWebsocketTcpConverter extends resourceClass<
  route.HttpsEdgeRouteWebsocketTcpConverterArgs,
  unknown
>(route.httpsEdgeRouteWebsocketTcpConverter) {}

/**
 * Mutual TLS of an HTTPS edge. Its id is `<edgeId>`.
 *
 * @example
 * new HttpsEdgeMutualTls("clients", { edgeId, certificateAuthorityIds: [authorityId] });
 */
export class HttpsEdgeMutualTls extends resourceClass<edge.EdgeMutualTlsArgs, edge.EdgeMutualTlsOutputs>(
  edge.httpsEdgeMutualTls,
) {}

/**
 * Mutual TLS of a TLS edge. Its id is `<edgeId>`.
 *
 * @example
 * new TlsEdgeMutualTls("clients", { edgeId, certificateAuthorityIds: [authorityId] });
 */
export class TlsEdgeMutualTls extends resourceClass<edge.EdgeMutualTlsArgs, edge.EdgeMutualTlsOutputs>(
  edge.tlsEdgeMutualTls,
) {}

/**
 * The backend of a TCP edge. Its id is `<edgeId>`.
 *
 * @example
 * new TcpEdgeBackend("database", { edgeId, backendId });
 */
export class TcpEdgeBackend extends resourceClass<edge.TcpEdgeBackendArgs, edge.TcpEdgeBackendOutputs>(
  edge.tcpEdgeBackend,
) {}

/**
 * TLS termination of an HTTPS edge. Its id is `<edgeId>`.
 *
 * @example
 * new HttpsEdgeTlsTermination("tls", { edgeId, minVersion: "1.3" });
 */
export class HttpsEdgeTlsTermination extends resourceClass<
  edge.HttpsEdgeTlsTerminationArgs,
  edge.HttpsEdgeTlsTerminationOutputs
>(edge.httpsEdgeTlsTermination) {}
