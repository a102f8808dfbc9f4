import type { dynamic } from "@pulumi/pulumi";
import { type Client, createClient } from "../client/client";
import { EdgeIngressError } from "../client/errors";
import { check as checkArguments } from "../engine/check";
import { diff as compare } from "../engine/diff";
import * as lifecycle from "../engine/lifecycle";
import type { Api, Live, Resource, RouteDeletion } from "../engine/resource";
import { secretsIn, withSecrets } from "../engine/secrets";
import type { Values } from "../engine/values";
import { claim, programRuns } from "./claims";
import { configured } from "./configuration";
import { otherAddress } from "./other-address";
import { redactor } from "./redactor";
import { baseUrlText, clientOptions, routeDeletion } from "./settings";

/** Values as the host passes them: with the resource's provider text among them. */
type Props = Record<string, unknown>;

interface Context {
  readonly client: Client;
  readonly routeDeletion: RouteDeletion;
  readonly apiKey: string;
}

let context: Context | undefined;

/** What all calls in this process share, made when it is first needed: a preview works without a key. */
function sharedContext(): Context {
  if (!context) {
    const options = clientOptions(configured, (name) => process.env[name]);
    const client = createClient({ ...options, notify: (line) => notify(redactor([options.apiKey])(line)) });
    context = { client, routeDeletion: routeDeletion(configured), apiKey: options.apiKey };
  }
  return context;
}

/** The API for one call, with a deadline of its own. */
function beginOperation(): Api {
  const { client, routeDeletion } = sharedContext();
  return { ...client.begin(), routeDeletion, notify };
}

/** The engine shows what a provider prints as lines of the operation's log. */
function notify(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Checks arguments; the engine refuses the resource if there is any failure. */
export async function check(resource: Resource, { __provider, ...args }: Props): Promise<dynamic.CheckResult> {
  programRuns();
  const { inputs, problems } = checkArguments(resource.fields, args);
  const conflicts = problems.length === 0 ? claim(resource.type, resource.modules?.(undefined, inputs) ?? []) : [];
  return {
    inputs: { ...withSecrets(resource.fields, inputs), __provider },
    // With a property the engine would print that property's value, secrets in clear: the path is in the reason.
    failures: [...problems, ...conflicts].map((reason) => ({ property: "", reason })),
  };
}

/** Compares state and arguments. */
export function diff(resource: Resource, id: string, state: Props, inputs: Props): Promise<dynamic.DiffResult> {
  return reported(resource, [state, inputs], async () => {
    const [problem = resource.refuses?.(state, inputs)] = claim(resource.type, resource.modules?.(id, inputs) ?? []);
    if (problem !== undefined) throw new EdgeIngressError(problem);
    warnOfOtherAddress(resource, state);
    const { changed, replaces } = compare(resource, state, inputs);
    if (changed.length === 0) return { changes: false };
    // Neither true nor false: the engine then shows exactly the leaves that differ.
    return { replaces: [...replaces], ...(resource.deleteBeforeReplace && { deleteBeforeReplace: true }) };
  });
}

/** Makes the object. */
export function create(resource: Resource, props: Props): Promise<dynamic.CreateResult> {
  return reported(resource, [props], async () => {
    const { id, state } = await lifecycle.create(resource, beginOperation(), withoutProvider(props));
    claim(resource.type, resource.modules?.(id, props) ?? []);
    showNotices(resource, state);
    return { id, outs: withSecrets(resource.fields, state) };
  });
}

/** Reads the object for a refresh or a `.get`. */
export function read(resource: Resource, id: string, props: Props): Promise<dynamic.ReadResult> {
  return reported(resource, [props], async () => {
    const live = await find(resource, id, props);
    // Where the service itself says so, the address is no other one.
    if (live?.state.uri !== props.uri) warnOfOtherAddress(resource, props);
    // Without an id the engine drops the object from its state.
    if (!live) return {};
    showNotices(resource, live.state);
    return {
      id,
      props: withSecrets(resource.fields, live.state),
      inputs: withSecrets(resource.fields, lifecycle.inputsOf(resource, live.state)),
    };
  });
}

/** A `.get` wants the whole object, and that there is one; all else is about what a program or an import file states. */
async function find(resource: Resource, id: string, { __lookUp, ...props }: Props): Promise<Live | undefined> {
  const state = withoutProvider(props);
  const api = beginOperation();
  if (__lookUp !== true) return lifecycle.read(resource, api, { id, state });
  const found = await lifecycle.lookUp(resource, api, id, state);
  if (!found) throw new EdgeIngressError(`there is no ${resource.type} with the id ${id}`);
  return found;
}

/** Changes the object in place. */
export function update(resource: Resource, id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
  return reported(resource, [olds, news], async () => {
    const state = await lifecycle.update(resource, beginOperation(), { id, state: olds }, withoutProvider(news));
    showNotices(resource, state);
    return { outs: withSecrets(resource.fields, state) };
  });
}

/** Deletes the object. */
export function remove(resource: Resource, id: string, state: Props): Promise<void> {
  return reported(resource, [state], () => lifecycle.remove(resource, beginOperation(), { id, state }));
}

function withoutProvider({ __provider, ...values }: Props): Values {
  return values;
}

function warnOfOtherAddress(resource: Resource, state: Values): void {
  const line = otherAddress(
    resource.type,
    state.uri,
    baseUrlText(configured, (name) => process.env[name]),
  );
  if (line !== undefined) notify(line);
}

function showNotices(resource: Resource, state: Values): void {
  for (const line of resource.notices?.(state) ?? []) notify(line);
}

/**
 * Passes errors on as the host wants them: without a stack, which it would print, without a secret, and with what exists
 * already. `props` are what the engine passed, the newest last.
 */
async function reported<T>(resource: Resource, props: readonly Props[], call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const secrets = props.flatMap((values) => secretsIn(resource.fields, values));
    const message = redactor([...secrets, context?.apiKey ?? ""])((error as Error).message);
    const provider = props.at(-1)?.__provider;
    const details = error instanceof lifecycle.PartialFailure ? kept(resource, error.live, message, provider) : {};
    throw Object.assign(new Error(message), { stack: "" }, details);
  }
}

/** What the engine keeps in its state; without the provider text it could never delete it. */
const kept = (resource: Resource, { id, state }: Live, reason: string, __provider: unknown) => ({
  id,
  properties: { ...withSecrets(resource.fields, state), __provider },
  reasons: [reason],
});
