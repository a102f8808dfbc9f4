import { ipRestriction, jwtValidation, webhookVerification } from "./access";
import type { ModuleDefinition } from "./definition";
import { oauth, oidc, saml } from "./sign-in";
import {
  backend,
  circuitBreaker,
  compression,
  policy,
  requestHeaders,
  responseHeaders,
  userAgentFilter,
  websocketTcpConverter,
} from "./traffic";

export type { ModuleDefinition, Rules } from "./definition";

/** The module members of a route, in the order of the reference. */
export const routeModules = {
  backend,
  ip_restriction: ipRestriction,
  circuit_breaker: circuitBreaker,
  compression,
  request_headers: requestHeaders,
  response_headers: responseHeaders,
  webhook_verification: webhookVerification,
  oauth,
  saml,
  oidc,
  websocket_tcp_converter: websocketTcpConverter,
  user_agent_filter: userAgentFilter,
  jwt_validation: jwtValidation,
  policy,
} as const satisfies Readonly<Record<string, ModuleDefinition>>;

/** Member of a route that holds a module. */
export type RouteModuleName = keyof typeof routeModules;

export const routeModuleNames = Object.keys(routeModules) as RouteModuleName[];

/** The route modules that have a path of their own. */
export const addressedModules = [
  "webhook_verification",
  "oauth",
  "jwt_validation",
  "websocket_tcp_converter",
] as const satisfies readonly RouteModuleName[];

export function isRouteModule(name: string): name is RouteModuleName {
  return Object.hasOwn(routeModules, name);
}
