/** Resources of the Edge and Ingress Management API for Pulumi programs. */
import "./fronts/program/sdk-version";

export type * from "./core/definitions/types";
export type { Found, LookupOptions, Shown } from "./fronts/program/lookup-function";
export * from "./fronts/program/lookups";
export * from "./fronts/program/module-resources";
export { Provider } from "./fronts/program/provider";
export * from "./fronts/program/resources";
