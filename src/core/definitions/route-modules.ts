import { type Fields, fields } from "../schema/field";
import { type RouteModuleArgs, routeModule } from "./common";
import { singleton } from "./define";
import { httpsEdgeRoute } from "./https-edge-route";
import { moduleSegments } from "./modules";
import {
  type JwtValidationArgs,
  jwtValidation,
  type WebhookVerificationArgs,
  webhookVerification,
} from "./modules/access";
import { type OAuthArgs, oauth } from "./modules/sign-in";
import { type WebsocketTcpConverterArgs, websocketTcpConverter } from "./modules/traffic";

/** Arguments of an `HttpsEdgeRouteWebhookVerification`. */
export interface HttpsEdgeRouteWebhookVerificationArgs extends RouteModuleArgs, WebhookVerificationArgs {}

/** Arguments of an `HttpsEdgeRouteOAuth`. */
export interface HttpsEdgeRouteOAuthArgs extends RouteModuleArgs, OAuthArgs {}

/** Arguments of an `HttpsEdgeRouteJwtValidation`. */
export interface HttpsEdgeRouteJwtValidationArgs extends RouteModuleArgs, JwtValidationArgs {}

/** Arguments of an `HttpsEdgeRouteWebsocketTcpConverter`. */
export interface HttpsEdgeRouteWebsocketTcpConverterArgs extends RouteModuleArgs, WebsocketTcpConverterArgs {}

const onRoute = <Args>(type: string, module: keyof typeof moduleSegments, table: Fields<Args>) =>
  singleton({
    type,
    title: "Route modules",
    of: httpsEdgeRoute,
    module,
    path: `/edges/https/{edge_id}/routes/{route_id}/${moduleSegments[module]}`,
    fields: table,
  });

export const httpsEdgeRouteWebhookVerification = onRoute(
  "HttpsEdgeRouteWebhookVerification",
  "webhookVerification",
  fields<HttpsEdgeRouteWebhookVerificationArgs>()({ ...routeModule, ...webhookVerification }),
);

export const httpsEdgeRouteOAuth = onRoute(
  "HttpsEdgeRouteOAuth",
  "oauth",
  fields<HttpsEdgeRouteOAuthArgs>()({ ...routeModule, ...oauth }),
);

export const httpsEdgeRouteJwtValidation = onRoute(
  "HttpsEdgeRouteJwtValidation",
  "jwtValidation",
  fields<HttpsEdgeRouteJwtValidationArgs>()({ ...routeModule, ...jwtValidation }),
);

export const httpsEdgeRouteWebsocketTcpConverter = onRoute(
  "HttpsEdgeRouteWebsocketTcpConverter",
  "websocketTcpConverter",
  fields<HttpsEdgeRouteWebsocketTcpConverterArgs>()({ ...routeModule, ...websocketTcpConverter }),
);
