/**
 * The provider side, which every state names: the text `require("pulumi-edge-ingress/provider-v1").<name>` is in each
 * resource's state and runs again for its refresh and destroy, years later. This entry, the names that it exports and
 * what they mean are permanent.
 */

import { requireHostSdk } from "./core/requirements/versions";
import { dynamicProviders } from "./fronts/dynamic/providers";

requireHostSdk(require.main);

const providers = dynamicProviders();

// <!-- generated:providers -->
/** Provider of `AgentIngress`. */
export const agentIngress = providers.agentIngress;
/** Provider of `HttpsEdgeMutualTls`. */
export const httpsEdgeMutualTls = providers.httpsEdgeMutualTls;
/** Provider of `TlsEdgeMutualTls`. */
export const tlsEdgeMutualTls = providers.tlsEdgeMutualTls;
/** Provider of `TcpEdgeBackend`. */
export const tcpEdgeBackend = providers.tcpEdgeBackend;
/** Provider of `HttpsEdgeTlsTermination`. */
export const httpsEdgeTlsTermination = providers.httpsEdgeTlsTermination;
/** Provider of `EventDestination`. */
export const eventDestination = providers.eventDestination;
/** Provider of `HttpsEdgeRoute`. */
export const httpsEdgeRoute = providers.httpsEdgeRoute;
/** Provider of `HttpsEdgeRouteWebhookVerification`. */
export const httpsEdgeRouteWebhookVerification = providers.httpsEdgeRouteWebhookVerification;
/** Provider of `HttpsEdgeRouteOAuth`. */
export const httpsEdgeRouteOAuth = providers.httpsEdgeRouteOAuth;
/** Provider of `HttpsEdgeRouteJwtValidation`. */
export const httpsEdgeRouteJwtValidation = providers.httpsEdgeRouteJwtValidation;
/** Provider of `HttpsEdgeRouteWebsocketTcpConverter`. */
export const httpsEdgeRouteWebsocketTcpConverter = providers.httpsEdgeRouteWebsocketTcpConverter;
/** Provider of `SshCertificateAuthority`. */
export const sshCertificateAuthority = providers.sshCertificateAuthority;
// <!-- /generated -->
