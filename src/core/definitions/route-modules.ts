import { type RouteModuleArgs, routeModule } from "./common";
import { singleton } from "./define";
import { httpsEdgeRoute } from "./https-edge-route";
import { moduleSegments, routeModules } from "./modules";
import type { JwtValidationArgs, WebhookVerificationArgs } from "./modules/access";
import type { OAuthArgs } from "./modules/sign-in";
import type { WebsocketTcpConverterArgs } from "./modules/traffic";

/** Arguments of an `HttpsEdgeRouteWebhookVerification`. */
export interface HttpsEdgeRouteWebhookVerificationArgs
  extends RouteModuleArgs,
    WebhookVerificationArgs {}

/** Arguments of an `HttpsEdgeRouteOAuth`. */
export interface HttpsEdgeRouteOAuthArgs extends RouteModuleArgs, OAuthArgs {}

/** Arguments of an `HttpsEdgeRouteJwtValidation`. */
export interface HttpsEdgeRouteJwtValidationArgs extends RouteModuleArgs, JwtValidationArgs {}

/** Arguments of an `HttpsEdgeRouteWebsocketTcpConverter`. */
export interface HttpsEdgeRouteWebsocketTcpConverterArgs
  extends RouteModuleArgs,
    WebsocketTcpConverterArgs {}

/** Defines a module of a route as a resource. Its table is the table of the route's argument, with the ids in its path. */
const routeModuleResource = (name: string, module: keyof typeof moduleSegments) =>
  singleton({
    type: httpsEdgeRoute.type + name,
    title: "Route modules",
    of: httpsEdgeRoute,
    module,
    path: `/edges/https/{edge_id}/routes/{route_id}/${moduleSegments[module]}`,
    fields: { ...routeModule, ...routeModules[module] },
  });

export const httpsEdgeRouteWebhookVerification = routeModuleResource(
  "WebhookVerification",
  "webhookVerification",
);

export const httpsEdgeRouteOAuth = routeModuleResource("OAuth", "oauth");

export const httpsEdgeRouteJwtValidation = routeModuleResource("JwtValidation", "jwtValidation");

export const httpsEdgeRouteWebsocketTcpConverter = routeModuleResource(
  "WebsocketTcpConverter",
  "websocketTcpConverter",
);
