import { ConfigurationError } from "../client/errors";
import type { ClientOptions } from "../client/types";
import * as definitions from "../definitions";
import { API_KEY_SOURCE, NAMESPACE, type ProviderArgs, settings as table } from "../definitions/settings";
import { collectionPath, type Definition, isListed } from "../schema/definition";
import type { Value } from "../schema/field";
import { type Problem, problemText } from "../schema/problem";
import { readSettings, type Settings } from "../schema/read-settings";
import type { Values } from "../schema/values";
import type { ProviderOptions } from "./options";

/** The settings of a provider; `others` are the problems with what the environment says beside them. */
export function settingsOf({ config, environment }: ProviderOptions, others: readonly Problem[] = []): Settings {
  const settings = readSettings(table, { namespace: NAMESPACE, config, environment });
  return { ...settings, problems: [...settings.problems, ...others] };
}

/** The settings, if each was found or has a default. */
type WholeSettings = { readonly [K in keyof ProviderArgs]-?: Value<ProviderArgs[K]> };

/** Paths of what the API lists. */
const objects = Object.values<Definition>(definitions)
  .filter(isListed)
  .map(({ path }) => path);

/**
 * The options of the client that the settings ask for: a setting that is one by its own name is passed on as it is.
 *
 * @throws {ConfigurationError} if a setting is missing, or cannot be used.
 */
export function clientOptions({ values, sources, problems }: Settings, options: ProviderOptions): ClientOptions {
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
    probe: { path: collectionPath(definitions.agentIngress.path), member: definitions.agentIngress.member, objects },
    clock: options.clock,
  };
}

function required(name: "apiKey" | "baseUrl", values: Values, options: ProviderOptions): string {
  const value = values[name];
  if (typeof value === "string") return value;
  const orVariable = `or set the environment variable ${table[name].environment}`;
  throw new ConfigurationError(`${howToSet(name, options.providerName)} ${orVariable}${recordedNote(options)}`);
}

function howToSet(name: "apiKey" | "baseUrl", providerName: string | undefined): string {
  if (providerName !== undefined) return `${argumentOf(name, providerName)} is not set: set it in the program`;
  // Without a value the CLI asks for a secret, so that no shell remembers it.
  const command = table[name].secret ? `--secret ${NAMESPACE}:${name}` : `${NAMESPACE}:${name} …`;
  return `${NAMESPACE}:${name} is not set: run \`pulumi config set ${command}\``;
}

/**
 * The end of messages about a configured setting: without a program that states another value, the engine passes on what
 * it has recorded.
 */
const recordedNote = ({ isOfProgram }: ProviderOptions): string =>
  isOfProgram === undefined || isOfProgram()
    ? ""
    : "; if it was changed since the last `pulumi up`, add `--run-program` to this command";

/** The origin of a configured key, as messages name it: a `Provider`, or else stack config. */
const keySourceIn = ({ config, providerName }: ProviderOptions, source: string): string =>
  providerName === undefined
    ? (config(API_KEY_SOURCE) ?? `stack config ${source}`)
    : argumentOf("apiKey", providerName);

/** A setting that the program states. */
const argumentOf = (name: string, providerName: string): string => `the argument ${name} of Provider "${providerName}"`;
