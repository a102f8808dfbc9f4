import { parseBaseUrl } from "../client/address";
import { createClient } from "../client/client";
import { NO_OTHERS } from "../lifecycle/creates";
import { ModuleOwnership } from "../lifecycle/ownership";
import { createResources } from "../resources";
import type { Definition } from "../schema/definition";
import type { Settings } from "../schema/read-settings";
import { Call, type Shared } from "./call";
import { clientOptions, settingsOf } from "./connection";
import type { CallOptions, ProviderOptions } from "./options";
import { requestLogOf } from "./request-log";
import { SharedCreates } from "./shared-creates";
import { type Account, SharedRun } from "./shared-run";
import * as verbs from "./verbs";

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
  const list = inCall(verbs.list);
  return {
    check: inCall(verbs.check),
    diff: inCall(verbs.diff),
    create: inCall(verbs.create),
    read: inCall(verbs.read),
    get: inCall(verbs.get),
    find: inCall(verbs.find),
    list: (definition: Definition, request: Parameters<typeof list>[1] = {}) => list(definition, request),
    update: inCall(verbs.update),
    delete: inCall(verbs.remove),
    /**
     * Ends a run in which another version of this provider may have taken part: what that has deleted though the program
     * configures it is configured again.
     */
    restore: async () => {
      await Promise.all(shared.restorations.splice(0).map((restore) => restore()));
    },
    /** Ends a run: logs what it has left without a module. */
    end: () => {
      for (const look of shared.atEnd.splice(0)) look();
    },
  };
}

function createShared(options: ProviderOptions): Shared {
  const { engineAddress, engineHasProgram = async () => false, environment, log } = options;
  const requests = once(() => requestLogOf(environment));
  const settings = once(() => settingsOf(options, requests().problems));
  const account = () => accountOf(settings());
  return {
    ownership: new ModuleOwnership(
      engineAddress === undefined ? undefined : new SharedRun(engineAddress, account, log),
    ),
    checked: new Set(),
    atEnd: [],
    engineHasProgram,
    creates: engineAddress === undefined ? NO_OTHERS : new SharedCreates(() => account()?.baseUrl, log),
    warnedOrigins: new Set(),
    restorations: [],
    settings,
    client: once(() => createClient(clientOptions(settings(), options))),
    log,
    providerUrn: options.providerUrn,
    requestLog: () => requests().log,
  };
}

function accountOf({ problems, values: { baseUrl, apiKey } }: Settings): Account | undefined {
  if (problems.length > 0 || typeof baseUrl !== "string" || typeof apiKey !== "string") return undefined;
  return { baseUrl: parseBaseUrl(baseUrl).href, apiKey };
}

/** Gives what the function gives the first time, and again after that; it is called again after it has thrown. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
