import { type Fields, fields } from "../engine/field";
import { moduleResource } from "../engine/module";
import { type JwtValidationArgs, jwtValidation } from "../modules/jwt-validation";
import { type OAuthArgs, oauth } from "../modules/oauth";
import { type WebhookVerificationArgs, webhookVerification } from "../modules/webhook-verification";
import { type WebsocketTcpConverterArgs, websocketTcpConverter } from "../modules/websocket-tcp-converter";
import { type RouteModuleArgs, routeModule } from "./module-resource-args";

/** Arguments of an `HttpsEdgeRouteWebhookVerification`. */
export interface HttpsEdgeRouteWebhookVerificationArgs extends RouteModuleArgs, WebhookVerificationArgs {}

/** Arguments of an `HttpsEdgeRouteOAuth`. */
export interface HttpsEdgeRouteOAuthArgs extends RouteModuleArgs, OAuthArgs {}

/** Arguments of an `HttpsEdgeRouteJwtValidation`. */
export interface HttpsEdgeRouteJwtValidationArgs extends RouteModuleArgs, JwtValidationArgs {}

/** Arguments of an `HttpsEdgeRouteWebsocketTcpConverter`. */
export interface HttpsEdgeRouteWebsocketTcpConverterArgs extends RouteModuleArgs, WebsocketTcpConverterArgs {}

const onRoute = <Args>(type: string, segment: string, table: Fields<Args>) =>
  moduleResource({ type, path: `/edges/https/{edge_id}/routes/{route_id}/${segment}`, fields: table });

export const httpsEdgeRouteWebhookVerification = onRoute(
  "HttpsEdgeRouteWebhookVerification",
  "webhook_verification",
  fields<HttpsEdgeRouteWebhookVerificationArgs>()({ ...routeModule, ...webhookVerification }),
);

export const httpsEdgeRouteOAuth = onRoute(
  "HttpsEdgeRouteOAuth",
  "oauth",
  fields<HttpsEdgeRouteOAuthArgs>()({ ...routeModule, ...oauth }),
);

export const httpsEdgeRouteJwtValidation = onRoute(
  "HttpsEdgeRouteJwtValidation",
  "jwt_validation",
  fields<HttpsEdgeRouteJwtValidationArgs>()({ ...routeModule, ...jwtValidation }),
);

export const httpsEdgeRouteWebsocketTcpConverter = onRoute(
  "HttpsEdgeRouteWebsocketTcpConverter",
  "websocket_tcp_converter",
  fields<HttpsEdgeRouteWebsocketTcpConverterArgs>()({ ...routeModule, ...websocketTcpConverter }),
);
