/** Resources of the Edge and Ingress Management API for Pulumi programs. */
import "./program/sdk-version";

export type { RouteDeletion } from "./engine/resource";
export type { JsonArgs, JsonObjectArgs } from "./engine/rows";
export type * from "./modules/backend";
export type * from "./modules/circuit-breaker";
export type * from "./modules/common";
export type * from "./modules/compression";
export type * from "./modules/ip-restriction";
export type * from "./modules/jwt-validation";
export type * from "./modules/oauth";
export type * from "./modules/oidc";
export type * from "./modules/policy";
export type * from "./modules/request-headers";
export type * from "./modules/response-headers";
export type * from "./modules/saml";
export type * from "./modules/user-agent-filter";
export type * from "./modules/webhook-verification";
export type * from "./modules/websocket-tcp-converter";
export * from "./program/edge-resources";
export { Provider, type ProviderArgs } from "./program/provider";
export * from "./program/resources";
export type * from "./resources/agent-ingress";
export type * from "./resources/edge-modules";
export type * from "./resources/event-destination";
export type * from "./resources/https-edge-route";
export type * from "./resources/route-modules";
export type * from "./resources/ssh-certificate-authority";
