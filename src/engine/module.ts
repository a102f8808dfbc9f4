import type { Client } from "../client/client";
import { EdgeIngressError, HttpError } from "../client/errors";
import { unless } from "../client/unless";
import { diff } from "./diff";
import { bodyRows, pathKeys, type Table } from "./field";
import { project } from "./project";
import { type Api, type Created, PartialCreate, type Resource } from "./resource";
import { secretsIn } from "./secrets";
import { mayHaveBeenProcessed } from "./unknown-outcome";
import { isSet, UNKNOWN, type Values, type WireObject } from "./values";
import { createBody, fromAnswer } from "./wire";

/** A module as a resource of its own: where it is, and its fields. */
export interface ModuleDefinition {
  readonly type: string;
  /** Its path; the parameters are the arguments in the path, in the order in which they make the id. */
  readonly path: string;
  readonly fields: Table;
  readonly refuses?: NonNullable<Resource["refuses"]>;
}

/**
 * A module that the API sets, reads and deletes at a path of its own. Its id is the ids in that path, so that nothing but
 * the id is needed to find it.
 */
export function moduleResource({ type, path: template, fields, refuses }: ModuleDefinition): Resource {
  const keys = pathKeys(fields);
  const idOf = (inputs: Values) => keys.map((key) => String(inputs[key])).join("/");
  const addressOf = (id: string) => ({ template, params: paramsOf(keys, id) });

  async function ask(api: Client, id: string): Promise<WireObject> {
    const answer = await api.request({ method: "GET", path: addressOf(id) });
    return { ...answer, ...addressOf(id).params };
  }

  async function put(api: Api, id: string, inputs: Values): Promise<WireObject> {
    const body = createBody(fields, inputs);
    const answer = await api.request({ method: "PUT", path: addressOf(id), body });
    return { ...answer, ...addressOf(id).params };
  }

  async function create(api: Api, inputs: Values): Promise<Created> {
    const id = idOf(inputs);
    const path = pathOf(template, id);
    const found = (await unless([404], ask(api, id))) ?? {};
    const state = project(fields, inputs, fromAnswer(fields, found));
    const problem = refuses?.(state, inputs);
    if (problem !== undefined) throw new EdgeIngressError(problem);
    const isOurs = inputs.adopt === true || api.modules.isManaged(path);
    const isFound = isConfigured(fields, found);
    if (isFound && diff(resource, state, inputs).changed.length === 0) {
      if (showsSecrets(fields, inputs, found)) return { id, answer: found };
    } else if (isFound && !isOurs) {
      throw new EdgeIngressError(alreadyConfigured(path));
    }
    try {
      return { id, answer: await put(api, id, inputs) };
    } catch (cause) {
      const error = isFound ? (cause as Error) : api.modules.unprotected(path, cause as Error);
      throw mayHaveBeenProcessed(error) ? new PartialCreate(id, error) : error;
    }
  }

  const inTurn = <T>(api: Api, id: string, action: () => Promise<T>) =>
    api.modules.exclusively(pathOf(template, id), action);

  const resource: Resource = {
    type,
    fields,
    modules: (_id, inputs) => (keys.every((key) => isKnown(inputs[key])) ? [pathOf(template, idOf(inputs))] : []),
    ...(refuses && { refuses }),
    operations: {
      create: (api, inputs) => inTurn(api, idOf(inputs), () => create(api, inputs)),
      read: async (api, { id, state }) => {
        const answer = await ask(api, id);
        if (isGone(fields, answer, state))
          throw new HttpError(`GET ${template}`, { status: 404, advice: "it is not configured" });
        return answer;
      },
      update: (api, { id }, inputs) => inTurn(api, id, () => put(api, id, inputs)),
      delete: (api, { id }) => {
        const send = () => api.request({ method: "DELETE", path: addressOf(id) });
        return api.modules.delete(pathOf(template, id), send, api.notify);
      },
    },
  };
  return resource;
}

const isKnown = (value: unknown): boolean => isSet(value) && value !== UNKNOWN;

/** Whether an answer shows every secret as the arguments have it; one that masks them may have others. */
function showsSecrets(fields: Table, inputs: Values, answer: WireObject): boolean {
  const shown = secretsIn(fields, fromAnswer(fields, answer));
  return secretsIn(fields, inputs).every((secret) => shown.includes(secret));
}

/** The path's parameters: the parts of the id under the wire names of its arguments. */
function paramsOf(keys: readonly string[], id: string): Record<string, string> {
  const parts = id.split("/");
  if (parts.length !== keys.length)
    throw new EdgeIngressError(`the id must be ${keys.map((key) => `<${key}>`).join("/")}`);
  return Object.fromEntries(keys.map((key, index) => [key.replace("Id", "_id"), parts[index] ?? ""]));
}

const pathOf = (template: string, id: string): string => {
  const parts = id.split("/");
  return template.replace(/\{\w+\}/g, () => parts.shift() ?? "");
};

/** The members that make a module more than an empty one. */
const configuringMembers = (fields: Table): [string, unknown][] =>
  bodyRows(fields).filter(([key]) => key !== "enabled");

const hasConfiguration = (fields: Table, answer: WireObject): boolean => {
  const values = fromAnswer(fields, answer);
  return configuringMembers(fields).some(([key]) => isSet(values[key]));
};

/** Whether an answer shows a module that somebody has configured and that is in force. */
function isConfigured(fields: Table, answer: WireObject): boolean {
  if (!isSet(answer.enabled) && !hasConfiguration(fields, answer)) return false;
  if (answer.enabled === false) return false;
  return configuringMembers(fields).length === 0 || hasConfiguration(fields, answer);
}

/** Whether an answer shows no module at all, rather than one that was disabled or changed. */
function isGone(fields: Table, answer: WireObject, state: Values): boolean {
  const isDisabled = answer.enabled !== true && state.enabled !== false;
  return (
    !hasConfiguration(fields, answer) && isDisabled && (configuringMembers(fields).length > 0 || !isSet(answer.enabled))
  );
}

const alreadyConfigured = (path: string): string =>
  `the module at ${path} already has a different configuration, which this resource did not make: ` +
  "look at it, and set adopt: true to replace it; if the resource was renamed, give it an alias instead";
