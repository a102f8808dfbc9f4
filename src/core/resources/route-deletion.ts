import { asKnown, EdgeIngressError } from "../client/errors";
import { ignoreStatus } from "../client/ignore-status";
import { httpsEdgeRoute as definition } from "../definitions/https-edge-route";
import type { RouteDeletion } from "../definitions/settings";
import { requestDeletion, requestObject } from "../lifecycle/answers";
import type { Api, ResourceState } from "../lifecycle/resource";
import { isObject, type WireObject } from "../schema/values";
import { routeAddress, routeName, routePath } from "./route";

const policyOf = ({ settings }: Api): RouteDeletion => settings.routeDeletion as RouteDeletion;

/** The API's reference shows no deletion of routes, so a refusal is expected; `edge-ingress:routeDeletion` decides. */
export async function deleteRoute(api: Api, route: ResourceState): Promise<void> {
  const lost = lostModules(api, route);
  const text = `${routeName(route.state)} is kept and still serves traffic${lost}`;
  if (policyOf(api) === "retain") return api.log({ severity: lost === "" ? "info" : "warning", text });
  try {
    await deleteOrDisable(api, route);
  } catch (error) {
    if (lost === "") throw error;
    throw asKnown(error).reworded((message) => `${message}; ${text}`);
  }
}

/** What a route has lost that stays: its module resources went before it. */
function lostModules(api: Api, route: ResourceState): string {
  const lost = api.modules.deletedModulesOf(routePath(route));
  if (lost.length === 0) return "";
  return ` without ${lost.join(" and ")}: deleted before it; a module resource that is given \`route\`, or the option \`deletedWith\`, stays with its route`;
}

async function deleteOrDisable(api: Api, route: ResourceState): Promise<void> {
  if (policyOf(api) !== "disable") {
    const path = routeAddress(route);
    const isDeleted = await ignoreStatus(
      [404, 405, 501],
      requestDeletion(api, path).then(() => true),
    );
    if (isDeleted) return;
  }
  const request = { method: "GET", path: routeAddress(route) } as const;
  const found = await ignoreStatus([404], requestObject(api, definition, request));
  if (!found) return;
  if (policyOf(api) === "require") {
    throw new EdgeIngressError(
      `the service does not delete ${routeName(route.state)}, and edge-ingress:routeDeletion is require: delete it by hand`,
    );
  }
  await disableBackend(api, route, found);
}

async function disableBackend(api: Api, route: ResourceState, found: WireObject): Promise<void> {
  const backend = isObject(found.backend) && isObject(found.backend.backend) ? found.backend.backend : {};
  const name = routeName(route.state);
  if (typeof backend.id !== "string") {
    return warn(api, `${name} is kept on the server; it has no backend and serves no traffic`);
  }
  const body = { backend: { enabled: false, backend_id: backend.id } };
  await requestObject(api, definition, { method: "PATCH", path: routeAddress(route), body });
  warn(api, `${name} is kept on the server; its backend is disabled, so it serves no traffic`);
}

const warn = ({ log }: Api, text: string): void => log({ severity: "warning", text });
