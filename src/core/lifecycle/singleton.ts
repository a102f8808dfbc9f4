import { EdgeIngressError, mayHaveBeenProcessed } from "../client/errors";
import type { Client } from "../client/types";
import { fillPath, type SingletonDefinition } from "../schema/definition";
import { diff } from "../schema/diff";
import type { Table } from "../schema/field";
import { merge } from "../schema/merge";
import { secretTexts } from "../schema/secrets";
import { isSet, type Values } from "../schema/values";
import { createBody } from "../schema/wire";
import { moduleAddress, moduleId, parseModuleId } from "./module-address";
import { requestModuleDeletion } from "./module-deletion";
import { confirmUnset, findModule, presenceInParent } from "./module-presence";
import { requestModule } from "./requests";
import {
  type Api,
  type CreatedObject,
  type Resource,
  type ResourceHooks,
  ResourceInitFailed,
} from "./resource";
import { unexpected } from "./response-checks";

/** A module that the API sets, reads and deletes at its own path. Its id consists of the ids in that path. */
export function singleton(definition: SingletonDefinition, hooks: ResourceHooks = {}): Resource {
  const pathOf = (id: string) => fillPath(definition.path, id.split("/"));
  return {
    definition,
    ...hooks,
    operations: {
      create: (api, inputs) => {
        const id = moduleId(definition, inputs);
        const module = { definition, hooks, id, path: pathOf(id) };
        return api.modules.exclusively(module.path, () => create(api, module, inputs));
      },
      read: (api, { id, state }) => read(api, definition, id, state),
      update: (api, { id }, inputs) =>
        api.modules.exclusively(pathOf(id), () => put(api, definition, id, inputs)),
      delete: (api, { id }) => {
        const send = () => requestModuleDeletion(api, definition, moduleAddress(definition, id));
        return api.modules.deleteModule(pathOf(id), send, api.log);
      },
    },
  };
}

/** A module that is about to be created, with its id and the path of its records. */
interface NewModule {
  readonly definition: SingletonDefinition;
  readonly hooks: ResourceHooks;
  readonly id: string;
  readonly path: string;
}

async function create(api: Api, module: NewModule, inputs: Values): Promise<CreatedObject> {
  const { definition, hooks, id, path } = module;
  const { fields } = definition;
  const response = await findModule(api, definition, moduleAddress(definition, id));
  const found = withPathIds(definition, id, response);
  const state = merge(fields, inputs, found);
  const problem = hooks.precondition?.(state, inputs);
  if (problem !== undefined) throw new EdgeIngressError(problem);
  const inForce = isInForce(definition, found);
  const isUnchanged =
    inForce && diff(fields, state, inputs, hooks.suppressDiff).changed.length === 0;
  if (inForce && !isUnchanged) requireReplaceable(api, module, inputs);
  // The engine may have checked another resource in the meantime.
  api.requireOwned(path);
  if (inForce) logAdoption(api, path);
  if (isUnchanged && showsSecrets(fields, inputs, found)) return { id, values: found };
  try {
    return { id, values: await put(api, definition, id, inputs) };
  } catch (cause) {
    const error = inForce ? cause : api.modules.explainUnprotected(path, cause);
    throw mayHaveBeenProcessed(error) ? new ResourceInitFailed(error, id) : error;
  }
}

async function put(
  api: Api,
  definition: SingletonDefinition,
  id: string,
  inputs: Values,
): Promise<Values> {
  const body = createBody(definition.fields, inputs);
  const request = { method: "PUT", path: moduleAddress(definition, id), body } as const;
  const response = await requestModule(api, definition, request);
  if (response === null) throw unexpected(request, "the answer is empty");
  return withPathIds(definition, id, response);
}

async function read(
  api: Client,
  definition: SingletonDefinition,
  id: string,
  state: Values,
): Promise<Values | undefined> {
  const address = moduleAddress(definition, id);
  const response = await findModule(api, definition, address);
  if (response === undefined) return undefined;
  const found = withPathIds(definition, id, response);
  if (isPresent(definition, found)) return found;
  const presence =
    response === null
      ? await confirmUnset(api, definition, address)
      : await presenceInParent(api, definition, address);
  if (presence === "parent-gone") return undefined;
  if (presence === "set") return found;
  // Some services show a module that is off as if it were unset. Then its arguments are those of the state.
  const isOff = state[definition.switchedBy] === false;
  return isOff ? { ...state, ...found } : undefined;
}

const withPathIds = (
  definition: SingletonDefinition,
  id: string,
  values: Values | null | undefined,
): Values => ({
  ...values,
  ...parseModuleId(definition, id),
});

/*
 * Services differ in how they show an unset module: as off, or as on without a configuration. A module without arguments to
 * configure is only on or off.
 */

/** True if the response shows that the module exists, even if it is off, or is on without any effect. */
function isPresent(definition: SingletonDefinition, values: Values): boolean {
  const isOn = values[definition.switchedBy];
  if (definition.configuredBy.length === 0) return isOn !== undefined;
  return isConfigured(definition, values) || isOn === true;
}

/** True if the response shows that the module is on, and has an effect. */
function isInForce(definition: SingletonDefinition, values: Values): boolean {
  const isOn = values[definition.switchedBy];
  if (definition.configuredBy.length === 0) return isOn === true;
  return isConfigured(definition, values) && isOn !== false;
}

const isConfigured = ({ configuredBy }: SingletonDefinition, values: Values): boolean =>
  configuredBy.some((key) => isSet(values[key]));

/** Refuses to replace a configuration that the program does not adopt and the stack does not manage. */
function requireReplaceable(
  api: Api,
  { definition: { adoptedBy }, path }: NewModule,
  inputs: Values,
): void {
  if (inputs[adoptedBy] === true || api.modules.isManaged(path)) return;
  throw new EdgeIngressError(
    `the module at ${path} already has a different configuration, which this resource did not make: look at it, and set ` +
      `${adoptedBy}: true to replace it; if the resource was renamed, give it an alias instead`,
  );
}

/** Logs the adoption, unless the stack managed the module before. */
function logAdoption({ modules, log }: Api, path: string): void {
  if (modules.isManaged(path)) return;
  const text = `the module at ${path} was configured before: this resource adopts it, and deleting the resource deletes it`;
  log({ severity: "info", text });
}

/** True if the response shows every secret of the arguments. If it masks secrets, the module may have other secrets. */
function showsSecrets(fields: Table, inputs: Values, found: Values): boolean {
  const reported = secretTexts(fields, found);
  return secretTexts(fields, inputs).every((secret) => reported.includes(secret));
}
