import { noAdopt, noPublicMailDomains, noWeakAlgorithms, routeProtected, sessionMaximum } from "./access";
import { expected } from "./expected";
import {
  certificatesManaged,
  eventDestination,
  metadataKeys,
  noRetainedModules,
  noSecretInMetadata,
  tlsMinimum,
} from "./objects";

/** All policies by their names, which configurations contain. */
export const policies = {
  "route-protected": routeProtected,
  "no-public-mail-domain": noPublicMailDomains,
  "no-weak-algorithm": noWeakAlgorithms,
  "tls-minimum": tlsMinimum,
  "certificates-managed": certificatesManaged,
  "session-maximum": sessionMaximum,
  "no-secret-in-metadata": noSecretInMetadata,
  "metadata-keys": metadataKeys,
  "no-adopt": noAdopt,
  "no-retained-modules": noRetainedModules,
  "event-destination": eventDestination,
  expectations: expected,
} as const;

/** The name of a policy. */
export type PolicyName = keyof typeof policies;

/** What of a policy can be configured. */
export type ConfigOf<Name extends PolicyName> = (typeof policies)[Name]["defaults"];
