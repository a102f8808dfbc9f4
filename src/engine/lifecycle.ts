import type { Client } from "../client/client";
import { asKnown, EdgeIngressError, UnexpectedAnswerError } from "../client/errors";
import { operationOf } from "../client/perform";
import { unless } from "../client/unless";
import { diff } from "./diff";
import { inputRows, outputRows } from "./field";
import { project, projectWhole } from "./project";
import { type Api, type ListedResource, type Live, PartialCreate, PartialUpdate, type Resource } from "./resource";
import { withoutNewSecrets } from "./secrets";
import { mayHaveBeenProcessed } from "./unknown-outcome";
import { defined, isObject, type Values, type WireObject } from "./values";
import { fromAnswer, MemberError } from "./wire";

/** The object exists, but not as the program asks. State keeps it, and the next update mends it. */
export class PartialFailure extends EdgeIngressError {
  override readonly name = "PartialFailure";

  constructor(
    readonly live: Live,
    override readonly cause: Error,
  ) {
    super(asKnown(cause).message);
  }
}

/** Makes the object. */
export async function create(resource: Resource, api: Api, inputs: Values): Promise<Live> {
  return traced(api, async (tracing, named) => {
    const { id, answer } = await resource.operations.create(tracing, inputs).catch((error: unknown) => {
      throw error instanceof PartialCreate ? perhapsMade(resource, inputs, error) : error;
    });
    try {
      return { id, state: stateOf(resource, inputs, answer) };
    } catch (error) {
      throw new PartialFailure({ id, state: inputs }, named(error));
    }
  });
}

const perhapsMade = (resource: Resource, inputs: Values, { id, cause }: PartialCreate): PartialFailure =>
  new PartialFailure({ id, state: withoutNewSecrets(resource.fields, inputs, {}) }, cause);

/** The object as it is now, seen by what its state says that the program wrote; `undefined` if it is gone. */
export async function read(resource: Resource, api: Api, live: Live): Promise<Live | undefined> {
  return traced(api, async (tracing) => {
    const answer = await unless([404], resource.operations.read(tracing, live));
    return answer && { id: live.id, state: stateOf(resource, live.state, answer) };
  });
}

/** The whole object, whoever made it; `undefined` if there is none. `known` may hold what no answer does. */
export async function lookUp(resource: Resource, api: Client, id: string, known: Values): Promise<Live | undefined> {
  return traced(api, async (tracing) => {
    const answer = await unless([404], resource.operations.read(tracing, { id, state: known }));
    return answer && { id, state: wholeStateOf(resource, known, answer) };
  });
}

/** Every object of the account, whole and in the service's order. */
export async function lookUpAll(resource: ListedResource, api: Client): Promise<Live[]> {
  return traced(api, async (tracing) => {
    const found: Live[] = [];
    for await (const answer of resource.operations.list(tracing)) {
      const id = isObject(answer) ? answer.id : undefined;
      if (typeof id !== "string") throw new MemberError("the list has an object without an id");
      found.push({ id, state: wholeStateOf(resource, {}, answer) });
    }
    return found;
  });
}

/** Sends what changed, and nothing else. */
export async function update(resource: Resource, api: Api, live: Live, inputs: Values): Promise<Values> {
  const from = await beforeUpdate(resource, api, live, inputs);
  const { changed } = diff(resource, from.state, inputs);
  const written = { ...outputsOf(resource, from.state), ...inputs };
  if (changed.length === 0) return written;
  try {
    return await traced(api, async (tracing) =>
      stateOf(resource, written, await resource.operations.update(tracing, from, inputs, changed)),
    );
  } catch (error) {
    const { cause } = error instanceof PartialUpdate ? error : { cause: error as Error };
    if (error !== cause || mayHaveBeenProcessed(error)) throw await halfDone(resource, api, from, inputs, cause);
    throw error;
  }
}

/**
 * The object that an update starts from. The engine updates one in whose state nothing has changed only after it was left
 * half-made: then nobody knows how it is, or whether it is.
 */
async function beforeUpdate(resource: Resource, api: Api, live: Live, inputs: Values): Promise<Live> {
  if (diff(resource, live.state, inputs).changed.length > 0) return live;
  return (await read(resource, api, live)) ?? { id: live.id, state: {} };
}

/** Deletes the object. One that is gone already is what was asked for. */
export async function remove(resource: Resource, api: Api, live: Live): Promise<void> {
  await unless([404], resource.operations.delete(api, live));
}

/** Of a state, what the program may state: the inputs that a refresh gives to the engine. */
export const inputsOf = (resource: Resource, state: Values): Values =>
  defined(inputRows(resource.fields).map(([key]) => [key, state[key]]));

/** Of a state, the read-only outputs. */
export const outputsOf = (resource: Resource, state: Values): Values =>
  defined(outputRows(resource.fields).map(([key]) => [key, state[key]]));

const wholeStateOf = ({ fields }: Resource, known: Values, answer: WireObject): Values =>
  projectWhole(fields, known, fromAnswer(fields, answer));

const stateOf = (resource: Resource, written: Values, answer: WireObject): Values =>
  project(resource.fields, written, fromAnswer(resource.fields, answer));

/**
 * Does something with an API that remembers the last request, so that an answer with a wrong member, which is noticed only
 * when it is read, is reported with what was asked.
 */
async function traced<A extends Client, T>(
  api: A,
  use: (tracing: A, named: (error: unknown) => Error) => Promise<T>,
): Promise<T> {
  let operation = "";
  const request: Client["request"] = (sent) => {
    operation = operationOf(sent);
    return api.request(sent);
  };
  const named = (error: unknown): Error =>
    error instanceof MemberError ? new UnexpectedAnswerError(`${operation}: ${error.message}`) : (error as Error);
  try {
    return await use({ ...api, request }, named);
  } catch (error) {
    throw named(error);
  }
}

/** The failure with the truth about the object, as both the old program and the new one see it. */
async function halfDone(resource: Resource, api: Api, { id, state }: Live, inputs: Values, cause: Error) {
  const written = { ...state, ...withoutNewSecrets(resource.fields, inputs, state) };
  const truth = await read(resource, api, { id, state: written }).catch(() => undefined);
  return truth ? new PartialFailure(truth, cause) : cause;
}
