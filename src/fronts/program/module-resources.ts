import * as pulumi from "@pulumi/pulumi";
import * as edge from "../../core/definitions/edge-modules";
import { httpsEdgeRoute } from "../../core/definitions/https-edge-route";
import * as route from "../../core/definitions/route-modules";
import type { SingletonDefinition } from "../../core/schema/definition";
import { isObject } from "../../core/schema/values";
import { type ArgsAndOptions, isDeclared, isOfType, resourceClass } from "./resource-class";
import type { HttpsEdgeRoute } from "./resources";

/** Arguments of a route's module, with the route itself in place of its ids. */
export type OnRoute<Args> = Omit<Args, "edgeId" | "routeId"> & {
  /**
   * The route, if the program declares it, in place of `edgeId` and `routeId`. The module is then deleted with its
   * route, and not before. Required, unless the ids are stated. Another route forces replacement; the same route in
   * place of its ids changes nothing.
   */
  route: HttpsEdgeRoute;
  edgeId?: undefined;
  routeId?: undefined;
};

/** Arguments of a route's module, in either form. */
export type RouteModule<Args> = (Args & { route?: undefined }) | OnRoute<Args>;

/** The class of a module of a route, which accepts either form of arguments. */
const routeModuleClass = <Args extends object>(definition: SingletonDefinition) =>
  resourceClass<Args, unknown, RouteModule<Args>>(definition, resolveRoute);

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
 * Replaces the argument `route` of a module by the ids of the route, and sets `deletedWith`.
 *
 * @throws {pulumi.RunError} if there are ids in addition to the route, or the argument is not a route.
 */
function resolveRoute<Args extends object>(
  resource: string,
  declared: ArgsAndOptions<RouteModule<Args>>,
): ArgsAndOptions<object> {
  if (!isObject(declared.args) || declared.args.route === undefined) return declared;
  const { route, ...args } = declared.args as unknown as OnRoute<Args>;
  if (args.edgeId !== undefined || args.routeId !== undefined)
    throw new pulumi.RunError(`${resource}: specify either route, or both edgeId and routeId`);
  if (!isOfType(httpsEdgeRoute, route))
    throw new pulumi.RunError(
      `${resource}: route must be an HttpsEdgeRoute; otherwise specify edgeId and routeId`,
    );
  // The program does not delete a route that it only looks up: with `deletedWith`, the module would remain.
  const opts = isDeclared(route) ? { deletedWith: route, ...declared.opts } : declared.opts;
  return { args: { ...args, edgeId: route.edgeId, routeId: route.id }, opts };
}
