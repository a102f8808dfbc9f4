import { NO_SUCH_OBJECT } from "../client/advice";
import { EdgeIngressError, mayHaveBeenProcessed } from "../client/errors";
import type { Client } from "../client/types";
import { type Definition, importIdFormat } from "../schema/definition";
import { type Diff, diff } from "../schema/diff";
import { hasOutputs, inputRows, outputRows, pathKeys } from "../schema/field";
import { merge, mergeWhole } from "../schema/merge";
import { redactedSecretPaths, withoutNewSecrets } from "../schema/secrets";
import { defined, isSet, omit, type Values } from "../schema/values";
import { ifFound } from "./requests";
import type { Api, ListedResource, OnUnreadable, Resource, ResourceState } from "./resource";
import { ResourceInitFailed } from "./resource";
import { keepSpellings, learnSpellings, withSpellingsOf } from "./spellings";

/**
 * Creates an object, and merges the response into its state.
 *
 * @throws {ResourceInitFailed} if the object exists, or may exist at a known id. If the service may not have all arguments, the state
 * has no secrets, so that the next update sends them again.
 * @throws {OutcomeUnknownError} if an object may exist whose id is unknown.
 */
export async function create(resource: Resource, api: Api, inputs: Values): Promise<ResourceState> {
  const { fields } = resource.definition;
  const { id, values, unreadable } = await resource.operations
    .create(api, inputs)
    .catch((error: unknown) => {
      if (!(error instanceof ResourceInitFailed)) throw error;
      throw new ResourceInitFailed(error.cause, error.id, withoutNewSecrets(fields, inputs, {}));
    });
  if (unreadable) throw new ResourceInitFailed(unreadable, id, inputs);
  const state = merge(fields, inputs, values);
  return { id, state: learnSpellings(fields, inputs, state, Object.keys(inputs)) };
}

/** Reads an object, and merges the response into its state. Undefined if the object is gone. */
export async function read(
  resource: Resource,
  api: Api,
  object: ResourceState,
): Promise<ResourceState | undefined> {
  const { fields } = resource.definition;
  const values = await resource.operations.read(api, object);
  if (!values) return undefined;
  const state = merge(fields, object.state, values);
  return { id: object.id, state: keepSpellings(fields, object.state, state) };
}

/** A whole object, with the arguments that its program left out or that no program declares. */
export interface WholeObject extends ResourceState {
  /** The paths of the secrets that are set, and that the response masks. */
  readonly masked: readonly string[];
}

/**
 * Reads a whole object, whatever created it. Undefined if the object does not exist.
 *
 * @param known Values that no response shows, such as ids in the object's path.
 */
export async function lookUp(
  resource: Resource,
  api: Client,
  id: string,
  known: Values,
): Promise<WholeObject | undefined> {
  const { type, kind, fields } = resource.definition;
  const missing = kind === "collection" && pathKeys(fields).find((key) => !isSet(known[key]));
  if (missing) throw new EdgeIngressError(`${missing} is required to look up an ${type}`);
  const values = await resource.operations.read(api, { id, state: known });
  return values && toWholeObject(resource, id, known, values);
}

/** Reads all whole objects of the account, or as many as the limit, in the service's order. */
export async function lookUpAll(
  resource: ListedResource,
  api: Client,
  limit = Infinity,
  onUnreadable?: OnUnreadable,
): Promise<WholeObject[]> {
  const objects: WholeObject[] = [];
  for await (const { id, values } of resource.operations.list(api, onUnreadable)) {
    objects.push(toWholeObject(resource, id, {}, values));
    if (objects.length === limit) break;
  }
  return objects;
}

const toWholeObject = (
  { definition: { fields } }: Resource,
  id: string,
  known: Values,
  values: Values,
): WholeObject => ({
  id,
  state: mergeWhole(fields, known, values),
  masked: redactedSecretPaths(fields, values),
});

/**
 * Updates an object, if any argument differs, and merges the response into its state. The request to an object of a collection has the
 * changed arguments alone, and the request to a module all of its arguments.
 */
export async function update(
  resource: Resource,
  api: Api,
  object: ResourceState,
  inputs: Values,
): Promise<Values> {
  const current = await findCurrentObject(resource, api, object, inputs);
  const { fields } = resource.definition;
  const { changed } = diffState(resource, current.state, inputs);
  const expected = { ...selectOutputs(resource, current.state), ...inputs };
  if (changed.length === 0) return withSpellingsOf(current.state, expected);
  try {
    const values = await resource.operations.update(api, current, inputs, changed);
    const state = keepSpellings(
      fields,
      omit(current.state, changed),
      merge(fields, expected, values),
    );
    return learnSpellings(fields, inputs, state, changed);
  } catch (error) {
    const mayBePartial = error instanceof ResourceInitFailed || mayHaveBeenProcessed(error);
    throw mayBePartial ? await toPartialUpdateError(resource, api, current, inputs, error) : error;
  }
}

/**
 * Finds the object that an update starts from. The engine also calls an update after a partial create or update. Then nothing differs, or
 * the state has no outputs, and only a response shows the object, or that it does not exist.
 */
async function findCurrentObject(
  resource: Resource,
  api: Api,
  object: ResourceState,
  inputs: Values,
): Promise<ResourceState> {
  const { type, kind, fields } = resource.definition;
  const isChanged = diffState(resource, object.state, inputs).changed.length > 0;
  // Each response about an object that has outputs shows some of them.
  const isConfirmed = outputRows(fields).length === 0 || hasOutputs(fields, object.state);
  if (isChanged && isConfirmed) return object;
  const found = await read(resource, api, object);
  if (found) return found;
  if (kind === "collection") throw new EdgeIngressError(`${type} ${object.id}: ${NO_SUCH_OBJECT}`);
  return { id: object.id, state: {} };
}

/**
 * Adds the state of the object to the failure of an update: the values of a read or, if the read fails, of the last response, merged with
 * the arguments of both the old program and the new one. Without any response, the state has the arguments of the old program. The service
 * has either the old or the new secret, and a response may mask it: the state has neither of them, so that the next update sends the
 * secret. If the object cannot be read, the state has no outputs, so that the next update of an object that has outputs reads the
 * object first. The update of a module sends all arguments in any case.
 *
 * @returns the cause if the object does not exist.
 */
async function toPartialUpdateError(
  resource: Resource,
  api: Api,
  { id, state }: ResourceState,
  inputs: Values,
  error: Error,
): Promise<Error> {
  const { fields } = resource.definition;
  const expected = withoutNewSecrets(fields, { ...state, ...inputs }, state);
  const cause = error instanceof ResourceInitFailed ? error.cause : error;
  const reported = error instanceof ResourceInitFailed ? error.state : undefined;
  try {
    const found = await read(resource, api, { id, state: expected });
    return found ? new ResourceInitFailed(cause, id, found.state) : cause;
  } catch {
    const lastKnown = reported
      ? merge(fields, expected, reported)
      : withoutNewSecrets(fields, state, inputs);
    return new ResourceInitFailed(cause, id, selectInputs(resource, lastKnown));
  }
}

/** Deletes an object. If the object is gone, even after a failure, it is deleted: the state must not keep it. */
export async function remove(
  { operations }: Resource,
  api: Api,
  object: ResourceState,
): Promise<void> {
  try {
    await ifFound(operations.delete(api, object));
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    const remaining = await operations.read(api, object).catch(() => object);
    if (remaining) throw error;
  }
}

/** Compares the state of an object with the arguments of its program. Sends nothing. */
export const diffState = (
  { definition, suppressDiff }: Resource,
  state: Values,
  inputs: Values,
): Diff => diff(definition.fields, state, inputs, suppressDiff);

/** Selects the arguments of a state: the inputs that a refresh returns to the engine. */
export const selectInputs = (resource: Resource, state: Values): Values =>
  defined(inputRows(resource.definition.fields).map(([key]) => [key, state[key]]));

/** Selects the read-only outputs of a state. */
export const selectOutputs = (resource: Resource, state: Values): Values =>
  defined(outputRows(resource.definition.fields).map(([key]) => [key, state[key]]));

/**
 * Refuses a state without an argument that only a new object can have. In earlier versions, a response about another object could
 * remove the argument. The difference to the program would replace the object.
 */
export function requireWholeState(definition: Definition, state: Values): void {
  const { type, kind, fields } = definition;
  const [lost] = inputRows(fields).filter(
    ([key, row]) => row.required && row.createOnly && !isSet(state[key]),
  );
  if (!lost) return;
  const [key, row] = lost;
  // The id of a module contains the ids in its path. The id of an object of a collection does not, so a lost id of its path cannot be read.
  const isAddressable = kind === "singleton" || !row.pathParameter;
  const repair = isAddressable
    ? "run `pulumi refresh`"
    : `remove the resource from the state with \`pulumi state delete\`, and import it by ${importIdFormat(definition)}`;
  throw new EdgeIngressError(`the state of this ${type} has lost its ${key}: ${repair}`);
}
