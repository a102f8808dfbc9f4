import { createResources } from "../resources";
import type { Checked } from "../schema/check";
import type { Definition } from "../schema/definition";
import type { Diff } from "../schema/diff";
import { Call, type CallOptions, type ResourceView } from "./call";
import { createContext } from "./context";
import { recordFailure } from "./module-calls";
import * as operations from "./operations";
import type { ProviderOptions } from "./provider-options";

export { ResourceInitFailed } from "../lifecycle/resource";

/**
 * A provider for one run of an engine, without the protocol of a host. Values are in plaintext, with the paths of the secrets that
 * the program marks. The host wraps these secrets, and the secrets of the tables. Errors are `EdgeIngressError`s, or a
 * `ResourceInitFailed` with the object that exists. No message contains a secret of four or more characters.
 */
export interface Provider {
  check(
    definition: Definition,
    request: operations.DeclaredInputs & operations.EarlierInputs & CallOptions,
  ): Checked;
  diff(
    definition: Definition,
    request: operations.RecordedObject & operations.DeclaredInputs & CallOptions,
  ): Diff;
  create(
    definition: Definition,
    request: operations.DeclaredInputs & CallOptions,
  ): Promise<ResourceView>;
  /** Refreshes an object. Undefined if it is gone. */
  read(
    definition: Definition,
    request: operations.RecordedObject & CallOptions,
  ): Promise<ResourceView | undefined>;
  /** Looks a whole object up, for a program. */
  get(
    definition: Definition,
    request: operations.RecordedObject & CallOptions,
  ): Promise<ResourceView>;
  /** Looks a whole object up, for an import. Undefined if it does not exist. */
  find(
    definition: Definition,
    request: operations.RecordedObject & operations.UnreadableHandling & CallOptions,
  ): Promise<operations.WholeView | undefined>;
  list(
    definition: Definition,
    request?: operations.UnreadableHandling & operations.ListLimit & CallOptions,
  ): Promise<operations.WholeView[]>;
  update(
    definition: Definition,
    request: operations.RecordedObject & operations.DeclaredInputs & CallOptions,
  ): Promise<ResourceView>;
  delete(
    definition: Definition,
    request: operations.RecordedObject & operations.RecordedParent & CallOptions,
  ): Promise<void>;
  /** Ends a run: logs the warnings that depend on the whole run. */
  end(): void;
}

export function createProvider(options: ProviderOptions): Provider {
  const context = createContext(options);
  const getResource = createResources();

  const handleSync =
    <R, T>(operation: (call: Call, request: R) => T) =>
    (definition: Definition, request: R & CallOptions): T => {
      const call = new Call(context, getResource(definition), request);
      return call.runSync(() => operation(call, request));
    };

  const handle =
    <R, T>(operation: (call: Call, request: R) => Promise<T>) =>
    (definition: Definition, request: R & CallOptions): Promise<T> => {
      const call = new Call(context, getResource(definition), request);
      return call.run(() => operation(call, request));
    };

  const list = handle(operations.list);
  return {
    check: handleSync(operations.check),
    diff: handleSync(operations.diff),
    create: handle(recordingFailure(operations.create)),
    read: handle(operations.read),
    get: handle(recordingFailure(operations.get)),
    find: handle(operations.find),
    list: (definition, request = {}) => list(definition, request),
    update: handle(recordingFailure(operations.update)),
    delete: handle(operations.deleteObject),
    end: () => {
      for (const logWarnings of context.atEnd.splice(0)) logWarnings();
    },
  };
}

/** Records failures after which the run may go on, with `--continue-on-error`. A failed check ends the run. */
const recordingFailure =
  <R, T>(operation: (call: Call, request: R) => Promise<T>) =>
  async (call: Call, request: R): Promise<T> => {
    try {
      return await operation(call, request);
    } catch (error) {
      recordFailure(call);
      throw error;
    }
  };
