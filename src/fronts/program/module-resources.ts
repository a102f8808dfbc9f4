import * as edge from "../../core/definitions/edge-modules";
import * as route from "../../core/definitions/route-modules";
import { resourceClass } from "./resource-class";
import { onRoute, type RouteModule } from "./route-module";

/**
 * Webhook verification of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * const hooks = new HttpsEdgeRoute("hooks", {
 *   edgeId,
 *   matchType: "exact_path",
 *   match: "/hooks",
 *   backend: { backendId },
 * });
 * new HttpsEdgeRouteWebhookVerification("signed", { route: hooks, provider: "github", secret });
 */
export class HttpsEdgeRouteWebhookVerification extends resourceClass<
  route.HttpsEdgeRouteWebhookVerificationArgs,
  unknown,
  RouteModule<route.HttpsEdgeRouteWebhookVerificationArgs>
>(route.httpsEdgeRouteWebhookVerification, onRoute) {}

/**
 * OAuth of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * const admin = new HttpsEdgeRoute("admin", {
 *   edgeId,
 *   matchType: "path_prefix",
 *   match: "/admin",
 *   backend: { backendId },
 * });
 * new HttpsEdgeRouteOAuth("login", {
 *   route: admin,
 *   provider: { provider1: { organizations: ["example"] } },
 * });
 */
export class HttpsEdgeRouteOAuth extends resourceClass<
  route.HttpsEdgeRouteOAuthArgs,
  unknown,
  RouteModule<route.HttpsEdgeRouteOAuthArgs>
>(route.httpsEdgeRouteOAuth, onRoute) {}

/**
 * JWT validation of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * const api = new HttpsEdgeRoute("api", {
 *   edgeId,
 *   matchType: "path_prefix",
 *   match: "/api",
 *   backend: { backendId },
 * });
 * new HttpsEdgeRouteJwtValidation("tokens", {
 *   route: api,
 *   issuer: { allowList: [{ value: "https://issuer.example.com" }] },
 *   http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
 * });
 */
export class HttpsEdgeRouteJwtValidation extends resourceClass<
  route.HttpsEdgeRouteJwtValidationArgs,
  unknown,
  RouteModule<route.HttpsEdgeRouteJwtValidationArgs>
>(route.httpsEdgeRouteJwtValidation, onRoute) {}

/**
 * Websocket-to-TCP conversion of a route, as a resource of its own. Its id is `<edgeId>/<routeId>`.
 *
 * @example
 * const shell = new HttpsEdgeRoute("shell", {
 *   edgeId,
 *   matchType: "exact_path",
 *   match: "/shell",
 *   backend: { backendId },
 * });
 * new HttpsEdgeRouteWebsocketTcpConverter("tunnel", { route: shell });
 */
export class HttpsEdgeRouteWebsocketTcpConverter extends resourceClass<
  route.HttpsEdgeRouteWebsocketTcpConverterArgs,
  unknown,
  RouteModule<route.HttpsEdgeRouteWebsocketTcpConverterArgs>
>(route.httpsEdgeRouteWebsocketTcpConverter, onRoute) {}

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
