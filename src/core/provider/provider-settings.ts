import { ConfigurationError } from "../client/errors";
import type { ClientOptions, ListedCollection } from "../client/types";
import * as definitions from "../definitions";
import {
  API_KEY_SOURCE,
  NAMESPACE,
  type ProviderArgs,
  settings as table,
} from "../definitions/settings";
import {
  collectionPath,
  type Definition,
  isListed,
  type ListedDefinition,
} from "../schema/definition";
import { type Problem, problemText } from "../schema/problem";
import { readSettings, type Settings } from "../schema/read-settings";
import type { Value } from "../schema/row-types";
import type { Values } from "../schema/values";
import type { ProviderOptions } from "./provider-options";

/**
 * Reads the settings from the config and the environment, with the problems of both.
 *
 * @param requestLogProblems The problems with the environment variable of the request log.
 */
export function readProviderSettings(
  { config, environment }: ProviderOptions,
  requestLogProblems: readonly Problem[] = [],
): Settings {
  const settings = readSettings(table, { namespace: NAMESPACE, config, environment });
  return { ...settings, problems: [...settings.problems, ...requestLogProblems] };
}

/** The settings without problems: each has a value or a default. */
type ValidSettings = { readonly [K in keyof ProviderArgs]-?: Value<ProviderArgs[K]> };

/** Converts settings to the options of the client. Settings with the names of options are passed on as they are. */
export function clientOptions(
  { values, sources, problems }: Settings,
  options: ProviderOptions,
): ClientOptions {
  if (problems.length > 0) throw new ConfigurationError(problems.map(problemText).join("; "));
  requireSettings(values, options);
  const { operationTimeoutSeconds, ...settings } = values as Values & ValidSettings;
  return {
    ...settings,
    apiKeySource: describeKeySource(sources.apiKey ?? "", options),
    operationTimeoutMs: operationTimeoutSeconds * 1_000,
    collections: Object.values<Definition>(definitions).filter(isListed).map(toListedCollection),
    clock: options.clock,
  };
}

const toListedCollection = ({ path, member }: ListedDefinition): ListedCollection => ({
  path,
  list: collectionPath(path),
  member,
});

/** Throws if settings are missing that every request needs, and names all of them. */
function requireSettings(values: Values, options: ProviderOptions): void {
  const missing = (["baseUrl", "apiKey"] as const).filter((name) => values[name] === undefined);
  if (missing.length === 0) return;
  const advice = missing.map(
    (name) =>
      `${howToSet(name, options.providerName)} or set the environment variable ${table[name].environment}`,
  );
  throw new ConfigurationError(advice.join("; ") + recordedSettingNote(options));
}

function howToSet(name: "apiKey" | "baseUrl", providerName: string | undefined): string {
  if (providerName !== undefined)
    return `${describeArgument(name, providerName)} is not set: set it in the program`;
  return howToConfigure(name);
}

/** Reports that a setting is missing, with the command that adds it to the stack's configuration. */
export function howToConfigure(name: "apiKey" | "baseUrl"): string {
  // Without a value, the CLI asks for the secret, so that the shell's history does not contain it.
  const command = table[name].secret ? `--secret ${NAMESPACE}:${name}` : `${NAMESPACE}:${name} …`;
  return `${NAMESPACE}:${name} is not set: run \`pulumi config set ${command}\``;
}

/**
 * Ends a message about a setting that may be out of date. If the command runs no program, or the program no longer uses a
 * `Provider`, the engine passes on the recorded settings of the `Provider`.
 */
function recordedSettingNote({ isOfProgram }: ProviderOptions): string {
  if (isOfProgram === undefined || isOfProgram()) return "";
  return (
    "; if it was changed since the last `pulumi up`, add `--run-program` to this command; if the program does not use it any " +
    "more, restore what uses it, run `pulumi up`, and then remove that again"
  );
}

/** Describes the source of the API key in messages: a `Provider`, stack config or an environment variable. */
function describeKeySource(source: string, options: ProviderOptions): string {
  const { config, providerName } = options;
  if (!source.startsWith(`${NAMESPACE}:`)) return source;
  const note = recordedSettingNote(options);
  if (providerName !== undefined) return describeArgument("apiKey", providerName) + note;
  return (config(API_KEY_SOURCE) ?? `stack config ${source}`) + note;
}

const describeArgument = (name: string, providerName: string): string =>
  `the argument ${name} of Provider "${providerName}"`;
