import type { Input } from "@pulumi/pulumi";
import type { Row } from "../../schema/field";
import type { Nested, RowOf, Value } from "../../schema/row-types";
import { object } from "../../schema/rows";
import * as access from "./access";
import * as signIn from "./sign-in";
import * as traffic from "./traffic";

/* The types of all modules, including the modules of edges. */
export type * from "./access";
export type * from "./edge";
export type * from "./sign-in";
export type * from "./traffic";

/** The modules of an HTTPS edge route. The route's arguments and rows derive from these lines. */
export const routeModules = {
  /** The backend that serves the route. If you remove the argument, the module is disabled. */
  backend: traffic.backend,
  /** Allows only certain source addresses. If you remove the argument, the module is disabled. */
  ipRestriction: access.ipRestriction,
  /** Stops sending requests to an upstream that keeps failing. If you remove the argument, the module is disabled. */
  circuitBreaker: traffic.circuitBreaker,
  /** Compresses responses. If you remove the argument, the module is disabled. */
  compression: traffic.compression,
  /** Changes the headers of requests. If you remove the argument, the module is disabled. */
  requestHeaders: traffic.requestHeaders,
  /** Changes the headers of responses. If you remove the argument, the module is disabled. */
  responseHeaders: traffic.responseHeaders,
  /** Allows only webhooks that their provider has signed. If you remove the argument, the module is deleted. */
  webhookVerification: access.webhookVerification,
  /** Allows only users signed in by OAuth. If you remove the argument, the module is deleted. */
  oauth: signIn.oauth,
  /** Allows only users signed in by SAML. If you remove the argument, the module is disabled. */
  saml: signIn.saml,
  /** Allows only users signed in by OpenID Connect. If you remove the argument, the module is disabled. */
  oidc: signIn.oidc,
  /** Converts websocket connections to TCP. If you remove the argument, the module is deleted. */
  websocketTcpConverter: traffic.websocketTcpConverter,
  /** Filters requests by their user agents. If you remove the argument, the module is disabled. */
  userAgentFilter: access.userAgentFilter,
  /** Allows only requests with a valid JSON Web Token. If you remove the argument, the module is deleted. */
  jwtValidation: access.jwtValidation,
  /** Traffic policy. If you remove the argument, the module is disabled. */
  policy: traffic.policy,
};

/** The modules that the API sets, reads and deletes at a path of their own, by the last segment of that path. */
export const moduleSegments = {
  webhookVerification: "webhook_verification",
  oauth: "oauth",
  jwtValidation: "jwt_validation",
  websocketTcpConverter: "websocket_tcp_converter",
} as const satisfies Partial<Record<keyof typeof routeModules, string>>;

type ArgsOf<ModuleTable> = ModuleTable extends Nested<infer Args> ? Args : never;

/** The arguments of a route that configure its modules. */
export type RouteModulesArgs = {
  [K in keyof typeof routeModules]?: Input<ArgsOf<(typeof routeModules)[K]> | undefined>;
};

/** The rows of these arguments. */
type RouteModuleRows = {
  [K in keyof RouteModulesArgs]-?: RowOf<
    Value<RouteModulesArgs[K]>,
    { required: false; output: false; refers: never }
  >;
};

/** `computed`, because a module that the program does not configure belongs to a module resource or to another party. */
function createRows(): RouteModuleRows {
  const rows: Record<string, Row> = {};
  for (const [name, table] of Object.entries<Nested<unknown>>(routeModules))
    rows[name] = object(table, { computed: true });
  // The compiler does not follow the names of the modules through the loop.
  return rows as RouteModuleRows;
}

export const routeModuleRows = createRows();
