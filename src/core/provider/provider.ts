import { parseBaseUrl } from "../client/address";
import { ModuleOwnership } from "../lifecycle/ownership";
import { createResources } from "../resources";
import type { Definition } from "../schema/definition";
import type { Settings } from "../schema/settings";
import { AdoptedModules } from "./adopted-modules";
import { Call, type Shared } from "./call";
import { connect, settingsOf } from "./connection";
import { requestLogOf } from "./request-log";
import { createRecordsOf } from "./shared-creates";
import { type Account, SharedRun } from "./shared-run";
import type { CallOptions, Provider, ProviderOptions } from "./types";
import * as verbs from "./verbs";

/** A provider for one run of an engine. */
export function createProvider(options: ProviderOptions): Provider {
  const shared = createShared(options);
  const resourceOf = createResources();
  const inCall =
    <R extends CallOptions, T>(verb: (call: Call, request: R) => T) =>
    (definition: Definition, request: R): T => {
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
    list: (definition, request = {}) => list(definition, request),
    update: inCall(verbs.update),
    delete: inCall(verbs.remove),
    restore: () => shared.adopted.restore(),
    end: () => {
      for (const look of shared.modules.atEnd.splice(0)) look();
    },
  };
}

function createShared(options: ProviderOptions): Shared {
  const { engineAddress, engineHasProgram = async () => false, environment, log } = options;
  const requests = once(() => requestLogOf(environment));
  const settings = once(() => settingsOf(options, requests().problems));
  const run = engineAddress === undefined ? undefined : new SharedRun(engineAddress, () => accountOf(settings()), log);
  return {
    modules: { ownership: new ModuleOwnership(run), checked: new Set(), atEnd: [], engineHasProgram },
    creates: createRecordsOf(engineAddress !== undefined, () => accountOf(settings())?.baseUrl, log),
    warnedOrigins: new Set(),
    adopted: new AdoptedModules(),
    settings,
    connection: once(() => connect(settings(), options)),
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
