/** Resources of the Edge and Ingress Management API for Pulumi programs. */
export { Provider, type ProviderArgs } from "./program/provider";
export { AgentIngress, EventDestination, SshCertificateAuthority } from "./program/resources";
export type * from "./resources/agent-ingress";
export type * from "./resources/event-destination";
export type * from "./resources/ssh-certificate-authority";
