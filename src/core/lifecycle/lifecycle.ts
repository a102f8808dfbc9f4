import { NO_SUCH_OBJECT } from "../client/advice";
import { EdgeIngressError, mayHaveBeenProcessed } from "../client/errors";
import type { Client } from "../client/types";
import { type Definition, importIdFormat } from "../schema/definition";
import { type Diff, diff } from "../schema/diff";
import { hasOutputs, inputRows, outputRows, pathKeys } from "../schema/field";
import { merge, mergeWhole } from "../schema/merge";
import { redactedSecretPaths, withoutNewSecrets } from "../schema/secrets";
import { defined, isSet, type Values } from "../schema/values";
import { ifFound } from "./answers";
import type { Api, ListedResource, OnUnreadable, Resource, ResourceState } from "./resource";
import { ResourceInitFailed } from "./resource";
import { keepSpellings, learnSpellings } from "./spellings";

export async function create(resource: Resource, api: Api, inputs: Values): Promise<ResourceState> {
  const { fields } = resource.definition;
  const { id, values, unreadable } = await resource.operations
    .create(api, inputs)
    .catch((error: unknown) => {
      if (!(error instanceof ResourceInitFailed)) throw error;
      throw new ResourceInitFailed(error.cause, error.id, withoutNewSecrets(fields, inputs, {}));
    });
  if (unreadable) throw new ResourceInitFailed(unreadable, id, inputs);
  return {
    id,
    state: learnSpellings(fields, inputs, merge(fields, inputs, values), Object.keys(inputs)),
  };
}

/** The object as it is now, seen by what its state says that the program wrote; `undefined` if it is gone. */
export async function read(
  resource: Resource,
  api: Api,
  object: ResourceState,
): Promise<ResourceState | undefined> {
  const { fields } = resource.definition;
  const values = await resource.operations.read(api, object);
  if (!values) return undefined;
  return {
    id: object.id,
    state: keepSpellings(fields, object.state, merge(fields, object.state, values)),
  };
}

/** The whole object, whoever made it; `undefined` if there is none. `known` may hold what no answer does. */
export async function lookUp(resource: Resource, api: Client, id: string, known: Values) {
  const { type, kind, fields } = resource.definition;
  const missing = kind === "collection" && pathKeys(fields).find((key) => !isSet(known[key]));
  if (missing) throw new EdgeIngressError(`${missing} is required to look up an ${type}`);
  const values = await resource.operations.read(api, { id, state: known });
  return values && wholeStateOf(resource, id, known, values);
}

/** Every object of the account, or the first ones, whole and in the service's order. */
export async function lookUpAll(
  resource: ListedResource,
  api: Client,
  limit = Infinity,
  onUnreadable?: OnUnreadable,
) {
  const found: ReturnType<typeof wholeStateOf>[] = [];
  for await (const { id, values } of resource.operations.list(api, onUnreadable)) {
    found.push(wholeStateOf(resource, id, {}, values));
    if (found.length === limit) break;
  }
  return found;
}

/** Sends what changed, and nothing else. */
export async function update(
  resource: Resource,
  api: Api,
  object: ResourceState,
  inputs: Values,
): Promise<Values> {
  const from = await beforeUpdate(resource, api, object, inputs);
  const { fields } = resource.definition;
  const { changed } = diffOf(resource, from.state, inputs);
  const written = { ...outputsOf(resource, from.state), ...inputs };
  if (changed.length === 0) return keepSpellings(fields, from.state, written);
  try {
    const values = await resource.operations.update(api, from, inputs, changed);
    return learnSpellings(
      fields,
      inputs,
      keepSpellings(fields, from.state, merge(fields, written, values)),
      changed,
    );
  } catch (error) {
    const isBegun = error instanceof ResourceInitFailed || mayHaveBeenProcessed(error);
    throw isBegun ? await halfDone(resource, api, from, inputs, error) : error;
  }
}

/**
 * The object that an update starts from. If it was left half-made, its state, or whether it exists, may be unknown: then
 * nothing in its state has changed, and the engine updates it nevertheless, or its state has no outputs.
 */
async function beforeUpdate(resource: Resource, api: Api, object: ResourceState, inputs: Values) {
  const { type, kind, fields } = resource.definition;
  const isChanged = diffOf(resource, object.state, inputs).changed.length > 0;
  // Each answer about an object with outputs has some of them.
  const isConfirmed = outputRows(fields).length === 0 || hasOutputs(fields, object.state);
  if (isChanged && isConfirmed) return object;
  const found = await read(resource, api, object);
  if (found) return found;
  if (kind === "collection") throw new EdgeIngressError(`${type} ${object.id}: ${NO_SUCH_OBJECT}`);
  return { id: object.id, state: {} };
}

/** Deletes the object. An object that is gone, also after a failure, is deleted: the state must not keep it. */
export async function remove(
  { operations }: Resource,
  api: Api,
  object: ResourceState,
): Promise<void> {
  try {
    await ifFound(operations.delete(api, object));
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    const left = await operations.read(api, object).catch(() => object);
    if (left) throw error;
  }
}

/** Compares the state of an object with the arguments that its program states now. Sends nothing. */
export const diffOf = (
  { definition, suppressDiff }: Resource,
  state: Values,
  inputs: Values,
): Diff => diff(definition.fields, state, inputs, suppressDiff);

/** Of a state, what the program may state: the inputs that a refresh gives to the engine. */
export const inputsOf = (resource: Resource, state: Values): Values =>
  defined(inputRows(resource.definition.fields).map(([key]) => [key, state[key]]));

/** Of a state, the read-only outputs. */
export const outputsOf = (resource: Resource, state: Values): Values =>
  defined(outputRows(resource.definition.fields).map(([key]) => [key, state[key]]));

/** An object that no program wrote, with the paths of the secrets that are set, and that the answer masks. */
const wholeStateOf = (
  { definition: { fields } }: Resource,
  id: string,
  known: Values,
  values: Values,
) => ({
  id,
  state: mergeWhole(fields, known, values),
  masked: redactedSecretPaths(fields, values),
});

/**
 * The failure with the truth about the object, as both the old program and the new one see it. If nothing shows it, the
 * state has no outputs, so that the next update does not start from it, whatever the program states then.
 */
async function halfDone(
  resource: Resource,
  api: Api,
  { id, state }: ResourceState,
  inputs: Values,
  error: Error,
) {
  const { fields } = resource.definition;
  const { cause, state: shown } =
    error instanceof ResourceInitFailed ? error : { cause: error, state: undefined };
  const written = { ...state, ...withoutNewSecrets(fields, inputs, state) };
  const lastKnown = () => ({
    state: inputsOf(resource, shown ? merge(fields, written, shown) : state),
  });
  const truth = await read(resource, api, { id, state: written }).catch(lastKnown);
  return truth ? new ResourceInitFailed(cause, id, truth.state) : cause;
}

/**
 * Refuses a state without an argument that only a new object can have. Earlier versions let an answer that was not the
 * object's empty it; the difference to the program would replace the object.
 */
export function requireWholeState(definition: Definition, state: Values): void {
  const { type, kind, fields } = definition;
  const [lost] = inputRows(fields).filter(
    ([key, row]) => row.required && row.createOnly && !isSet(state[key]),
  );
  if (!lost) return;
  const [key, row] = lost;
  // The id alone addresses an object, unless the object lies below another one.
  const isAddressable = kind === "singleton" || !row.pathParameter;
  const repair = isAddressable
    ? "run `pulumi refresh`"
    : `remove the resource from the state with \`pulumi state delete\`, and import it by ${importIdFormat(definition)}`;
  throw new EdgeIngressError(`the state of this ${type} has lost its ${key}: ${repair}`);
}
