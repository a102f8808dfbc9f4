import type { Operation } from "../http/operations";
import type { Caller } from "../state/state";
import type { StoredObject } from "../state/store";
import type { Wire } from "../wire";
import { agentIngresses, agentIngressOperations } from "./agent-ingresses";
import { edgeModuleOperations, toEdgeModuleAnswer } from "./edge-modules";
import { eventDestinationOperations, eventDestinations } from "./event-destinations";
import { routeOperations, toRouteAnswer } from "./https-edge-routes";
import { routeModuleOperations } from "./route-modules";
import { sshCertificateAuthorities, sshCertificateAuthorityOperations } from "./ssh-certificate-authorities";

/** The resources of an account, each with its operations. */
const collections = [
  [agentIngresses, agentIngressOperations],
  [sshCertificateAuthorities, sshCertificateAuthorityOperations],
  [eventDestinations, eventDestinationOperations],
] as const;

/** Every operation of the API. */
export const operations: readonly Operation[] = [
  ...collections.flatMap(([, ofCollection]) => ofCollection),
  ...routeOperations,
  ...routeModuleOperations,
  ...edgeModuleOperations,
];

const answers = new Map<string, (object: StoredObject, caller: Caller) => Wire>([
  ...collections.map(([{ kind, toAnswer }]) => [kind, toAnswer] as const),
  ["https_edge_route", toRouteAnswer],
  ["edge_module", toEdgeModuleAnswer],
]);

/** Any object in the form that answers show. */
export function toObjectAnswer(object: StoredObject, caller: Caller): Wire {
  const toAnswer = answers.get(object.kind);
  if (toAnswer === undefined) throw new Error(`nothing tells how an answer shows an object of kind ${object.kind}`);
  return toAnswer(object, caller);
}
