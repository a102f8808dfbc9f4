/** Resources of the Edge and Ingress Management API for Pulumi programs. */
import "./program/sdk-version";

export type * from "./definitions/types";
export type { LookupOptions } from "./program/lookup-function";
export type { Found, Shown } from "./program/lookup-results";
export * from "./program/lookups";
export * from "./program/module-resources";
export { Provider } from "./program/provider";
export * from "./program/resources";
export type { OnRoute, RouteModule } from "./program/route-module";
