export { agentIngress } from "./agent-ingress";
export {
  httpsEdgeMutualTls,
  httpsEdgeTlsTermination,
  tcpEdgeBackend,
  tlsEdgeMutualTls,
} from "./edge-modules";
export { eventDestination } from "./event-destination";
export { httpsEdgeRoute } from "./https-edge-route";
export {
  httpsEdgeRouteJwtValidation,
  httpsEdgeRouteOAuth,
  httpsEdgeRouteWebhookVerification,
  httpsEdgeRouteWebsocketTcpConverter,
} from "./route-modules";
export { sshCertificateAuthority } from "./ssh-certificate-authority";
