import { parseBaseUrl } from "../client/address";
import { createClient } from "../client/client";
import { ConfigurationError } from "../client/errors";
import type { ClientOptions, ListedCollection } from "../client/types";
import type { Clock } from "../client/wait";
import * as definitions from "../definitions";
import {
  API_KEY_SOURCE,
  NAMESPACE,
  type ProviderArgs,
  settings as table,
} from "../definitions/settings";
import { ModuleOwnership } from "../lifecycle/ownership/ownership";
import type { Owner } from "../lifecycle/ownership/records";
import { SharedClaims } from "../processes/shared-claims";
import { type Account, SharedRun } from "../processes/shared-run";
import {
  collectionPath,
  type Definition,
  isListed,
  type ListedDefinition,
} from "../schema/definition";
import { type Log, type Problem, problemText } from "../schema/problem";
import { type ReadSetting, readSettings, type Settings } from "../schema/read-settings";
import type { Value } from "../schema/row-types";
import type { Values } from "../schema/values";
import { requestLogOf } from "./request-log";

/** What a provider is made of. */
export interface ProviderOptions {
  /** Reads a setting by its name in stack config, such as `edge-ingress:apiKey`. Read when settings are first needed. */
  readonly config: ReadSetting;
  readonly environment: ReadSetting;
  /** Shows the user a message, which holds no secret. */
  readonly log: Log;
  /** The `Provider` whose arguments the settings are, for messages. Default: the settings are those of the stack. */
  readonly providerName?: string;
  /** The URN of that `Provider`, if the host passes it on. */
  readonly providerUrn?: string;
  /** Whether the settings are those of the running program, not those that the last `pulumi up` recorded. Default: they are. */
  readonly isOfProgram?: () => boolean;
  /** Time and chance. Default: the machine's. */
  readonly clock?: Clock;
  /** Where the engine listens that runs the provider: all provider processes of its run have the same. Default: none. */
  readonly engineAddress?: string | undefined;
  /** Asks the engine whether it runs a program: an `up` may have no resource of it. Default: it runs none. */
  readonly engineHasProgram?: () => Promise<boolean>;
}

/** What all calls of a provider share. */
export type Shared = ReturnType<typeof createShared>;

export function createShared(options: ProviderOptions) {
  const {
    engineAddress,
    engineHasProgram = async () => false,
    environment,
    log,
    providerUrn,
  } = options;
  const requests = once(() => requestLogOf(environment));
  const settings = once(() => settingsOf(options, requests().problems));
  const account = once(() => accountOf(settings()));
  const run = engineAddress === undefined ? undefined : new SharedRun(engineAddress, account, log);
  return {
    ownership: new ModuleOwnership(run),
    /** No provider but that of an engine creates anything. */
    claims: run && new SharedClaims(() => account()?.baseUrl, log),
    /**
     * The resources of the running program, by digests of the arguments that they were checked with, and of the URN, if the host
     * passes it on. A call that brings other arguments comes from a refresh: it compares those of the last program.
     */
    checked: new Map<string, Owner>(),
    /** What is to be looked at when the run ends, by calls that can tell of it. */
    atEnd: [] as (() => void)[],
    /** Origins of objects that are not below the base URL, of which the user has been warned: once each. */
    warnedOrigins: new Set<string>(),
    settings,
    client: once(() => createClient(clientOptions(settings(), options))),
    log,
    /** The log that an environment variable asks for, if one does. */
    requestLog: () => requests().log,
    providerUrn,
    engineHasProgram,
  };
}

function accountOf({ problems, values: { baseUrl, apiKey } }: Settings): Account | undefined {
  if (problems.length > 0 || typeof baseUrl !== "string" || typeof apiKey !== "string")
    return undefined;
  return { baseUrl: parseBaseUrl(baseUrl).href, apiKey };
}

/** Gives what the function gives the first time, and again after that; it is called again if it gave nothing, or threw. */
function once<T extends object | undefined>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The settings of a provider; `others` are the problems with what the environment says beside them. */
export function settingsOf(
  { config, environment }: ProviderOptions,
  others: readonly Problem[] = [],
): Settings {
  const settings = readSettings(table, { namespace: NAMESPACE, config, environment });
  return { ...settings, problems: [...settings.problems, ...others] };
}

/** The settings, if each was found or has a default. */
type WholeSettings = { readonly [K in keyof ProviderArgs]-?: Value<ProviderArgs[K]> };

/** The options of the client that the settings ask for: a setting that is one by its own name is passed on as it is. */
export function clientOptions(
  { values, sources, problems }: Settings,
  options: ProviderOptions,
): ClientOptions {
  if (problems.length > 0) throw new ConfigurationError(problems.map(problemText).join("; "));
  const baseUrl = required("baseUrl", values, options);
  const apiKey = required("apiKey", values, options);
  const source = sources.apiKey ?? "";
  const isConfigured = source.startsWith(`${NAMESPACE}:`);
  const { operationTimeoutSeconds, ...chosen } = values as Values & WholeSettings;
  return {
    ...chosen,
    baseUrl,
    apiKey,
    apiKeySource: isConfigured ? keySourceIn(options, source) + recordedNote(options) : source,
    operationTimeoutMs: operationTimeoutSeconds * 1_000,
    collections: Object.values<Definition>(definitions).filter(isListed).map(listOf),
    clock: options.clock,
  };
}

const listOf = ({ path, member }: ListedDefinition): ListedCollection => ({
  path,
  list: collectionPath(path),
  member,
});

function required(name: "apiKey" | "baseUrl", values: Values, options: ProviderOptions): string {
  const value = values[name];
  if (typeof value === "string") return value;
  const orVariable = `or set the environment variable ${table[name].environment}`;
  throw new ConfigurationError(
    `${howToSet(name, options.providerName)} ${orVariable}${recordedNote(options)}`,
  );
}

function howToSet(name: "apiKey" | "baseUrl", providerName: string | undefined): string {
  if (providerName !== undefined)
    return `${argumentOf(name, providerName)} is not set: set it in the program`;
  return howToConfigure(name);
}

/** Reports that a setting is missing, with the command that adds it to the stack's configuration. */
export function howToConfigure(name: "apiKey" | "baseUrl"): string {
  // Without a value the CLI asks for a secret, so that no shell remembers it.
  const command = table[name].secret ? `--secret ${NAMESPACE}:${name}` : `${NAMESPACE}:${name} …`;
  return `${NAMESPACE}:${name} is not set: run \`pulumi config set ${command}\``;
}

/**
 * The end of messages about a configured setting. Of a provider that no program uses, the engine passes on what it has recorded:
 * the command runs no program, or the program has removed the provider, and all that uses it.
 */
const recordedNote = ({ isOfProgram }: ProviderOptions): string =>
  isOfProgram === undefined || isOfProgram()
    ? ""
    : "; if it was changed since the last `pulumi up`, add `--run-program` to this command; if the program does not use it any " +
      "more, restore what uses it, run `pulumi up`, and then remove that again";

/** The origin of a configured key, as messages name it: a `Provider`, or else stack config. */
const keySourceIn = ({ config, providerName }: ProviderOptions, source: string): string =>
  providerName === undefined
    ? (config(API_KEY_SOURCE) ?? `stack config ${source}`)
    : argumentOf("apiKey", providerName);

const argumentOf = (name: string, providerName: string): string =>
  `the argument ${name} of Provider "${providerName}"`;
