import type { dynamic } from "@pulumi/pulumi";
import { type Client, createClient } from "../client/client";
import { EdgeIngressError } from "../client/errors";
import { check as checkArguments } from "../engine/check";
import { diff as compare } from "../engine/diff";
import * as lifecycle from "../engine/lifecycle";
import type { Resource } from "../engine/resource";
import { withSecrets } from "../engine/secrets";
import type { Values } from "../engine/values";
import { configured } from "./configuration";
import { clientOptions } from "./settings";

/** Values as the host passes them: with the resource's provider text among them. */
type Props = Record<string, unknown>;

let client: Client | undefined;

/** The one client of this process, made when the API is first needed: a preview works without a key. */
function sharedClient(): Client {
  client ??= createClient(clientOptions(configured, (name) => process.env[name]));
  return client;
}

/** Checks arguments; the engine refuses the resource if there is any failure. */
export async function check(resource: Resource, { __provider, ...args }: Props): Promise<dynamic.CheckResult> {
  const { inputs, problems } = checkArguments(resource.fields, args);
  return {
    inputs: { ...withSecrets(resource.fields, inputs), __provider },
    // With a property the engine would print that property's value, secrets in clear: the path is in the reason.
    failures: problems.map((reason) => ({ property: "", reason })),
  };
}

/** Compares state and arguments. */
export async function diff(resource: Resource, state: Props, inputs: Props): Promise<dynamic.DiffResult> {
  const { changed, replaces } = compare(resource, state, inputs);
  if (changed.length === 0) return { changes: false };
  // Neither true nor false: the engine then shows exactly the leaves that differ.
  return { replaces: [...replaces] };
}

/** Makes the object. */
export function create(resource: Resource, { __provider, ...inputs }: Props): Promise<dynamic.CreateResult> {
  return reported(resource, __provider, async () => {
    const { id, state } = await lifecycle.create(resource, sharedClient(), inputs);
    notify(resource, state);
    return { id, outs: withSecrets(resource.fields, state) };
  });
}

/** Reads the object for a refresh or a `.get`. */
export function read(resource: Resource, id: string, { __provider, ...state }: Props): Promise<dynamic.ReadResult> {
  return reported(resource, __provider, async () => {
    const live = await lifecycle.read(resource, sharedClient(), id, state);
    if (!live) return gone(resource, id, state);
    notify(resource, live.state);
    return {
      id,
      props: withSecrets(resource.fields, live.state),
      inputs: withSecrets(resource.fields, lifecycle.inputsOf(resource, live.state)),
    };
  });
}

/** Without an id the engine drops the object from its state. A `.get`, whose state has no outputs yet, has to fail. */
function gone(resource: Resource, id: string, state: Values): dynamic.ReadResult {
  if (Object.keys(lifecycle.outputsOf(resource, state)).length > 0) return {};
  throw new EdgeIngressError(`there is no ${resource.type} with the id ${id}`);
}

/** Changes the object in place. */
export function update(resource: Resource, id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
  const { __provider, ...inputs } = news;
  return reported(resource, __provider, async () => {
    const state = await lifecycle.update(resource, sharedClient(), { id, state: olds }, inputs);
    notify(resource, state);
    return { outs: withSecrets(resource.fields, state) };
  });
}

/** Deletes the object. */
export function remove(resource: Resource, id: string): Promise<void> {
  return reported(resource, undefined, () => lifecycle.remove(resource, sharedClient(), id));
}

/** The engine shows what a provider prints as lines of the operation's log. */
function notify(resource: Resource, state: Values): void {
  for (const line of resource.notices?.(state) ?? []) process.stdout.write(`${line}\n`);
}

/** Passes errors on as the host wants them: without a stack, which it would print, and with what exists already. */
async function reported<T>(resource: Resource, __provider: unknown, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { message } = error as Error;
    const details = error instanceof lifecycle.PartialFailure ? kept(resource, error, __provider) : {};
    throw Object.assign(new Error(message), { stack: "" }, details);
  }
}

/** What the engine keeps in its state; without the provider text it could never delete it. */
const kept = (resource: Resource, { live, message }: lifecycle.PartialFailure, __provider: unknown) => ({
  id: live.id,
  properties: { ...withSecrets(resource.fields, live.state), __provider },
  reasons: [message],
});
