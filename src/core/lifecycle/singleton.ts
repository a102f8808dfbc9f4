import type { ApiPath } from "../client/address";
import { EdgeIngressError, mayHaveBeenProcessed } from "../client/errors";
import { requestName } from "../client/send";
import type { Client } from "../client/types";
import { snakeCase } from "../schema/case";
import { fillPath, importIdFormat, type SingletonDefinition } from "../schema/definition";
import { diff } from "../schema/diff";
import { pathKeys, type Table } from "../schema/field";
import { merge } from "../schema/merge";
import { secretTexts } from "../schema/secrets";
import { isSet, type Values } from "../schema/values";
import { createBody } from "../schema/wire";
import {
  ifFound,
  requestModule,
  requestModuleDeletion,
  requestObject,
  unexpected,
} from "./answers";
import {
  type Api,
  type Created,
  type Resource,
  ResourceInitFailed,
  type Special,
} from "./resource";

/** A module that the API sets, reads and deletes at a path of its own. Its id consists of the ids in that path. */
export function singleton(definition: SingletonDefinition, special: Special = {}): Resource {
  const pathOf = (id: string) => fillPath(definition.path, id.split("/"));
  const inTurn = <T>(api: Api, id: string, action: () => Promise<T>) =>
    api.modules.exclusively(pathOf(id), action);

  return {
    definition,
    ...special,
    operations: {
      create: (api, inputs) => {
        const id = idOf(definition, inputs);
        return inTurn(api, id, () =>
          create(api, { definition, special, id, path: pathOf(id) }, inputs),
        );
      },
      read: (api, { id, state }) => read(api, definition, id, state),
      update: (api, { id }, inputs) => inTurn(api, id, () => put(api, definition, id, inputs)),
      delete: (api, { id }) => {
        const send = () => requestModuleDeletion(api, definition, addressOf(definition, id));
        return api.modules.deleteModule(pathOf(id), send, api.log);
      },
    },
  };
}

const idOf = ({ fields }: SingletonDefinition, inputs: Values): string =>
  pathKeys(fields)
    .map((key) => String(inputs[key]))
    .join("/");

/** The address of a module. The path has the parts of the id under other names than the arguments. */
function addressOf(definition: SingletonDefinition, id: string): ModuleAddress {
  const ids = Object.entries(pathIdsOf(definition, id));
  return {
    template: definition.path,
    params: Object.fromEntries(ids.map(([key, part]) => [snakeCase(key), part])),
  };
}

const withPathIds = (
  definition: SingletonDefinition,
  id: string,
  values?: Values | null,
): Values => ({
  ...values,
  ...pathIdsOf(definition, id),
});

async function put(
  api: Api,
  definition: SingletonDefinition,
  id: string,
  inputs: Values,
): Promise<Values> {
  const body = createBody(definition.fields, inputs);
  const request = { method: "PUT", path: addressOf(definition, id), body } as const;
  const response = await requestModule(api, definition, request);
  if (response === null) throw unexpected(request, "the answer is empty");
  return withPathIds(definition, id, response);
}

/** A module that is about to be created. */
interface NewModule {
  readonly definition: SingletonDefinition;
  readonly special: Special;
  readonly id: string;
  readonly path: string;
}

async function create(api: Api, module: NewModule, inputs: Values): Promise<Created> {
  const { definition, special, id, path } = module;
  const { fields } = definition;
  const found = withPathIds(definition, id, await ask(api, definition, addressOf(definition, id)));
  const state = merge(fields, inputs, found);
  const problem = special.precondition?.(state, inputs);
  if (problem !== undefined) throw new EdgeIngressError(problem);
  const isConfigured = presenceIn(definition, found).isActive;
  const isAsAsked =
    isConfigured && diff(fields, state, inputs, special.suppressDiff).changed.length === 0;
  if (isConfigured && !isAsAsked) requireReplaceable(api, module, inputs);
  // The engine may have checked another resource in the meantime.
  api.requireOwned(path);
  if (isConfigured) logAdoption(api, path);
  if (isAsAsked && showsSecrets(fields, inputs, found)) return { id, values: found };
  try {
    return { id, values: await put(api, definition, id, inputs) };
  } catch (cause) {
    const error = isConfigured ? cause : api.modules.explainUnprotected(path, cause);
    throw mayHaveBeenProcessed(error) ? new ResourceInitFailed(error, id) : error;
  }
}

/** Refuses to replace a configuration that neither the program adopts nor the stack manages. */
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

async function read(
  api: Client,
  definition: SingletonDefinition,
  id: string,
  state: Values,
): Promise<Values | undefined> {
  const response = await ask(api, definition, addressOf(definition, id));
  if (response === undefined) return undefined;
  const found = withPathIds(definition, id, response);
  if (presenceIn(definition, found).exists) return found;
  // Some services show a module that is off as if it were unset: the object that has the module decides.
  const look = response === null ? confirmUnset : findInOwner;
  const inOwner = await look(api, definition, addressOf(definition, id));
  const isThere = state[definition.switchedBy] === false ? inOwner !== "gone" : inOwner === "set";
  return isThere ? found : undefined;
}

/**
 * Whether a module exists, be it switched off, or on with nothing that it could do; and whether it is configured and in force.
 * Services differ in how they show a module that nobody has configured.
 */
function presenceIn({ configuredBy, switchedBy }: SingletonDefinition, values: Values) {
  const isOn = values[switchedBy];
  if (configuredBy.length === 0) return { exists: isOn !== undefined, isActive: isOn === true };
  const isConfigured = configuredBy.some((key) => isSet(values[key]));
  return { exists: isConfigured || isOn === true, isActive: isConfigured && isOn !== false };
}

/** Logs the adoption, unless the stack has had the module before. */
function logAdoption({ modules, log }: Api, path: string): void {
  if (modules.isManaged(path)) return;
  const text = `the module at ${path} was configured before: this resource adopts it, and deleting the resource deletes it`;
  log({ severity: "info", text });
}

/** Whether an answer shows every secret as the arguments have it; one that masks them may have others. */
function showsSecrets(fields: Table, inputs: Values, found: Values): boolean {
  const shown = secretTexts(fields, found);
  return secretTexts(fields, inputs).every((secret) => shown.includes(secret));
}

/** The arguments in the path, which are the parts of the id. */
function pathIdsOf(definition: SingletonDefinition, id: string): Readonly<Record<string, string>> {
  const keys = pathKeys(definition.fields);
  const parts = id.split("/");
  if (parts.length !== keys.length)
    throw new EdgeIngressError(`the id must be ${importIdFormat(definition)}`);
  return Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? ""]));
}

/** A well-formed id that no service gives. */
export const NO_ID = "edge-ingress-none";

type ModuleAddress = Required<ApiPath>;

/** What a GET shows; null for an empty answer, `undefined` if there is no such path. */
const ask = (api: Client, definition: SingletonDefinition, path: ModuleAddress) =>
  ifFound(requestModule(api, definition, { method: "GET", path }));

/**
 * Some services answer for an unset module with an empty answer; so may a gateway, for anything. Another request decides:
 * the module's route shows the module, or null in its place. The API has no operation that shows an edge. For a module of
 * an edge, the service has to answer in the same way for an edge that does not exist, has to answer as the API does for
 * what does exist, and has to answer in the same way once more.
 */
async function confirmUnset(api: Client, definition: SingletonDefinition, path: ModuleAddress) {
  const inOwner = await findInOwner(api, definition, path);
  if (inOwner === undefined ? await isUsual(api, definition, path) : inOwner !== "set")
    return inOwner;
  throw unexpected(
    { method: "GET", path },
    "the answer is empty, which does not show whether the module is configured: run the command again; if the module was " +
      "removed outside Pulumi, run `pulumi up --replace` for this resource",
  );
}

/** What the object that a module belongs to shows of it, unless it is gone itself; `undefined` for an edge, which nothing shows. */
async function findInOwner(
  api: Client,
  { of, module }: SingletonDefinition,
  { params }: ModuleAddress,
) {
  if (of.kind !== "collection") return undefined;
  const names = [...of.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const ids = Object.values(params);
  const owner = {
    template: of.path,
    params: Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ""])),
  };
  const shown = await ifFound(requestObject(api, of, { method: "GET", path: owner }));
  if (shown === undefined) return "gone";
  return module in of.fields && !isSet(shown[module]) ? "unset" : "set";
}

/** Whether the service answers with nothing if nothing exists. */
async function isUsual(
  api: Client,
  definition: SingletonDefinition,
  path: ModuleAddress,
): Promise<boolean> {
  const nowhere = Object.fromEntries(Object.keys(path.params).map((name) => [name, NO_ID]));
  if ((await ask(api, definition, { ...path, params: nowhere })) !== null) return false;
  await api.verify(`${requestName({ method: "GET", path })} answered nothing`);
  // By now a moment of trouble is over.
  return !isSet(await ask(api, definition, path));
}
