import { parseBaseUrl } from "../client/address";
import { createResources } from "../resources";
import type { Definition } from "../schema/definition";
import type { Settings } from "../schema/settings";
import { AdoptedModules } from "./adopted-modules";
import { Call, type Shared } from "./call";
import { connect, settingsOf } from "./connection";
import { once } from "./once";
import { OtherAddresses } from "./other-address";
import { ProgramModules } from "./program-modules";
import { requestLogOf } from "./request-log";
import { createRecordsOf } from "./shared-creates";
import { type Account, SharedRun } from "./shared-run";
import type { CallOptions, Provider, ProviderOptions } from "./types";
import * as verbs from "./verbs";

/** A provider for one run of an engine. */
export function createProvider(options: ProviderOptions): Provider {
  const shared = createShared(options);
  const resourceOf = createResources();
  const callOf = (definition: Definition, request: CallOptions) => new Call(shared, resourceOf(definition), request);
  const atOnce =
    <R extends CallOptions, T>(verb: (call: Call, request: R) => T) =>
    (definition: Definition, request: R): T =>
      callOf(definition, request).runNow((call) => verb(call, request));
  const later =
    <R extends CallOptions, T>(verb: (call: Call, request: R) => Promise<T>) =>
    (definition: Definition, request: R): Promise<T> =>
      callOf(definition, request).run((call) => verb(call, request));
  const list = later(verbs.list);
  return {
    check: atOnce(verbs.check),
    diff: atOnce(verbs.diff),
    create: later(verbs.create),
    read: later(verbs.read),
    get: later(verbs.get),
    find: later(verbs.find),
    list: (definition, request = {}) => list(definition, request),
    update: later(verbs.update),
    delete: later(verbs.remove),
    restore: () => shared.adopted.restore(),
    end: () => shared.modules.end(),
  };
}

function createShared(options: ProviderOptions): Shared {
  const { engineAddress, engineHasProgram = async () => false, environment, log } = options;
  const requests = once(() => requestLogOf(environment));
  const settings = once(() => settingsOf(options, requests().problems));
  const run = engineAddress === undefined ? undefined : new SharedRun(engineAddress, () => accountOf(settings()), log);
  return {
    modules: new ProgramModules(run, engineHasProgram),
    creates: createRecordsOf(engineAddress !== undefined, () => accountOf(settings())?.baseUrl, log),
    addresses: new OtherAddresses(),
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
