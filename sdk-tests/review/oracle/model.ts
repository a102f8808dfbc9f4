import type { Values } from "../../../src/core/schema/values";

/** An ingress as a preview shows it to a reader, in terms of the API reference. It knows nothing of the review. */

/** A value that a preview does not show. Values with the same label are the same value. */
export interface Hidden {
  /** `unknown`: only an apply will know the value. */
  readonly hidden: "secret" | "unknown";
  readonly label: string;
}

export const isHidden = (value: unknown): value is Hidden =>
  typeof value === "object" && value !== null && "hidden" in value && "label" in value;

/** Arguments of a module. A {@link Hidden} may be in place of any value in it. */
export type Settings = Values;

export const routeModules = [
  "oauth",
  "saml",
  "oidc",
  "jwtValidation",
  "ipRestriction",
  "webhookVerification",
  "policy",
  "userAgentFilter",
] as const;

export type RouteModule = (typeof routeModules)[number];

/** Modules of a route that can be separate resources, and their classes. */
export const moduleClasses = {
  oauth: "HttpsEdgeRouteOAuth",
  jwtValidation: "HttpsEdgeRouteJwtValidation",
  webhookVerification: "HttpsEdgeRouteWebhookVerification",
} as const;

export type ModuleOfResource = keyof typeof moduleClasses;

export const isModuleOfResource = (module: RouteModule): module is ModuleOfResource =>
  module in moduleClasses;

/** An `HttpsEdgeRoute`, with the modules that its arguments state. */
export interface Route {
  /** In the program; identifies the resource. */
  readonly name: string;
  readonly edgeId: string | Hidden;
  readonly matchType: "exact_path" | "path_prefix";
  readonly match: string | Hidden;
  readonly backend?: Settings;
  readonly modules: { readonly [module in RouteModule]?: Settings | Hidden };
}

/** The route of a module resource. */
export type Attachment =
  /** Known: by the argument `route`, by ids that are outputs of the route, or by ids as texts. */
  | { readonly route: string; readonly by: "route" | "ids" | "texts" }
  /** An id that only an apply will know, made from outputs of several routes; `deletedWith` is the first. */
  | { readonly label: string; readonly edgeId: string; readonly dependsOn: readonly string[] };

/** A module of a route as a separate resource. */
export interface ModuleResource {
  readonly name: string;
  readonly module: ModuleOfResource;
  readonly settings: Settings;
  readonly of: Attachment;
}

/** An `HttpsEdgeMutualTls`. */
export interface MutualTls {
  readonly name: string;
  readonly edgeId: string | Hidden;
  readonly settings: Settings;
}

export interface Ingress {
  readonly routes: readonly Route[];
  readonly resources: readonly ModuleResource[];
  readonly mutualTls: readonly MutualTls[];
}

/** The value at a path of members: a {@link Hidden} if the value, or what contains it, is hidden. */
export function valueAt(settings: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || isHidden(settings)) return settings;
  return typeof settings === "object" && settings !== null
    ? valueAt((settings as Values)[name], rest)
    : undefined;
}
