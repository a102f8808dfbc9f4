import * as definitions from "../../core/definitions";
import type { DescribedArgs } from "../../core/definitions/common";
import { type Found, listFunctions, lookupFunctions } from "./lookup-function";

/* Functions that look up objects. All send requests, in previews, too; those with `Output` as soon as their arguments are known. */

/** Arguments of {@link getAgentIngress}. */
export interface GetAgentIngressArgs {
  /** Id of the ingress. */
  id: string;
}

/** An agent ingress as it is, documented defaults included. */
export type GetAgentIngressResult = Found<
  definitions.AgentIngressArgs,
  definitions.AgentIngressOutputs
>;

const ingressById = lookupFunctions<GetAgentIngressArgs, GetAgentIngressResult>(
  definitions.agentIngress,
);
const ingresses = listFunctions<GetAgentIngressResult>(definitions.agentIngress);

/**
 * Looks up an agent ingress. Sends a request, in previews too; fails if there is none.
 *
 * @example
 * const { nsTargets } = await getAgentIngress({ id: "agin_1" });
 */
export const getAgentIngress = ingressById.plain;

/**
 * Looks up an agent ingress by an id that may be an output. A preview sends nothing while the id is unknown.
 *
 * @example
 * export const nsRecords = getAgentIngressOutput({ id: shared.getOutput("ingressId") }).nsTargets;
 */
export const getAgentIngressOutput = ingressById.output;

/**
 * Lists all agent ingresses of the account, page after page. Sends requests, in previews too. Filter the result in your
 * program: the API has no filter.
 *
 * @example
 * const all = await listAgentIngresses();
 * const ours = all.filter(({ domain }) => domain.endsWith(".example.com"));
 */
export const listAgentIngresses = ingresses.plain;

/**
 * Lists all agent ingresses of the account as an output.
 *
 * @example
 * export const domains = listAgentIngressesOutput().apply((all) => all.map(({ domain }) => domain));
 */
export const listAgentIngressesOutput = ingresses.output;

/** Arguments of {@link getSshCertificateAuthority}. */
export interface GetSshCertificateAuthorityArgs {
  /** Id of the authority. */
  id: string;
}

/** An SSH certificate authority as it is. The API tells its key by `keyType` and `publicKey` alone. */
export type GetSshCertificateAuthorityResult = Found<
  DescribedArgs,
  definitions.SshCertificateAuthorityOutputs
>;

const authorityById = lookupFunctions<
  GetSshCertificateAuthorityArgs,
  GetSshCertificateAuthorityResult
>(definitions.sshCertificateAuthority);
const authorities = listFunctions<GetSshCertificateAuthorityResult>(
  definitions.sshCertificateAuthority,
);

/**
 * Looks up an SSH certificate authority. Sends a request, in previews too; fails if there is none.
 *
 * @example
 * const { publicKey } = await getSshCertificateAuthority({ id: "sshca_1" });
 */
export const getSshCertificateAuthority = authorityById.plain;

/**
 * Looks up an SSH certificate authority by an id that may be an output. A preview sends nothing if the id is unknown.
 *
 * @example
 * export const trustedUserCaKeys = getSshCertificateAuthorityOutput({ id: shared.getOutput("caId") }).publicKey;
 */
export const getSshCertificateAuthorityOutput = authorityById.output;

/**
 * Lists all SSH certificate authorities of the account, page after page. Sends requests, in previews too. Filter the result in your
 * program: the API has no filter.
 *
 * @example
 * const all = await listSshCertificateAuthorities();
 * const hosts = all.find(({ description }) => description === "hosts");
 */
export const listSshCertificateAuthorities = authorities.plain;

/**
 * Lists all SSH certificate authorities of the account as an output.
 *
 * @example
 * export const keys = listSshCertificateAuthoritiesOutput().apply((all) => all.map(({ publicKey }) => publicKey));
 */
export const listSshCertificateAuthoritiesOutput = authorities.output;

/** Arguments of {@link getEventDestination}. */
export interface GetEventDestinationArgs {
  /** Id of the destination. */
  id: string;
}

/** An event destination as it is. Its secrets are outputs, and absent where the service masks them. */
export type GetEventDestinationResult = Found<
  definitions.EventDestinationArgs,
  definitions.EventDestinationOutputs
>;

const destinationById = lookupFunctions<GetEventDestinationArgs, GetEventDestinationResult>(
  definitions.eventDestination,
);
const destinations = listFunctions<GetEventDestinationResult>(definitions.eventDestination);

/**
 * Looks up an event destination. Sends a request, in previews too; fails if there is none.
 *
 * @example
 * const { target } = await getEventDestination({ id: "evdst_1" });
 */
export const getEventDestination = destinationById.plain;

/**
 * Looks up an event destination by an id that may be an output of another resource.
 * A preview sends nothing while the id is unknown. The whole output is a secret where the service answers with one.
 *
 * @example
 * export const format = getEventDestinationOutput({ id: shared.getOutput("auditId") }).format;
 */
export const getEventDestinationOutput = destinationById.output;

/**
 * Lists all event destinations of the account, page after page. Sends requests, in previews too. Filter the result in your
 * program: the API has no filter.
 *
 * @example
 * const all = await listEventDestinations();
 * const audit = all.find(({ metadata }) => metadata === "audit");
 */
export const listEventDestinations = destinations.plain;

/**
 * Lists all event destinations of the account as an output, which is a secret if the service answers with one.
 *
 * @example
 * export const count = listEventDestinationsOutput().apply((all) => all.length);
 */
export const listEventDestinationsOutput = destinations.output;

/** Arguments of {@link getHttpsEdgeRoute}. */
export interface GetHttpsEdgeRouteArgs {
  /** Id of the HTTPS edge that the route belongs to. */
  edgeId: string;
  /** Id of the route. */
  id: string;
}

/** A route as it is, with all of its modules. Its secrets are outputs, and absent where the service masks them. */
export type GetHttpsEdgeRouteResult = Found<
  Omit<definitions.HttpsEdgeRouteArgs, "retainRemovedModules">,
  definitions.HttpsEdgeRouteOutputs
>;

const routeById = lookupFunctions<GetHttpsEdgeRouteArgs, GetHttpsEdgeRouteResult>(
  definitions.httpsEdgeRoute,
);

/**
 * Looks up a route of an HTTPS edge. Sends a request, in previews too; fails if there is none. The API shows
 * no list of routes.
 *
 * @example
 * const { match, backend } = await getHttpsEdgeRoute({ edgeId: "edghts_1", id: "edghtsrt_1" });
 */
export const getHttpsEdgeRoute = routeById.plain;

/**
 * Looks up a route of an HTTPS edge, by ids that may be outputs of other resources.
 * A preview sends nothing while they are unknown. The whole output is a secret where the service answers with one.
 *
 * @example
 * export const match = getHttpsEdgeRouteOutput({ edgeId, id: shared.getOutput("routeId") }).match;
 */
export const getHttpsEdgeRouteOutput = routeById.output;
