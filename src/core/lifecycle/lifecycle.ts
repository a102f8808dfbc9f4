import { mayHaveBeenProcessed, UnexpectedAnswerError } from "../client/errors";
import { ignoreStatus } from "../client/ignore-status";
import { operationOf } from "../client/send";
import type { Client } from "../client/types";
import { type Diff, diff, equal } from "../schema/diff";
import { inputRows, outputRows } from "../schema/field";
import { merge, mergeWhole } from "../schema/merge";
import { starredSecrets, withoutNewSecrets } from "../schema/secrets";
import { defined, isSet, type Values, type WireObject } from "../schema/values";
import { fromAnswer, MemberError } from "../schema/wire";
import { ResourceInitFailed } from "./init-failed";
import { isConfirmed, requirePlace, stateOfNone } from "./lost-state";
import type { Api, ListedResource, Resource, ResourceState } from "./resource";

/** Makes the object. */
export async function create(resource: Resource, api: Api, inputs: Values): Promise<ResourceState> {
  return traced(api, async (tracing, explain) => {
    const { id, answer } = await resource.operations.create(tracing, inputs).catch((error: unknown) => {
      throw error instanceof ResourceInitFailed ? perhapsMade(resource, inputs, error) : error;
    });
    try {
      return { id, state: stateOf(resource, inputs, answer) };
    } catch (error) {
      throw new ResourceInitFailed(explain(error), id, inputs);
    }
  });
}

const perhapsMade = ({ definition }: Resource, inputs: Values, { id, cause }: ResourceInitFailed) =>
  new ResourceInitFailed(cause, id, withoutNewSecrets(definition.fields, inputs, {}));

/** The object as it is now, seen by what its state says that the program wrote; `undefined` if it is gone. */
export async function read(resource: Resource, api: Api, object: ResourceState): Promise<ResourceState | undefined> {
  return traced(api, async (tracing) => {
    const answer = await resource.operations.read(tracing, object);
    return answer && { id: object.id, state: sameStateOf(resource, object.state, answer) };
  });
}

/** The whole object, whoever made it; `undefined` if there is none. `known` may hold what no answer does. */
export async function lookUp(
  resource: Resource,
  api: Client,
  id: string,
  known: Values,
): Promise<WholeState | undefined> {
  requirePlace(resource.definition, known);
  return traced(api, async (tracing) => {
    const answer = await resource.operations.read(tracing, { id, state: known });
    return answer && wholeStateOf(resource, id, known, answer);
  });
}

/** Every object of the account, or the first ones, whole and in the service's order. */
export async function lookUpAll(resource: ListedResource, api: Client, limit = Infinity): Promise<WholeState[]> {
  return traced(api, async (tracing) => {
    const found: WholeState[] = [];
    for await (const answer of resource.operations.list(tracing)) {
      found.push(wholeStateOf(resource, String(answer.id), {}, answer));
      if (found.length === limit) break;
    }
    return found;
  });
}

/** Sends what changed, and nothing else. */
export async function update(resource: Resource, api: Api, object: ResourceState, inputs: Values): Promise<Values> {
  const from = await beforeUpdate(resource, api, object, inputs);
  const { changed } = diffOf(resource, from.state, inputs);
  const written = { ...outputsOf(resource, from.state), ...inputs };
  if (changed.length === 0) return written;
  try {
    return await traced(api, async (tracing) =>
      sameStateOf(resource, written, await resource.operations.update(tracing, from, inputs, changed)),
    );
  } catch (error) {
    if (error instanceof ResourceInitFailed)
      throw await halfDone(resource, api, from, inputs, error.cause, error.answer);
    if (!mayHaveBeenProcessed(error)) throw error;
    throw await halfDone(resource, api, from, inputs, error);
  }
}

/**
 * The object that an update starts from. If it was left half-made, its state, or whether it exists, may be unknown: then
 * nothing in its state has changed, and the engine updates it nevertheless, or its state has no outputs.
 */
async function beforeUpdate(
  resource: Resource,
  api: Api,
  object: ResourceState,
  inputs: Values,
): Promise<ResourceState> {
  const isChanged = diffOf(resource, object.state, inputs).changed.length > 0;
  if (isChanged && isConfirmed(resource.definition, object.state)) return object;
  return (await read(resource, api, object)) ?? { id: object.id, state: stateOfNone(resource.definition, object.id) };
}

/**
 * Deletes the object. One that is gone already is what was asked for, and so is one that is gone after a failure: in the
 * state it would be taken for one that is there, and never be made again.
 */
export async function remove(resource: Resource, api: Api, object: ResourceState): Promise<void> {
  try {
    await ignoreStatus([404], resource.operations.delete(api, object));
  } catch (error) {
    if (!mayHaveBeenProcessed(error) || !(await isGone(resource, api, object))) throw error;
  }
}

/** Whether the service says that there is no such object. */
const isGone = ({ operations }: Resource, api: Api, object: ResourceState): Promise<boolean> =>
  operations.read(api, object).then(
    (answer) => answer === undefined,
    () => false,
  );

/** Compares the state of an object with the arguments that its program states now. Sends nothing. */
export const diffOf = ({ definition, suppressDiff }: Resource, state: Values, inputs: Values): Diff =>
  diff(definition.fields, state, inputs, suppressDiff);

/** Of a state, what the program may state: the inputs that a refresh gives to the engine. */
export const inputsOf = (resource: Resource, state: Values): Values =>
  defined(inputRows(resource.definition.fields).map(([key]) => [key, state[key]]));

/** Of a state, the read-only outputs. */
export const outputsOf = (resource: Resource, state: Values): Values =>
  defined(outputRows(resource.definition.fields).map(([key]) => [key, state[key]]));

/** An object that no program wrote. */
export interface WholeState extends ResourceState {
  /** Paths of the secrets that are set, and that the answer masks. */
  readonly masked: readonly string[];
}

function wholeStateOf({ definition }: Resource, id: string, known: Values, answer: WireObject): WholeState {
  const { fields } = definition;
  const actual = fromAnswer(fields, answer);
  return { id, state: mergeWhole(fields, known, actual), masked: starredSecrets(fields, actual) };
}

const stateOf = (resource: Resource, written: Values, answer: WireObject): Values =>
  merge(resource.definition.fields, written, fromAnswer(resource.definition.fields, answer));

/**
 * The same of an object that is known: what only a new object can have, no answer about this one changes.
 *
 * @throws {MemberError} if it does.
 */
function sameStateOf(resource: Resource, known: Values, answer: WireObject): Values {
  const { fields } = resource.definition;
  const actual = fromAnswer(fields, answer);
  const [other] = inputRows(fields).find(
    ([key, row]) => row.createOnly && isSet(known[key]) && isSet(actual[key]) && !equal(row, known[key], actual[key]),
  ) ?? [undefined];
  if (other !== undefined) throw new MemberError(`the answer has another ${other}, which an object keeps for good`);
  return merge(fields, known, actual);
}

/**
 * Does something with an API that remembers the last request, so that an answer with a wrong member, which is noticed only
 * when it is read, is reported with what was asked.
 */
async function traced<A extends Client, T>(
  api: A,
  use: (tracing: A, explain: (error: unknown) => Error) => Promise<T>,
): Promise<T> {
  let operation = "";
  const request: Client["request"] = (sent) => {
    operation = operationOf(sent);
    return api.request(sent);
  };
  const explain = (error: unknown): Error =>
    error instanceof MemberError ? new UnexpectedAnswerError(`${operation}: ${error.message}`) : (error as Error);
  try {
    return await use({ ...api, request }, explain);
  } catch (error) {
    throw explain(error);
  }
}

/**
 * The failure with the truth about the object, as both the old program and the new one see it. If nothing shows it, the
 * state has no outputs, so that the next update does not start from it, whatever the program states then.
 */
async function halfDone(
  resource: Resource,
  api: Api,
  { id, state }: ResourceState,
  inputs: Values,
  cause: Error,
  answer?: WireObject,
) {
  const written = { ...state, ...withoutNewSecrets(resource.definition.fields, inputs, state) };
  const lastKnown = () => ({ state: inputsOf(resource, answer ? sameStateOf(resource, written, answer) : state) });
  const truth = await read(resource, api, { id, state: written }).catch(lastKnown);
  return truth ? new ResourceInitFailed(cause, id, truth.state) : cause;
}
