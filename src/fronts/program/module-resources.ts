import * as pulumi from "@pulumi/pulumi";
import * as edge from "../../core/definitions/edge-modules";
import { httpsEdgeRoute } from "../../core/definitions/https-edge-route";
import * as route from "../../core/definitions/route-modules";
import type { SingletonDefinition } from "../../core/schema/definition";
import { isObject } from "../../core/schema/values";
import { isDeclared, isOfType, resourceClass, type Stated } from "./resource-class";
import type { HttpsEdgeRoute } from "./resources";

/** Arguments of a route's module, with the route itself in place of its ids. */
export type OnRoute<Args> = Omit<Args, "edgeId" | "routeId"> & {
  /**
   * The route, where the program declares it: stands for `edgeId` and `routeId`. The module then goes together with its
   * route, and not before. Required, unless the ids are given. Another route replaces the resource; the same one in
   * place of its ids changes nothing.
   */
  route: HttpsEdgeRoute;
  edgeId?: undefined;
  routeId?: undefined;
};

/** Arguments of a route's module, in either form. */
export type RouteModule<Args> = (Args & { route?: undefined }) | OnRoute<Args>;

/** The class of a module of a route, which takes either form of arguments. */
const routeModuleClass = <Args extends object>(definition: SingletonDefinition) =>
  resourceClass<Args, unknown, RouteModule<Args>>(definition, onRoute);

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
export class HttpsEdgeRouteWebhookVerification extends routeModuleClass<route.HttpsEdgeRouteWebhookVerificationArgs>(
  route.httpsEdgeRouteWebhookVerification,
) {}

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
export class HttpsEdgeRouteOAuth extends routeModuleClass<route.HttpsEdgeRouteOAuthArgs>(
  route.httpsEdgeRouteOAuth,
) {}

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
export class HttpsEdgeRouteJwtValidation extends routeModuleClass<route.HttpsEdgeRouteJwtValidationArgs>(
  route.httpsEdgeRouteJwtValidation,
) {}

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
export class HttpsEdgeRouteWebsocketTcpConverter extends routeModuleClass<route.HttpsEdgeRouteWebsocketTcpConverterArgs>(
  route.httpsEdgeRouteWebsocketTcpConverter,
) {}

/**
 * Mutual TLS of an HTTPS edge. Its id is `<edgeId>`.
 *
 * @example
 * new HttpsEdgeMutualTls("clients", { edgeId, certificateAuthorityIds: [authorityId] });
 */
export class HttpsEdgeMutualTls extends resourceClass<
  edge.EdgeMutualTlsArgs,
  edge.EdgeMutualTlsOutputs
>(edge.httpsEdgeMutualTls) {}

/**
 * Mutual TLS of a TLS edge. Its id is `<edgeId>`.
 *
 * @example
 * new TlsEdgeMutualTls("clients", { edgeId, certificateAuthorityIds: [authorityId] });
 */
export class TlsEdgeMutualTls extends resourceClass<
  edge.EdgeMutualTlsArgs,
  edge.EdgeMutualTlsOutputs
>(edge.tlsEdgeMutualTls) {}

/**
 * The backend of a TCP edge. Its id is `<edgeId>`.
 *
 * @example
 * new TcpEdgeBackend("database", { edgeId, backendId });
 */
export class TcpEdgeBackend extends resourceClass<
  edge.TcpEdgeBackendArgs,
  edge.TcpEdgeBackendOutputs
>(edge.tcpEdgeBackend) {}

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

/**
 * Gives a module the ids of its route, and lets it go with that.
 *
 * @throws {pulumi.RunError} if there are ids beside the route, or it is none.
 */
function onRoute<Args extends object>(
  resource: string,
  stated: Stated<RouteModule<Args>>,
): Stated<object> {
  if (!isObject(stated.args) || stated.args.route === undefined) return stated;
  const { route, ...args } = stated.args as unknown as OnRoute<Args>;
  if (args.edgeId !== undefined || args.routeId !== undefined)
    throw new pulumi.RunError(`${resource}: specify either route, or both edgeId and routeId`);
  if (!isOfType(httpsEdgeRoute, route))
    throw new pulumi.RunError(
      `${resource}: route must be an HttpsEdgeRoute; otherwise specify edgeId and routeId`,
    );
  // A route that is only looked up does not go: its module would stay behind.
  const opts = isDeclared(route) ? { deletedWith: route, ...stated.opts } : stated.opts;
  return { args: { ...args, edgeId: route.edgeId, routeId: route.id }, opts };
}
