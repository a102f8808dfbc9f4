import { parseBaseUrl } from "../client/address";
import { createClient } from "../client/client";
import type { Client } from "../client/types";
import type { Claims } from "../lifecycle/claims";
import { ModuleOwnership } from "../lifecycle/ownership/ownership";
import type { Owner } from "../lifecycle/ownership/records";
import { SharedClaims } from "../processes/shared-claims";
import { type Account, SharedRun } from "../processes/shared-run";
import type { Log } from "../schema/problem";
import type { Settings } from "../schema/read-settings";
import type { ProviderOptions } from "./provider-options";
import { clientOptions, readProviderSettings } from "./provider-settings";
import { openRequestLog } from "./request-log";

/** The context that all calls of a provider share. */
export interface ProviderContext {
  readonly ownership: ModuleOwnership;
  /** Undefined without an engine: then the provider creates no objects. */
  readonly claims: Claims | undefined;
  /**
   * The resources of the running program, by digests of their checked arguments, and of their URNs if the host passes them on. A
   * call with other arguments comes from a refresh, which passes the arguments of the last program.
   */
  readonly checkedResources: Map<string, Owner>;
  /** Callbacks that log warnings at the end of the run. */
  readonly atEnd: (() => void)[];
  /** Origins outside the base URL that the provider has warned of. */
  readonly warnedOrigins: Set<string>;
  readonly providerUrn: string | undefined;
  readonly log: Log;
  settings(): Settings;
  client(): Client;
  /** The log that an environment variable asks for. Undefined if it asks for none. */
  requestLog(): Log | undefined;
  engineHasProgram(): Promise<boolean>;
}

export function createContext(options: ProviderOptions): ProviderContext {
  const { engineAddress, engineHasProgram, environment, log, providerUrn } = options;
  const requestLog = lazy(() => openRequestLog(environment));
  const settings = lazy(() => readProviderSettings(options, requestLog().problems));
  const client = lazy(() => createClient(clientOptions(settings(), options)));
  const account = lazy(() => toAccount(settings()));
  const run = engineAddress === undefined ? undefined : new SharedRun(engineAddress, account, log);
  return {
    ownership: new ModuleOwnership(run),
    claims: run && new SharedClaims(() => account()?.baseUrl, log),
    checkedResources: new Map(),
    atEnd: [],
    warnedOrigins: new Set(),
    providerUrn,
    log,
    settings,
    client,
    requestLog: () => requestLog().log,
    engineHasProgram: engineHasProgram ?? (async () => false),
  };
}

function toAccount({ problems, values: { baseUrl, apiKey } }: Settings): Account | undefined {
  if (problems.length > 0 || typeof baseUrl !== "string" || typeof apiKey !== "string")
    return undefined;
  return { baseUrl: parseBaseUrl(baseUrl).href, apiKey };
}

/** Computes a value once. If the function throws or returns undefined, the next call computes the value again. */
function lazy<T extends object | undefined>(compute: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}
