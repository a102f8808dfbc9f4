import { agentIngress } from "./agent-ingress";
import type { ResourceCase } from "./case";
import { eventDestination } from "./event-destination";
import { httpsEdgeRoute } from "./https-edge-route";
import { moduleResourceCases } from "./module-resources";
import { sshCertificateAuthority } from "./ssh-certificate-authority";

/** One case for each resource of the package. */
export const cases: readonly ResourceCase[] = [
  agentIngress,
  sshCertificateAuthority,
  eventDestination,
  httpsEdgeRoute,
  ...moduleResourceCases,
];
