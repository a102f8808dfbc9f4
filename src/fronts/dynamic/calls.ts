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

/* The provider as the host of dynamic resources wants it: hidden properties, wrapped secrets, printable errors. */

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

/** The address of the engine, if this is a process of its host. */
function engineAddress(): string | undefined {
  if (!isHost(require.main)) return undefined;
  endWithEngine();
  return process.argv[2];
}

/** The engine logs what a provider prints, without a severity. Messages for `--debug` alone go to the engine itself. */
function logTo(address: string | undefined): Log {
  const debug = debugLog(address);
  return ({ severity, text }) => {
    if (severity === "debug") debug(text);
    else process.stdout.write(`${severity}: ${text}\n`);
  };
}

/** What the host calls for resources of one kind. */
export class DynamicResource {
  constructor(
    private readonly provider: Provider,
    private readonly definition: Definition,
  ) {}

  /** Checks arguments; the engine refuses the resource if there is any failure. `olds` are those of the last program. */
  async check(olds: Props, news: Props): Promise<dynamic.CheckResult> {
    const request = {
      ...marksOf(news, olds),
      declared: news.__resource as Declared,
      olds: valuesOf(olds),
      inputs: valuesOf(news),
    };
    const { inputs, problems } = this.provider.check(this.definition, request);
    if (isOfPlugin(olds))
      return { inputs: news, failures: [{ property: "", reason: NO_WAY_BACK }] };
    return {
      inputs: { ...this.stored(inputs, news), __provider: news.__provider },
      // With a property the engine would print that property's value, secrets in plaintext: the path is in the reason.
      failures: problems.map((problem) => ({ property: "", reason: problemText(problem) })),
    };
  }

  /** Compares state and arguments. */
  diff(id: string, state: Props, news: Props): Promise<dynamic.DiffResult> {
    return this.reported(news, async () => {
      const request = { ...marksOf(news, state), ...placeOf(id, state), inputs: valuesOf(news) };
      const { changed, replaces, isHidden } = this.provider.diff(this.definition, request);
      if (changed.length === 0) return { changes: false };
      // Neither true nor false: the engine then shows exactly the leaves that differ.
      return {
        replaces: [...replaces],
        ...((isHidden || state.__unlike === true) && { changes: true }),
      };
    });
  }

  /** Makes the object. */
  create(props: Props): Promise<dynamic.CreateResult> {
    return this.reported(props, async () => {
      const request = { ...marksOf(props), inputs: valuesOf(props) };
      const { id, ...view } = await this.provider.create(this.definition, request);
      return { id, outs: this.outcome(view, props) };
    });
  }

  /** Reads the object for a refresh or a `.get`, which wants the whole object, and that there is one. */
  read(id: string, props: Props): Promise<dynamic.ReadResult> {
    return this.reported(props, async () => {
      const verb = props.__lookUp === true ? this.provider.get : this.provider.read;
      const found = await verb(this.definition, { ...marksOf(props), ...placeOf(id, props) });
      // Without an id the engine drops the object from its state.
      if (!found) return {};
      const stored = (values: Values) => this.stored(values, props, found.addedSecretPaths);
      return {
        id,
        props: { ...stored(found.outputs), ...servedByOf(found) },
        inputs: stored(found.inputs),
      };
    });
  }

  /** Changes the object in place. */
  update(id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
    return this.reported(news, async () => {
      const request = {
        ...marksOf(news, olds),
        id,
        outputs: valuesOf(olds),
        inputs: valuesOf(news),
      };
      return { outs: this.outcome(await this.provider.update(this.definition, request), news) };
    });
  }

  /** Deletes the object. */
  delete(id: string, props: Props): Promise<void> {
    const request = { ...marksOf(props), id, outputs: valuesOf(props) };
    return this.reported(props, () => this.provider.delete(this.definition, request));
  }

  /** What the engine is to store of a create or an update. It compares programs alone: a mark lets it see another difference. */
  private outcome(view: Omit<ResourceView, "id">, props: Props) {
    const stored = this.stored(view.outputs, props, view.addedSecretPaths);
    return { ...stored, ...servedByOf(view), ...(view.differsFromProgram && { __unlike: true }) };
  }

  /** What the engine is to store, secrets wrapped. What the newest arguments mark, the engine encrypts by itself. */
  private stored(
    values: Values,
    props: Props,
    addedSecretPaths: readonly string[] = [],
  ): Record<string, unknown> {
    return {
      ...withSecrets(this.definition.fields, values, undefined, addedSecretPaths),
      ...markedPropertyOf(props),
    };
  }

  /** Passes errors on without a stack, which the host prints, and with what the engine needs to delete what exists. */
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

/** A state of dynamic resources always has the provider's text. */
const isOfPlugin = (olds: Props): boolean =>
  Object.keys(olds).length > 0 && olds.__provider === undefined;

const NO_WAY_BACK =
  "this stack was migrated to the plugin and cannot switch back: run `pulumi config set edge-ingress:plugin true`";

/**
 * Values as the host passes them: the resource's own, the provider's text, `__lookUp` if the program looks it up, `__unlike` if
 * the service showed arguments differently from the program, `__servedBy` as the view of an object has it, and what the class
 * adds: `__secrets`, the paths of what the program has marked as secret, and `__resource`, which the state does not have. The
 * engine passes such values in plaintext and without the mark. A change of the paths alone is not a change of the resource.
 */
export type Props = Readonly<Record<string, unknown>>;

/** What tells a module resource apart from the others of the running program. The host passes on no URN. */
type Declared = { readonly name: string; readonly identity: string } | undefined;

/** The values alone. */
function valuesOf({
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
const placeOf = (id: string, state: Props) => ({
  id,
  outputs: valuesOf(state),
  ...(typeof state.__servedBy === "string" && { baseUrlDigest: state.__servedBy }),
});

const servedByOf = ({ baseUrlDigest }: Pick<ResourceView, "baseUrlDigest">): Props =>
  baseUrlDigest === undefined ? {} : { __servedBy: baseUrlDigest };

/** The paths of what the program has marked, as they stand among the values; nothing if there are none. */
const markedPropertyOf = ({ __secrets }: Props): Props =>
  __secrets === undefined ? {} : { __secrets };

/** The paths that the program has marked, as a call takes them: in the newest values, and in those that they replace. */
const marksOf = (news: Props, olds: Props = {}) => ({
  secretPaths: secretPathsOf(news),
  oldSecretPaths: secretPathsOf(olds),
});

const secretPathsOf = ({ __secrets }: Props): string[] =>
  Array.isArray(__secrets) ? __secrets.map(String) : [];
