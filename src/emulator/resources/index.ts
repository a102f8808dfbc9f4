import type { Operation } from "../http/operations";
import type { Caller } from "../state/state";
import type { StoredObject } from "../state/store";
import type { Wire } from "../wire";
import { agentIngresses } from "./agent-ingresses";
import { eventDestinations } from "./event-destinations";
import { httpsEdgeRoutes } from "./https-edge-routes";
import { modules } from "./module-operations";
import { sshCertificateAuthorities } from "./ssh-certificate-authorities";

const resources = [
  agentIngresses,
  sshCertificateAuthorities,
  eventDestinations,
  httpsEdgeRoutes,
  modules,
];

/** Every operation of the API. */
export const operations: readonly Operation[] = resources.flatMap(
  (resource) => resource.operations,
);

/** Returns any object in the form of responses. */
export function toObjectAnswer(object: StoredObject, caller: Caller): Wire {
  const resource = resources.find(({ kind }) => kind === object.kind);
  if (resource === undefined)
    throw new Error(`nothing tells how an answer shows an object of kind ${object.kind}`);
  return resource.toAnswer(object, caller);
}
