import type { dynamic } from "@pulumi/pulumi";
import { endOnSignal, endWithEngine } from "../../core/processes/engine-end";
import type { ResourceView } from "../../core/provider/call";
import { createProvider, type Provider, ResourceInitFailed } from "../../core/provider/provider";
import { isHost } from "../../core/requirements/versions";
import type { Definition } from "../../core/schema/definition";
import { type Log, problemText } from "../../core/schema/problem";
import type { ReadSetting } from "../../core/schema/read-settings";
import { withSecrets } from "../../core/schema/secrets";
import type { Values } from "../../core/schema/values";
import { debugLog } from "./debug-log";

/* The provider in the form of Pulumi's host of dynamic resources: hidden properties, wrapped secrets, printable errors. */

/** The provider of a process of the host. */
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
  /** Records that a program runs: the engine checks the arguments of a program, not those in the state; and a program looks up objects. */
  const calledByProgram =
    <R extends unknown[], T>(call: (...request: R) => T) =>
    (...request: R): T => {
      hasProgram = true;
      return call(...request);
    };
  return {
    ...provider,
    check: calledByProgram(provider.check),
    get: calledByProgram(provider.get),
  };
}

/** The address of the engine, if this is a process of the host. */
function engineAddress(): string | undefined {
  if (!isHost(require.main)) return undefined;
  endWithEngine();
  return process.argv[2];
}

/** A log by the output of the process, which the engine logs without a severity. Messages for `--debug` go to the engine directly. */
function logTo(address: string | undefined): Log {
  const debug = debugLog(address);
  return ({ severity, text }) => {
    if (severity === "debug") debug(text);
    else process.stdout.write(`${severity}: ${text}\n`);
  };
}

/** The calls of the host for resources of a type. */
export class DynamicResource {
  constructor(
    private readonly provider: Provider,
    private readonly definition: Definition,
  ) {}

  /** Checks arguments. Any failure refuses the resource. `olds` are the arguments of the last program. */
  async check(olds: Props, news: Props): Promise<dynamic.CheckResult> {
    const request = {
      ...markedPaths(news, olds),
      declared: news.__resource as Declared,
      olds: plainValues(olds),
      inputs: plainValues(news),
    };
    // The provider checks even a state of the plugin, because the call shows that a program runs.
    const { inputs, problems } = this.provider.check(this.definition, request);
    if (isPluginState(olds))
      return { inputs: news, failures: [{ property: "", reason: NO_WAY_BACK }] };
    return {
      inputs: { ...this.stored(inputs, news), __provider: news.__provider },
      // The path is in the reason: for a failure with a property, the engine prints its value, secrets in plaintext.
      failures: problems.map((problem) => ({ property: "", reason: problemText(problem) })),
    };
  }

  /** Compares state and arguments. */
  diff(id: string, state: Props, news: Props): Promise<dynamic.DiffResult> {
    return this.reported(news, async () => {
      const request = {
        ...markedPaths(news, state),
        ...objectInState(id, state),
        inputs: plainValues(news),
      };
      const { changed, replaces, isHidden } = this.provider.diff(this.definition, request);
      if (changed.length === 0) return { changes: false };
      const result = { replaces: [...replaces] };
      // Without `changes`, the engine displays exactly the leaves that differ.
      return isHidden || state.__unlike === true ? { ...result, changes: true } : result;
    });
  }

  /** Creates the object. */
  create(props: Props): Promise<dynamic.CreateResult> {
    return this.reported(props, async () => {
      const request = { ...markedPaths(props), inputs: plainValues(props) };
      const { id, ...view } = await this.provider.create(this.definition, request);
      return { id, outs: this.storedView(view, props) };
    });
  }

  /** Reads the object for a refresh or a `.get`. A `.get` needs the whole object, and fails if there is none. */
  read(id: string, props: Props): Promise<dynamic.ReadResult> {
    return this.reported(props, async () => {
      const read = props.__lookUp === true ? this.provider.get : this.provider.read;
      const found = await read(this.definition, {
        ...markedPaths(props),
        ...objectInState(id, props),
      });
      // Without an id the engine drops the object from its state.
      if (!found) return {};
      const stored = (values: Values) => this.stored(values, props, found.addedSecretPaths);
      return {
        id,
        props: { ...stored(found.outputs), ...servedByProperty(found) },
        inputs: stored(found.inputs),
      };
    });
  }

  /** Changes the object in place. */
  update(id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
    return this.reported(news, async () => {
      const request = {
        ...markedPaths(news, olds),
        id,
        outputs: plainValues(olds),
        inputs: plainValues(news),
      };
      return { outs: this.storedView(await this.provider.update(this.definition, request), news) };
    });
  }

  /** Deletes the object. */
  delete(id: string, props: Props): Promise<void> {
    const request = { ...markedPaths(props), id, outputs: plainValues(props) };
    return this.reported(props, () => this.provider.delete(this.definition, request));
  }

  /** The state after a create or an update. The engine compares programs alone: `__unlike` lets it notice another difference. */
  private storedView(view: Omit<ResourceView, "id">, props: Props): Props {
    const stored = {
      ...this.stored(view.outputs, props, view.addedSecretPaths),
      ...servedByProperty(view),
    };
    return view.differsFromProgram ? { ...stored, __unlike: true } : stored;
  }

  /** The values for the state, with wrapped secrets. The engine itself encrypts the values that the newest arguments mark. */
  private stored(
    values: Values,
    props: Props,
    addedSecretPaths: readonly string[] = [],
  ): Record<string, unknown> {
    return {
      ...withSecrets(this.definition.fields, values, undefined, addedSecretPaths),
      ...secretsProperty(props),
    };
  }

  /** Throws errors without a stack, which the host would print. If the object exists, the error contains it for the state. */
  private async reported<T>(props: Props, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const { message } = error as Error;
      const failed = Object.assign(new Error(message), { stack: "" });
      if (!(error instanceof ResourceInitFailed)) throw failed;
      const { id, state = {}, secretPaths } = error;
      const properties = {
        ...this.stored(state, props, secretPaths),
        __provider: props.__provider,
      };
      throw Object.assign(failed, { id, properties, reasons: [message] });
    }
  }
}

/** True if a state was written by the plugin: the state of a dynamic resource always contains the provider's text. */
const isPluginState = (olds: Props): boolean =>
  Object.keys(olds).length > 0 && olds.__provider === undefined;

const NO_WAY_BACK =
  "this stack was migrated to the plugin and cannot switch back: run `pulumi config set edge-ingress:plugin true`";

/**
 * The properties of a resource in the calls of the host: its values, and
 *
 * - `__provider`: the provider's text.
 * - `__lookUp`: set if the program looks up the object.
 * - `__unlike`: set if the service returned other values than the program declares.
 * - `__servedBy`: the same as in the view of an object.
 * - `__secrets`: the paths of the values that the program has marked as secret, which the engine passes in plaintext and without
 *   the mark. A change of the paths alone does not change the resource.
 * - `__resource`: identifies the resource within the program. The state does not contain it.
 */
export type Props = Readonly<Record<string, unknown>>;

/** The identity of a module resource within the running program. The host passes no URN. */
type Declared = { readonly name: string; readonly identity: string } | undefined;

/** The values without the other properties. */
function plainValues({
  __provider,
  __secrets,
  __lookUp,
  __unlike,
  __servedBy,
  __resource,
  ...values
}: Props): Values {
  return values;
}

/** An object of the state. */
function objectInState(id: string, state: Props) {
  const object = { id, outputs: plainValues(state) };
  const { __servedBy: baseUrlDigest } = state;
  return typeof baseUrlDigest === "string" ? { ...object, baseUrlDigest } : object;
}

const servedByProperty = ({ baseUrlDigest }: Pick<ResourceView, "baseUrlDigest">): Props =>
  baseUrlDigest === undefined ? {} : { __servedBy: baseUrlDigest };

/** The property with the marked paths, if the program has marked any. */
const secretsProperty = ({ __secrets }: Props): Props =>
  __secrets === undefined ? {} : { __secrets };

/** The paths that the program has marked as secret, for a call: in the newest values, and in the values that they replace. */
const markedPaths = (news: Props, olds: Props = {}) => ({
  secretPaths: readSecretPaths(news),
  oldSecretPaths: readSecretPaths(olds),
});

const readSecretPaths = ({ __secrets }: Props): string[] =>
  Array.isArray(__secrets) ? __secrets.map(String) : [];
