/**
 * The provider side, which every state names: the text `require("pulumi-edge-ingress/provider-v1").<name>` stands in each
 * resource's state and runs again for its refresh and destroy, years later. This entry, the names that it exports and
 * what they mean are permanent.
 */
import { dynamicProvider } from "./provider/dynamic-provider";
import { requireNode } from "./provider/node-version";
import { requireHostSdk } from "./provider/sdk-version";
import * as resources from "./resources";

requireNode(process.versions.node);
requireHostSdk(require.main);

/** Provider of `AgentIngress`. */
export const agentIngress = dynamicProvider(resources.agentIngress);
/** Provider of `SshCertificateAuthority`. */
export const sshCertificateAuthority = dynamicProvider(resources.sshCertificateAuthority);
/** Provider of `EventDestination`. */
export const eventDestination = dynamicProvider(resources.eventDestination);
/** Provider of `HttpsEdgeRoute`. */
export const httpsEdgeRoute = dynamicProvider(resources.httpsEdgeRoute);
/** Provider of `HttpsEdgeRouteWebhookVerification`. */
export const httpsEdgeRouteWebhookVerification = dynamicProvider(resources.httpsEdgeRouteWebhookVerification);
/** Provider of `HttpsEdgeRouteOAuth`. */
export const httpsEdgeRouteOAuth = dynamicProvider(resources.httpsEdgeRouteOAuth);
/** Provider of `HttpsEdgeRouteJwtValidation`. */
export const httpsEdgeRouteJwtValidation = dynamicProvider(resources.httpsEdgeRouteJwtValidation);
/** Provider of `HttpsEdgeRouteWebsocketTcpConverter`. */
export const httpsEdgeRouteWebsocketTcpConverter = dynamicProvider(resources.httpsEdgeRouteWebsocketTcpConverter);
/** Provider of `HttpsEdgeMutualTls`. */
export const httpsEdgeMutualTls = dynamicProvider(resources.httpsEdgeMutualTls);
/** Provider of `TlsEdgeMutualTls`. */
export const tlsEdgeMutualTls = dynamicProvider(resources.tlsEdgeMutualTls);
/** Provider of `TcpEdgeBackend`. */
export const tcpEdgeBackend = dynamicProvider(resources.tcpEdgeBackend);
/** Provider of `HttpsEdgeTlsTermination`. */
export const httpsEdgeTlsTermination = dynamicProvider(resources.httpsEdgeTlsTermination);
