import type { dynamic } from "@pulumi/pulumi";
import { endOnSignal, endWithEngine } from "../../core/provider/engine-end";
import { createProvider } from "../../core/provider/provider";
import { type Provider, ResourceInitFailed } from "../../core/provider/types";
import { isHost } from "../../core/requirements/sdk";
import type { Definition } from "../../core/schema/definition";
import type { Log } from "../../core/schema/message";
import { problemText } from "../../core/schema/problem";
import { markedSince, withSecrets } from "../../core/schema/secrets";
import type { Lookup } from "../../core/schema/settings";
import type { Values } from "../../core/schema/values";
import { debugLog } from "./debug-log";
import { markedPropertyOf, type Props, secretPathsOf, valuesOf } from "./props";

/*
 * The provider as the host of dynamic resources wants it: calls that bring and take the hidden properties of a state,
 * secrets in the engine's form, and errors that it can show.
 */

/** The provider of one process of the host. */
export function createDynamicProvider(config: Lookup): Provider {
  let hasProgram = false;
  const address = engineAddress();
  const provider = createProvider({
    config,
    environment: (name) => process.env[name],
    engineAddress: address,
    log: logTo(address),
    isOfProgram: () => hasProgram,
  });
  if (address !== undefined) endOnSignal(() => provider.end());
  /** The engine checks what a program states, and not what it has recorded; a program looks objects up. */
  const ofProgram =
    <R extends unknown[], T>(call: (...request: R) => T) =>
    (...request: R): T => {
      hasProgram = true;
      return call(...request);
    };
  return { ...provider, check: ofProgram(provider.check), get: ofProgram(provider.get) };
}

/** Where the engine listens, if this is a process of its host. */
function engineAddress(): string | undefined {
  if (!isHost(require.main)) return undefined;
  endWithEngine();
  return process.argv[2];
}

/**
 * The engine shows what a provider prints as lines of the operation's log, without a severity. What it is to show with
 * `--debug` alone goes to the engine itself.
 */
function logTo(address: string | undefined): Log {
  const debug = debugLog(address);
  return ({ severity, text }) => {
    if (severity === "debug") debug(text);
    else process.stdout.write(`${severity}: ${text}\n`);
  };
}

/** Checks arguments; the engine refuses the resource if there is any failure. `olds` are those of the last program. */
export async function check(
  provider: Provider,
  definition: Definition,
  olds: Props,
  news: Props,
): Promise<dynamic.CheckResult> {
  const request = { olds: valuesOf(olds), inputs: valuesOf(news), secretPaths: secretPathsOf(olds, news) };
  const { inputs, problems } = provider.check(definition, request);
  if (isOfPlugin(olds)) return { inputs: news, failures: [{ property: "", reason: NO_WAY_BACK }] };
  return {
    inputs: { ...stored(definition, inputs, news), __provider: news.__provider },
    // With a property the engine would print that property's value, secrets in plaintext: the path is in the reason.
    failures: problems.map((problem) => ({ property: "", reason: problemText(problem) })),
  };
}

/** A state of dynamic resources always has the provider's text. */
const isOfPlugin = (olds: Props): boolean => Object.keys(olds).length > 0 && olds.__provider === undefined;

const NO_WAY_BACK =
  "this stack was migrated to the plugin and cannot switch back: run " + "`pulumi config set edge-ingress:plugin true`";

/** Compares state and arguments. */
export function diff(
  provider: Provider,
  definition: Definition,
  id: string,
  state: Props,
  news: Props,
): Promise<dynamic.DiffResult> {
  return reported(definition, [news], async () => {
    const inputs = valuesOf(news);
    const request = { id, outputs: valuesOf(state), inputs, secretPaths: secretPathsOf(state, news) };
    const { changed, replaces, isHidden } = provider.diff(definition, request);
    if (changed.length === 0) return { changes: false };
    // Neither true nor false: the engine then shows exactly the leaves that differ.
    return { replaces: [...replaces], ...(isHidden && { changes: true }) };
  });
}

/** Makes the object. */
export function create(provider: Provider, definition: Definition, props: Props): Promise<dynamic.CreateResult> {
  return reported(definition, [props], async () => {
    const request = { inputs: valuesOf(props), secretPaths: secretPathsOf(props) };
    const { id, outputs } = await provider.create(definition, request);
    return { id, outs: stored(definition, outputs, props) };
  });
}

/** Reads the object for a refresh or a `.get`, which wants the whole object, and that there is one. */
export function read(
  provider: Provider,
  definition: Definition,
  id: string,
  props: Props,
): Promise<dynamic.ReadResult> {
  return reported(definition, [props], async () => {
    const request = { id, outputs: valuesOf(props), secretPaths: secretPathsOf(props) };
    const isLookUp = props.__lookUp === true;
    const found = await (isLookUp ? provider.get(definition, request) : provider.read(definition, request));
    // Without an id the engine drops the object from its state.
    if (!found) return {};
    // What the state has is encrypted again by its path: what is new has none.
    const marked = markedSince(definition.fields, request.secretPaths, request.outputs, found.outputs);
    return {
      id,
      props: stored(definition, found.outputs, props, marked),
      inputs: stored(definition, found.inputs, props, marked),
    };
  });
}

/** Changes the object in place. */
export function update(
  provider: Provider,
  definition: Definition,
  id: string,
  olds: Props,
  news: Props,
): Promise<dynamic.UpdateResult> {
  return reported(definition, [news, olds], async () => {
    const request = { id, outputs: valuesOf(olds), inputs: valuesOf(news), secretPaths: secretPathsOf(olds, news) };
    const { outputs } = await provider.update(definition, request);
    const marked = markedSince(definition.fields, request.secretPaths, request.inputs, outputs);
    return { outs: stored(definition, outputs, news, marked) };
  });
}

/** Deletes the object. */
export const remove = (provider: Provider, definition: Definition, id: string, props: Props): Promise<void> =>
  reported(definition, [props], () =>
    provider.delete(definition, { id, outputs: valuesOf(props), secretPaths: secretPathsOf(props) }),
  );

/** What the engine is to store: secrets in the form that it encrypts, and what the program has marked. */
const stored = (
  { fields }: Definition,
  values: Values,
  props: Props,
  marked: readonly string[] = [],
): Record<string, unknown> => ({
  ...withSecrets(fields, values, undefined, marked),
  ...markedPropertyOf(props),
});

/**
 * Passes errors on as the host wants them: without a stack, which it would print, and with what exists already.
 *
 * @param props What the engine passed, the newest first.
 */
async function reported<T>(definition: Definition, props: Passed, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const details = error instanceof ResourceInitFailed ? kept(definition, error, props) : {};
    throw Object.assign(new Error((error as Error).message), { stack: "" }, details);
  }
}

/** What the engine passed. */
type Passed = readonly [newest: Props, ...older: Props[]];

/**
 * What the engine keeps in its state; without the provider text it could never delete it. The engine encrypts what stands
 * where the newest arguments have a secret: what is left of older ones has to be wrapped.
 */
function kept(definition: Definition, { id, state = {}, message }: ResourceInitFailed, props: Passed) {
  const [newest] = props;
  const secretPaths = secretPathsOf(...props);
  const marked = [...secretPaths, ...markedSince(definition.fields, secretPaths, valuesOf(newest), state)];
  const properties = { ...stored(definition, state, newest, marked), __provider: newest.__provider };
  return { id, properties, reasons: [message] };
}
