import { EdgeIngressError } from "../client/errors";
import { httpsEdgeRoute as definition } from "../definitions/https-edge-route";
import type { ResourceState } from "../lifecycle/resource";
import { objectPath } from "../schema/module-paths";
import { isSet, type Values } from "../schema/values";

/** How messages name a route. */
export const routeName = ({ matchType, match, edgeId }: Values): string =>
  `the route ${String(matchType)} ${String(match)} on the edge ${String(edgeId)}`;

/** Where a route is. */
export const routePath = ({ id, state }: ResourceState): string => objectPath(definition, id, state);

/** The same, as a request has it. */
export function routeAddress({ id, state }: ResourceState) {
  if (!isSet(state.edgeId)) throw new EdgeIngressError("edgeId is required to look up an HttpsEdgeRoute");
  return { template: definition.path, params: { edge_id: String(state.edgeId), id } };
}
