import type { dynamic } from "@pulumi/pulumi";
import { endOnSignal, endWithEngine } from "../../core/provider/engine-end";
import { createProvider } from "../../core/provider/provider";
import { type Provider, ResourceInitFailed } from "../../core/provider/types";
import { isHost } from "../../core/requirements/versions";
import type { Definition } from "../../core/schema/definition";
import { type Log, problemText } from "../../core/schema/problem";
import { withSecrets } from "../../core/schema/secrets";
import type { ReadSetting } from "../../core/schema/settings";
import type { Values } from "../../core/schema/values";
import { debugLog } from "./debug-log";
import { markedPropertyOf, marksOf, type Props, valuesOf } from "./props";

/*
 * The provider as the host of dynamic resources wants it: calls that bring and take the hidden properties of a state,
 * secrets in the engine's form, and errors that it can show.
 */

/** The provider of one process of the host. */
export function createDynamicProvider(config: ReadSetting): Provider {
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
  const request = { ...marksOf(news, olds), olds: valuesOf(olds), inputs: valuesOf(news) };
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
  return reported(definition, news, async () => {
    const request = { ...marksOf(news, state), id, outputs: valuesOf(state), inputs: valuesOf(news) };
    const { changed, replaces, isHidden } = provider.diff(definition, request);
    if (changed.length === 0) return { changes: false };
    // Neither true nor false: the engine then shows exactly the leaves that differ.
    return { replaces: [...replaces], ...(isHidden && { changes: true }) };
  });
}

/** Makes the object. */
export function create(provider: Provider, definition: Definition, props: Props): Promise<dynamic.CreateResult> {
  return reported(definition, props, async () => {
    const request = { ...marksOf(props), inputs: valuesOf(props) };
    const { id, outputs, addedSecretPaths } = await provider.create(definition, request);
    return { id, outs: stored(definition, outputs, props, addedSecretPaths) };
  });
}

/** Reads the object for a refresh or a `.get`, which wants the whole object, and that there is one. */
export function read(
  provider: Provider,
  definition: Definition,
  id: string,
  props: Props,
): Promise<dynamic.ReadResult> {
  return reported(definition, props, async () => {
    const request = { ...marksOf(props), id, outputs: valuesOf(props) };
    const isLookUp = props.__lookUp === true;
    const found = await (isLookUp ? provider.get(definition, request) : provider.read(definition, request));
    // Without an id the engine drops the object from its state.
    if (!found) return {};
    const { outputs, inputs, addedSecretPaths } = found;
    return {
      id,
      props: stored(definition, outputs, props, addedSecretPaths),
      inputs: stored(definition, inputs, props, addedSecretPaths),
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
  return reported(definition, news, async () => {
    const request = { ...marksOf(news, olds), id, outputs: valuesOf(olds), inputs: valuesOf(news) };
    const { outputs, addedSecretPaths } = await provider.update(definition, request);
    return { outs: stored(definition, outputs, news, addedSecretPaths) };
  });
}

/** Deletes the object. */
export const remove = (provider: Provider, definition: Definition, id: string, props: Props): Promise<void> =>
  reported(definition, props, () => provider.delete(definition, { ...marksOf(props), id, outputs: valuesOf(props) }));

/**
 * What the engine is to store: secrets in the form that it encrypts. Where the newest arguments have a marked value, the
 * engine encrypts what it gets, by its path.
 *
 * @param others Paths of secrets where the arguments have none.
 */
const stored = (
  { fields }: Definition,
  values: Values,
  props: Props,
  others: readonly string[] = [],
): Record<string, unknown> => ({
  ...withSecrets(fields, values, undefined, others),
  ...markedPropertyOf(props),
});

/**
 * Passes errors on as the host wants them: without a stack, which it would print, and with what exists already. Without the
 * provider's text, the engine could never delete that.
 *
 * @param props The newest that the engine passed.
 */
async function reported<T>(definition: Definition, props: Props, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { message } = error as Error;
    const failed = Object.assign(new Error(message), { stack: "" });
    if (!(error instanceof ResourceInitFailed)) throw failed;
    const { id, state = {}, secretPaths } = error;
    const properties = { ...stored(definition, state, props, secretPaths), __provider: props.__provider };
    throw Object.assign(failed, { id, properties, reasons: [message] });
  }
}
