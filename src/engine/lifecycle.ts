import type { Client } from "../client/client";
import { EdgeIngressError, HttpError } from "../client/errors";
import { diff } from "./diff";
import { inputRows, outputRows } from "./field";
import { project } from "./project";
import type { Resource } from "./resource";
import { defined, type Values, type WireObject } from "./values";
import { createBody, fromAnswer, updateBody } from "./wire";

/** An object and its state: the arguments under their own names, and the read-only outputs. */
export interface Live {
  readonly id: string;
  readonly state: Values;
}

/** The object exists, but not as the program asks. State keeps it, and the next update mends it. */
export class PartialFailure extends EdgeIngressError {
  override readonly name = "PartialFailure";

  constructor(
    readonly live: Live,
    override readonly cause: Error,
  ) {
    super(cause.message);
  }
}

/** Makes the object. */
export async function create(resource: Resource, client: Client, inputs: Values): Promise<Live> {
  const { id, answer } = await resource.operations.create(client, createBody(resource.fields, inputs));
  try {
    return { id, state: stateOf(resource, inputs, answer) };
  } catch (error) {
    throw new PartialFailure({ id, state: inputs }, error as Error);
  }
}

/** The object as it is now, seen by what `state` says that the program wrote; `undefined` if it is gone. */
export async function read(resource: Resource, client: Client, id: string, state: Values): Promise<Live | undefined> {
  const answer = await unlessGone(resource.operations.read(client, id));
  return answer && { id, state: stateOf(resource, state, answer) };
}

/** Sends what changed, and nothing else. */
export async function update(resource: Resource, client: Client, live: Live, inputs: Values): Promise<Values> {
  const { changed } = diff(resource, live.state, inputs);
  const written = { ...outputsOf(resource, live.state), ...inputs };
  if (changed.length === 0) return written;
  const body = updateBody(resource.fields, inputs, changed);
  return stateOf(resource, written, await resource.operations.update(client, live.id, body));
}

/** Deletes the object. One that is gone already is what was asked for. */
export async function remove(resource: Resource, client: Client, id: string): Promise<void> {
  await unlessGone(resource.operations.delete(client, id));
}

/** Of a state, what the program may state: the inputs that a refresh gives to the engine. */
export const inputsOf = (resource: Resource, state: Values): Values =>
  defined(inputRows(resource.fields).map(([key]) => [key, state[key]]));

/** Of a state, the read-only outputs. */
export const outputsOf = (resource: Resource, state: Values): Values =>
  defined(outputRows(resource.fields).map(([key]) => [key, state[key]]));

const stateOf = (resource: Resource, written: Values, answer: WireObject): Values =>
  project(resource.fields, written, fromAnswer(resource.fields, answer));

async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}
