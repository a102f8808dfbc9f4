import { httpsEdgeRoute as definition } from "../definitions/https-edge-route";
import { requireWholeState } from "../lifecycle/lost-state";
import type { ResourceState } from "../lifecycle/resource";
import { objectPath } from "../schema/definition";
import type { Values } from "../schema/values";

/** How messages name a route. */
export const routeName = ({ matchType, match, edgeId }: Values): string =>
  `the route ${String(matchType)} ${String(match)} on the edge ${String(edgeId)}`;

/** Where a route is. */
export const routePath = ({ id, state }: ResourceState): string => objectPath(definition, id, state);

/** The same, as a request has it. */
export function routeAddress({ id, state }: ResourceState) {
  requireWholeState(definition, state);
  return { template: definition.path, params: { edge_id: String(state.edgeId), id } };
}
