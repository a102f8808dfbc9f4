import type { dynamic } from "@pulumi/pulumi";
import { createClient } from "../client/client";
import { asKnown, EdgeIngressError } from "../client/errors";
import { check as checkArguments } from "../engine/check";
import { diff as compare } from "../engine/diff";
import * as lifecycle from "../engine/lifecycle";
import type { Api, Live, Resource } from "../engine/resource";
import { withSecrets } from "../engine/secrets";
import type { Values } from "../engine/values";
import { configured } from "./configuration";
import { otherAddress } from "./other-address";
import { marksOf, type Props, secretsOf, valuesOf } from "./props";
import { foreignRedactor, redactor } from "./redactor";
import type { Connection, Run } from "./run";
import { baseUrlText, clientOptions, routeDeletion, settingProblems } from "./settings";

/** The API as all calls use it, made when it is first needed: a preview works without a key. */
function connect(run: Run): Connection {
  if (!run.connection) {
    const options = clientOptions(configured, environment);
    const client = createClient({ ...options, notify: (line) => notify(redactor([options.apiKey])(line)) });
    run.connection = { client, routeDeletion: routeDeletion(configured), apiKey: options.apiKey };
  }
  return run.connection;
}

const environment = (name: string): string | undefined => process.env[name];

/** The API for one call with these properties, with a deadline of its own. */
function beginOperation(run: Run, resource: Resource, ...props: readonly Props[]): Api {
  const { client, routeDeletion, apiKey } = connect(run);
  // Made when the service gives a reason for a failure, and not before: few calls fail.
  const redact = (text: string) =>
    foreignRedactor([apiKey, ...props.flatMap((values) => secretsOf(resource, values))])(text);
  return { ...client.begin(redact), routeDeletion, modules: run.modules, notify };
}

/** The engine shows what a provider prints as lines of the operation's log. */
function notify(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Checks arguments; the engine refuses the resource if there is any failure. `olds` are those of the last program. */
export async function check(run: Run, resource: Resource, olds: Props, news: Props): Promise<dynamic.CheckResult> {
  const { inputs, problems: wrongArguments } = checkArguments(resource.fields, valuesOf(news));
  const problems = [...settingProblems(configured, environment), ...wrongArguments];
  // The path of a route's modules needs an id, which only the call to compare brings.
  if (resource.place) run.checked.add(inputs);
  run.modules.manages(resource.modules?.(undefined, olds) ?? []);
  const asked = problems.length === 0 ? (resource.modules?.(undefined, inputs) ?? []) : [];
  const conflicts = run.modules.claim(resource.type, asked);
  return {
    inputs: { ...withSecrets(resource.fields, inputs), ...marksOf(news), __provider: news.__provider },
    // With a property the engine would print that property's value, secrets in clear: the path is in the reason.
    failures: [...problems, ...conflicts].map((reason) => ({ property: "", reason })),
  };
}

/** Compares state and arguments. */
export function diff(
  run: Run,
  resource: Resource,
  id: string,
  state: Props,
  inputs: Props,
): Promise<dynamic.DiffResult> {
  return reported(run, resource, [state, inputs], async () => {
    const [problem = resource.refuses?.(state, inputs)] = claimModules(run, resource, id, inputs);
    if (problem !== undefined) throw new EdgeIngressError(problem);
    warnOfOtherAddress(resource, state);
    const { changed, replaces } = compare(resource, state, inputs);
    const place = resource.place?.({ id, state });
    if (place) run.modules.introduce(place);
    if (place && replaces.length > 0) run.modules.leaves(place);
    // Neither true nor false: the engine then shows exactly the leaves that differ.
    return changed.length === 0 ? { changes: false } : { replaces: [...replaces] };
  });
}

/**
 * Claims the modules of an object for the running program. What a refresh compares is what the last program asked for, and
 * claims nothing.
 */
function claimModules({ checked, modules }: Run, resource: Resource, id: string, props: Props): string[] {
  const inputs = valuesOf(props);
  const paths = resource.modules?.(id, inputs) ?? [];
  return paths.length > 0 && checked.has(inputs) ? modules.claim(resource.type, paths) : [];
}

/** Makes the object. */
export function create(run: Run, resource: Resource, props: Props): Promise<dynamic.CreateResult> {
  return reported(run, resource, [props], async () => {
    const { id, state } = await lifecycle.create(resource, beginOperation(run, resource, props), valuesOf(props));
    const place = resource.place?.({ id, state });
    if (place) {
      run.modules.introduce(place);
      run.modules.claim(resource.type, resource.modules?.(id, props) ?? []);
    }
    showNotices(resource, state);
    return { id, outs: { ...withSecrets(resource.fields, state), ...marksOf(props) } };
  });
}

/** Reads the object for a refresh or a `.get`. */
export function read(run: Run, resource: Resource, id: string, props: Props): Promise<dynamic.ReadResult> {
  return reported(run, resource, [props], async () => {
    const live = await find(resource, beginOperation(run, resource, props), id, props);
    // Where the service itself says so, the address is no other one.
    if (live?.state.uri !== props.uri) warnOfOtherAddress(resource, props);
    // Without an id the engine drops the object from its state.
    if (!live) return {};
    showNotices(resource, live.state);
    return {
      id,
      props: { ...withSecrets(resource.fields, live.state), ...marksOf(props) },
      inputs: { ...withSecrets(resource.fields, lifecycle.inputsOf(resource, live.state)), ...marksOf(props) },
    };
  });
}

/** A `.get` wants the whole object, and that there is one; all else is about what a program or an import file states. */
async function find(resource: Resource, api: Api, id: string, props: Props): Promise<Live | undefined> {
  const state = valuesOf(props);
  if (props.__lookUp !== true) return lifecycle.read(resource, api, { id, state });
  const found = await lifecycle.lookUp(resource, api, id, state);
  if (!found) throw new EdgeIngressError(`there is no ${resource.type} with the id ${id}`);
  return found;
}

/** Changes the object in place. */
export function update(
  run: Run,
  resource: Resource,
  id: string,
  olds: Props,
  news: Props,
): Promise<dynamic.UpdateResult> {
  return reported(run, resource, [olds, news], async () => {
    const api = beginOperation(run, resource, olds, news);
    const state = await lifecycle.update(resource, api, { id, state: valuesOf(olds) }, valuesOf(news));
    showNotices(resource, state);
    return { outs: { ...withSecrets(resource.fields, state), ...marksOf(news) } };
  });
}

/** Deletes the object. */
export function remove(run: Run, resource: Resource, id: string, state: Props): Promise<void> {
  return reported(run, resource, [state], () =>
    lifecycle.remove(resource, beginOperation(run, resource, state), { id, state }),
  );
}

function warnOfOtherAddress(resource: Resource, state: Values): void {
  const line = otherAddress(resource.type, state.uri, baseUrlText(configured, environment));
  if (line !== undefined) notify(line);
}

function showNotices(resource: Resource, state: Values): void {
  for (const line of resource.notices?.(state) ?? []) notify(line);
}

/**
 * Passes errors on as the host wants them: without a stack, which it would print, without a secret, and with what exists
 * already. `props` are what the engine passed, the newest last.
 */
async function reported<T>(run: Run, resource: Resource, props: readonly Props[], call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const secrets = props.flatMap((values) => secretsOf(resource, values));
    const message = redactor([...secrets, run.connection?.apiKey ?? ""])(asKnown(error).message);
    const details = error instanceof lifecycle.PartialFailure ? kept(resource, error.live, message, props.at(-1)) : {};
    throw Object.assign(new Error(message), { stack: "" }, details);
  }
}

/** What the engine keeps in its state; without the provider text it could never delete it. */
const kept = (resource: Resource, { id, state }: Live, reason: string, props: Props = {}) => ({
  id,
  properties: { ...withSecrets(resource.fields, state), ...marksOf(props), __provider: props.__provider },
  reasons: [reason],
});
