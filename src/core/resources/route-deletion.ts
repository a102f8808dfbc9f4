import {
  asProviderError,
  EdgeIngressError,
  ForeignResponseError,
  HttpError,
  StillThereError,
} from "../client/errors";
import { httpsEdgeRoute as definition } from "../definitions/https-edge-route";
import type { RouteDeletion } from "../definitions/settings";
import { requireWholeState } from "../lifecycle/lifecycle";
import { ifFound, requestDeletion, requestObject } from "../lifecycle/requests";
import type { Api, ResourceState } from "../lifecycle/resource";
import { objectPath } from "../schema/definition";
import { isSet, type Values, valueAt } from "../schema/values";

export const routeName = ({ matchType, match, edgeId }: Values): string =>
  `the route ${String(matchType)} ${String(match)} on the edge ${String(edgeId)}`;

/** The path of a route in the records of modules. */
export const routePath = ({ id, state }: ResourceState): string =>
  objectPath(definition, id, state);

export function routeAddress({ id, state }: ResourceState) {
  requireWholeState(definition, state);
  return { template: definition.path, params: { edge_id: String(state.edgeId), id } };
}

const deletionPolicy = ({ settings }: Api): RouteDeletion =>
  settings.routeDeletion as RouteDeletion;

/**
 * Deletes a route as `edge-ingress:routeDeletion` asks. The API reference has no deletion of routes, so the service may refuse it.
 */
export async function deleteRoute(api: Api, route: ResourceState): Promise<void> {
  await warnOfMissingModules(api, route);
  const lost = lostModules(api, route);
  const text = `${routeName(route.state)} is kept and still serves traffic${lost}`;
  if (deletionPolicy(api) === "retain") {
    api.modules.end(routePath(route));
    return api.log({ severity: lost === "" ? "info" : "warning", text });
  }
  try {
    await deleteOrDisable(api, route);
    api.modules.end(routePath(route));
  } catch (error) {
    if (lost === "") throw error;
    throw asProviderError(error).with({ consequences: [text] });
  }
}

/**
 * Warns if another route has replaced the route, and the run leaves out module resources of the new route, as with `--target`. A
 * program in TypeScript records its module resources, and the warning at the end of the run names them.
 */
async function warnOfMissingModules(api: Api, route: ResourceState): Promise<void> {
  const name = routeName(route.state);
  const successor = api.modules.findSuccessor(routePath(route), name);
  const missing = successor ? await missingModules(api, route, successor.path) : [];
  if (missing.length === 0) return;
  const text = `${name} was replaced, and the new route serves without ${missing.join(" and ")}, which this run leaves out`;
  warn(api, `${text}: run \`pulumi up\` for the whole program`);
}

/** The modules of the old route that the new route lacks. A program in another language does not record its modules. */
async function missingModules(
  api: Api,
  route: ResourceState,
  successor: string,
): Promise<string[]> {
  const { modules } = api;
  const resourceModules = Object.entries(definition.modules).filter(
    ([name]) => !isSet(route.state[name]),
  );
  const isConfigured = (segment: string) => modules.isConfigured(`${successor}/${segment}`);
  if (resourceModules.some(([, segment]) => isConfigured(segment))) return [];
  const request = { method: "GET", path: routeAddress(route) } as const;
  const found = await requestObject(api, definition, request).catch(() => undefined);
  return resourceModules.filter(([name]) => isSet(found?.[name])).map(([, segment]) => segment);
}

/** A message part with the modules that a route has lost although it stays: their resources were deleted before the route. */
function lostModules(api: Api, route: ResourceState): string {
  const lost = api.modules.listDeletedModules(routePath(route));
  if (lost.length === 0) return "";
  return ` without ${lost.join(" and ")}: deleted before it; a module resource that is given \`route\`, or the option \`deletedWith\`, stays with its route`;
}

async function deleteOrDisable(api: Api, route: ResourceState): Promise<void> {
  const isAttempted = deletionPolicy(api) !== "disable";
  const deletion = isAttempted ? await tryDeletion(api, route) : "notAttempted";
  if (deletion === "done") return;
  const request = { method: "GET", path: routeAddress(route) } as const;
  const found = await ifFound(requestObject(api, definition, request));
  if (!found) return;
  // Something in front of the API may have refused the deletion for a moment that is over by now.
  if (deletion === "refused" && (await tryDeletion(api, route)) === "done") return;
  if (deletionPolicy(api) === "require")
    throw new EdgeIngressError(
      `the service does not delete ${routeName(route.state)}, and edge-ingress:routeDeletion is require: delete it by hand`,
    );
  await disableBackend(api, route, found);
}

/** Statuses of an operation that the service does not offer. A 404 for a route that exists means the same. */
const NOT_OFFERED_STATUSES = [405, 501];

/** Sends the deletion. A service that does not offer it knows no such operation, or no such path. */
async function tryDeletion(api: Api, route: ResourceState): Promise<"done" | "refused"> {
  try {
    await requestDeletion(api, routeAddress(route));
    return "done";
  } catch (error) {
    if (error instanceof StillThereError) return "refused";
    if (error instanceof ForeignResponseError) throw error.with({ consequences: [NOT_OFFERED] });
    if (!(error instanceof HttpError)) throw error;
    // The client has verified the 404: the route does not exist.
    if (error.status === 404) return "done";
    if (NOT_OFFERED_STATUSES.includes(error.status)) return "refused";
    throw error;
  }
}

const NOT_OFFERED =
  "if the service does not delete routes, set edge-ingress:routeDeletion to disable or retain";

async function disableBackend(api: Api, route: ResourceState, found: Values): Promise<void> {
  const kept = `${routeName(route.state)} is kept on the server`;
  const backendId = valueAt(found, ["backend", "backendId"]);
  if (backendId === undefined) return warn(api, `${kept}; it has no backend and serves no traffic`);
  const body = { backend: { enabled: false, backend_id: backendId } };
  await requestObject(api, definition, { method: "PATCH", path: routeAddress(route), body });
  warn(api, `${kept}; its backend is disabled, so it serves no traffic`);
}

const warn = ({ log }: Api, text: string): void => log({ severity: "warning", text });
