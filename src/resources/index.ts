export { agentIngress } from "./agent-ingress";
export { eventDestination } from "./event-destination";
export { sshCertificateAuthority } from "./ssh-certificate-authority";
