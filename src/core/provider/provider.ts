import { createResources } from "../resources";
import type { Definition } from "../schema/definition";
import { Call, type CallOptions } from "./call";
import { createShared, type ProviderOptions } from "./connection";
import { recordFailure } from "./module-calls";
import * as verbs from "./verbs";

export { ResourceInitFailed } from "../lifecycle/resource";

/**
 * The provider, in no engine's form. Values go in and come out in plaintext, with the paths of what the program has marked as
 * secret; whoever passes them on wraps that, and the secrets of the tables. Errors are `EdgeIngressError`s, or a
 * `ResourceInitFailed` with what exists; no message holds a secret.
 */
export type Provider = ReturnType<typeof createProvider>;

/** A provider for one run of an engine: it knows which modules the running program configures. */
export function createProvider(options: ProviderOptions) {
  const shared = createShared(options);
  const resourceOf = createResources();
  const inCall =
    <R, T>(verb: (call: Call, request: R) => T) =>
    (definition: Definition, request: R & CallOptions): T => {
      const call = new Call(shared, resourceOf(definition), request);
      return call.run(() => verb(call, request));
    };
  /** A call whose failure the program may outlive, with `--continue-on-error`. That of a check ends the run. */
  const registering = <R, T>(verb: (call: Call, request: R) => T) =>
    inCall<R, T>((call, request) => orFail(call, () => verb(call, request)));
  const list = inCall(verbs.list);
  return {
    check: inCall(verbs.check),
    diff: inCall(verbs.diff),
    create: registering(verbs.create),
    read: inCall(verbs.read),
    get: registering(verbs.get),
    find: inCall(verbs.find),
    list: (definition: Definition, request: Parameters<typeof list>[1] = {}) =>
      list(definition, request),
    update: registering(verbs.update),
    delete: inCall(verbs.remove),
    /** Ends a run: logs what it has left without a module. */
    end: () => {
      for (const look of shared.atEnd.splice(0)) look();
    },
  };
}

/** Does something, at once or later. If it fails, the resource of the call has failed. */
function orFail<T>(call: Call, action: () => T): T {
  const fail = (error: unknown): never => {
    recordFailure(call);
    throw error;
  };
  try {
    const done = action();
    return done instanceof Promise ? (done.catch(fail) as T) : done;
  } catch (error) {
    return fail(error);
  }
}
