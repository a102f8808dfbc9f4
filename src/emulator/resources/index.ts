import type { Operation } from "../http/operations";
import type { Caller } from "../state/state";
import type { StoredKind, StoredObject } from "../state/store";
import type { Wire } from "../wire";
import { agentIngresses, agentIngressOperations } from "./agent-ingresses";
import { edgeModuleOperations, toEdgeModuleAnswer } from "./edge-modules";
import { eventDestinationOperations, eventDestinations } from "./event-destinations";
import { routeOperations, toRouteAnswer } from "./https-edge-routes";
import { routeModuleOperations } from "./route-modules";
import { sshCertificateAuthorities, sshCertificateAuthorityOperations } from "./ssh-certificate-authorities";

/** Every operation of the API. */
export const operations: readonly Operation[] = [
  ...agentIngressOperations,
  ...sshCertificateAuthorityOperations,
  ...eventDestinationOperations,
  ...routeOperations,
  ...routeModuleOperations,
  ...edgeModuleOperations,
];

const answers: Readonly<Record<StoredKind, (object: StoredObject, caller: Caller) => Wire>> = {
  agent_ingress: agentIngresses.toAnswer,
  ssh_certificate_authority: sshCertificateAuthorities.toAnswer,
  event_destination: eventDestinations.toAnswer,
  https_edge_route: toRouteAnswer,
  edge_module: toEdgeModuleAnswer,
};

/** Any object in the form that answers show. */
export const toObjectAnswer = (object: StoredObject, caller: Caller): Wire => answers[object.kind](object, caller);
