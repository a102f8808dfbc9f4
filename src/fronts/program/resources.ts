import * as definitions from "../../core/definitions";
import { resourceClass } from "./resource-class";

/**
 * A set of addresses that agents connect to, derived from a domain that you own, with automatic certificates if you ask
 * for them. A certificate that cannot be issued does not fail the resource: a line in the log describes what to correct.
 *
 * @example
 * const ingress = new AgentIngress("agents", {
 *   domain: "connect.example.com",
 *   certificateManagementPolicy: { authority: "letsencrypt" },
 * });
 * export const nsRecords = ingress.nsTargets;
 */
export class AgentIngress extends resourceClass<
  definitions.AgentIngressArgs,
  definitions.AgentIngressOutputs
>(definitions.agentIngress) {}

/**
 * An authority that signs SSH certificates. The service makes and keeps its private key.
 *
 * @example
 * const authority = new SshCertificateAuthority("users", { privateKeyType: "ed25519" });
 * export const trustedUserCaKeys = authority.publicKey;
 */
export class SshCertificateAuthority extends resourceClass<
  definitions.SshCertificateAuthorityArgs,
  definitions.SshCertificateAuthorityOutputs
>(definitions.sshCertificateAuthority) {}

/**
 * A target that events are serialized into. It does nothing until an event subscription uses it. Its secrets are
 * encrypted in state without being marked.
 *
 * @example
 * new EventDestination("audit", {
 *   format: "json",
 *   target: { cloudLogs: { logGroupArn, auth: { role: { roleArn } } } },
 * });
 */
export class EventDestination extends resourceClass<
  definitions.EventDestinationArgs,
  definitions.EventDestinationOutputs
>(definitions.eventDestination) {}

/**
 * A path on an HTTPS edge, with the modules that are configured on it. A module that the program does not name is left
 * alone: a module resource or another program may configure it. If you remove a module, the provider deletes or disables it, as
 * its argument describes. The provider's `routeDeletion` decides what a deletion of the route does.
 *
 * The id in the state is the id of the route; an import also needs the id of the edge.
 *
 * @example
 * const api = new HttpsEdgeRoute("api", {
 *   edgeId,
 *   matchType: "path_prefix",
 *   match: "/api",
 *   backend: { backendId },
 *   circuitBreaker: { errorThresholdPercentage: 0.5 },
 * });
 */
export class HttpsEdgeRoute extends resourceClass<
  definitions.HttpsEdgeRouteArgs,
  definitions.HttpsEdgeRouteOutputs
>(definitions.httpsEdgeRoute) {}
