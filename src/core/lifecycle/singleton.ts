import { EdgeIngressError, mayHaveBeenProcessed } from "../client/errors";
import type { Client } from "../client/types";
import { snakeCase } from "../schema/case";
import { importIdFormat, pathWith, type SingletonDefinition } from "../schema/definition";
import { diff } from "../schema/diff";
import { pathKeys, type Table } from "../schema/field";
import { merge } from "../schema/merge";
import { secretTexts } from "../schema/secrets";
import { isSet, type Values } from "../schema/values";
import { createBody } from "../schema/wire";
import { ifFound, requestDeletion, requestModule, unexpected } from "./answers";
import type { Api, Created, Resource, Special } from "./resource";
import { ResourceInitFailed } from "./resource";
import { confirmUnset, findInOwner } from "./unset-module";

/** A module that the API sets, reads and deletes at a path of its own. Its id consists of the ids in that path. */
export function singleton(definition: SingletonDefinition, special: Special = {}): Resource {
  const { fields, path: template, switchedBy } = definition;
  const idOf = (inputs: Values) =>
    pathKeys(fields)
      .map((key) => String(inputs[key]))
      .join("/");
  const addressOf = (id: string) => ({ template, params: paramsOf(definition, id) });
  const pathOf = (id: string) => pathWith(template, id.split("/"));

  /** What a GET shows; null for an empty answer, undefined if there is no such path. */
  const ask = (api: Client, id: string) =>
    ifFound(requestModule(api, definition, { method: "GET", path: addressOf(id) }));

  const withPathIds = (id: string, values: Values | null | undefined): Values => ({
    ...values,
    ...pathIdsOf(definition, id),
  });

  async function put(api: Api, id: string, inputs: Values): Promise<Values> {
    const request = { method: "PUT", path: addressOf(id), body: createBody(fields, inputs) } as const;
    const answer = await requestModule(api, definition, request);
    if (answer === null) throw unexpected(request, "the answer is empty");
    return withPathIds(id, answer);
  }

  async function create(api: Api, inputs: Values): Promise<Created> {
    const id = idOf(inputs);
    const path = pathOf(id);
    const found = withPathIds(id, await ask(api, id));
    const state = merge(fields, inputs, found);
    const problem = special.precondition?.(state, inputs);
    if (problem !== undefined) throw new EdgeIngressError(problem);
    const isConfigured = presenceIn(definition, found).isActive;
    const isAsAsked = isConfigured && diff(fields, state, inputs, special.suppressDiff).changed.length === 0;
    const mayReplace = inputs[definition.adoptedBy] === true || api.modules.facts.knows("managed", path);
    if (isConfigured && !isAsAsked && !mayReplace) throw alreadyConfigured(path, definition);
    if (isConfigured) recordAdoption(api, path);
    if (isAsAsked && showsSecrets(fields, inputs, found)) return { id, values: found };
    try {
      return { id, values: await put(api, id, inputs) };
    } catch (cause) {
      const error = isConfigured ? cause : api.modules.explainUnprotected(path, cause);
      throw mayHaveBeenProcessed(error) ? new ResourceInitFailed(error, id) : error;
    }
  }

  const inTurn = <T>(api: Api, id: string, action: () => Promise<T>) => api.modules.exclusively(pathOf(id), action);

  return {
    definition,
    ...special,
    operations: {
      create: (api, inputs) => inTurn(api, idOf(inputs), () => create(api, inputs)),
      read: async (api, { id, state }) => {
        const answer = await ask(api, id);
        if (answer === undefined) return undefined;
        const shown = withPathIds(id, answer);
        if (presenceIn(definition, shown).exists) return shown;
        // As good as unset, which is all that some services show of one that is off: what it belongs to decides.
        const look = answer === null ? confirmUnset : findInOwner;
        const inOwner = await look(api, definition, addressOf(id));
        const isThere = state[switchedBy] === false ? inOwner !== "gone" : inOwner === "set";
        return isThere ? shown : undefined;
      },
      update: (api, { id }, inputs) => inTurn(api, id, () => put(api, id, inputs)),
      delete: (api, { id }) => {
        const send = () => requestDeletion(api, addressOf(id));
        return api.modules.deleteModule(pathOf(id), send, api.log);
      },
    },
  };
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
function recordAdoption({ modules, log }: Api, path: string): void {
  modules.facts.note("adopted", path);
  if (modules.facts.knows("managed", path)) return;
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
  if (parts.length !== keys.length) throw new EdgeIngressError(`the id must be ${importIdFormat(definition)}`);
  return Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? ""]));
}

/** The parts of the id under the names that the path has for them. */
const paramsOf = (definition: SingletonDefinition, id: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(pathIdsOf(definition, id)).map(([key, part]) => [snakeCase(key), part]));

const alreadyConfigured = (path: string, { adoptedBy }: SingletonDefinition) =>
  new EdgeIngressError(
    `the module at ${path} already has a different configuration, which this resource did not make: ` +
      `look at it, and set ${adoptedBy}: true to replace it; if the resource was renamed, give it an alias instead`,
  );
