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

/** A path on an HTTPS edge: the API shows no list of routes, and perhaps no deletion, and their modules have paths of their own. */
export const httpsEdgeRoute = (): Resource => ({
  definition,
  displayName: routeName,
  operations: {
    create: async (api, inputs) => {
      try {
        return await requestCreate(api, definition, beginCreate(definition, inputs));
      } catch (error) {
        if (!mayHaveBeenProcessed(error)) throw error;
        const next = `look for ${routeName(inputs)}, and import or delete it before you run the command again`;
        throw toUnknownOutcomeError(
          error,
          `${next}; ${api.howToImport(`${String(inputs.edgeId)}/ROUTE_ID`)}`,
        );
      }
    },
    read: (api, route) =>
      ifFound(requestObject(api, definition, { method: "GET", path: routeAddress(route) })),
    update,
    delete: deleteRoute,
  },
});

/**
 * First what is added or changed, then what is removed: the route never serves without a protection that both the old
 * program and the new one ask for. A removed module is deleted if the API shows how, and else disabled as it is.
 */
async function update(
  api: Api,
  route: ResourceState,
  inputs: Values,
  changed: readonly string[],
): Promise<Values> {
  const path = routeAddress(route);
  const removed = changed.filter((key) => key in routeModules && !isSet(inputs[key]));
  const gone = inputs.retainRemovedModules === true ? [] : removed;
  const deleted = gone.filter((key) => key in modules);
  const disabled = gone.filter((key) => !(key in modules));
  const kept = changed.filter((key) => !removed.includes(key));
  const off = asDisabled(route.state, disabled);
  const body = { ...updateBody(fields, inputs, kept), ...updateBody(fields, off, disabled) };
  const isPatched = Object.keys(body).length > 0;
  const patch = isPatched
    ? await requestObject(api, definition, { method: "PATCH", path, body })
    : undefined;
  if (patch && deleted.length === 0) return patch;
  try {
    for (const key of deleted) {
      const segment = modules[key as keyof typeof modules];
      const modulePath = { ...path, template: `${path.template}/${segment}` };
      const module = { fields: routeModules[key as keyof typeof modules], switchedBy: "enabled" };
      const send = () => ifFound(requestModuleDeletion(api, module, modulePath));
      await api.modules.deleteModule(`${routePath(route)}/${segment}`, send, api.log);
    }
    return await requestObject(api, definition, { method: "GET", path });
  } catch (error) {
    throw new ResourceInitFailed(error as Error, route.id, patch);
  }
}

const asDisabled = (state: Values, names: readonly string[]): Values =>
  withPlaceholders(
    fields,
    Object.fromEntries(names.map((name) => [name, { ...(state[name] as Values), enabled: false }])),
  );
