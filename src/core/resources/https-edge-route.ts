import { mayHaveBeenProcessed } from "../client/errors";
import { httpsEdgeRoute as definition } from "../definitions/https-edge-route";
import { routeModules } from "../definitions/modules";
import { beginCreate, requestCreate } from "../lifecycle/created-object";
import { requestModuleDeletion } from "../lifecycle/module-deletion";
import { ifFound, requestObject } from "../lifecycle/requests";
import {
  type Api,
  type Resource,
  ResourceInitFailed,
  type ResourceState,
} from "../lifecycle/resource";
import { toUnknownOutcomeError } from "../lifecycle/unknown-outcome";
import { withPlaceholders } from "../schema/secrets";
import { isSet, type Values } from "../schema/values";
import { updateBody } from "../schema/wire";
import { deleteRoute, routeAddress, routeName, routePath } from "./route-deletion";

const { fields, modules } = definition;

/**
 * A route of an HTTPS edge. The API reference has no list of routes, and no deletion. Some modules of a route have paths of their
 * own.
 */
export const httpsEdgeRoute = (): Resource => ({
  definition,
  displayName: routeName,
  operations: {
    create,
    read: (api, route) =>
      ifFound(requestObject(api, definition, { method: "GET", path: routeAddress(route) })),
    update,
    delete: deleteRoute,
  },
});

/** Without a list, the provider cannot find the route of a create with an unknown outcome: the user has to look for it. */
async function create(api: Api, inputs: Values) {
  try {
    return await requestCreate(api, definition, beginCreate(definition, inputs));
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    const next = `look for ${routeName(inputs)}, and import or delete it before you run the command again`;
    const howToImport = api.howToImport(`${String(inputs.edgeId)}/ROUTE_ID`);
    throw toUnknownOutcomeError(error, `${next}; ${howToImport}`);
  }
}

/**
 * Sends additions and changes first, then removals, so that the route never serves without a protection that both the old
 * and the new program declare. A removed module is deleted if it has a path of its own, and otherwise disabled as it is.
 */
async function update(
  api: Api,
  route: ResourceState,
  inputs: Values,
  changed: readonly string[],
): Promise<Values> {
  const path = routeAddress(route);
  const removed = changed.filter((key) => key in routeModules && !isSet(inputs[key]));
  const remaining = changed.filter((key) => !removed.includes(key));
  const ended = inputs.retainRemovedModules === true ? [] : removed;
  const deleted = ended.filter(isDeletable);
  const disabled = ended.filter((key) => !isDeletable(key));
  const body = {
    ...updateBody(fields, inputs, remaining),
    ...updateBody(fields, disabledModules(route.state, disabled), disabled),
  };
  const patched =
    Object.keys(body).length > 0
      ? await requestObject(api, definition, { method: "PATCH", path, body })
      : undefined;
  if (patched && deleted.length === 0) return patched;
  try {
    for (const module of deleted) await deleteModule(api, route, module);
    return await requestObject(api, definition, { method: "GET", path });
  } catch (error) {
    throw new ResourceInitFailed(error as Error, route.id, patched);
  }
}

/** A module with a path of its own. */
type DeletableModule = keyof typeof modules;

const isDeletable = (key: string): key is DeletableModule => key in modules;

async function deleteModule(api: Api, route: ResourceState, name: DeletableModule): Promise<void> {
  const segment = modules[name];
  const { template, params } = routeAddress(route);
  const path = { template: `${template}/${segment}`, params };
  const module = { fields: routeModules[name], switchedBy: "enabled" };
  const send = () => ifFound(requestModuleDeletion(api, module, path));
  await api.modules.deleteModule(`${routePath(route)}/${segment}`, send, api.log);
}

const disabledModules = (state: Values, names: readonly string[]): Values =>
  withPlaceholders(
    fields,
    Object.fromEntries(names.map((name) => [name, { ...(state[name] as Values), enabled: false }])),
  );
