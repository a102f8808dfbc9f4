import { type Account, readAccount } from "../account/account";
import {
  distinctNamedObjects,
  type IdEntry,
  type NamedObject,
  namedKinds,
  parseNamedEntry,
} from "../account/ids/named-objects";
import { readIds } from "../account/ids/read-ids";
import type { AccountSettings } from "../account/other-accounts";
import { NAMESPACE, settings } from "../core/definitions/settings";
import { createProvider, type Provider } from "../core/provider/provider";
import { howToConfigure } from "../core/provider/provider-settings";
import { readSettings } from "../core/schema/read-settings";
import { type FlagValues, repeatableOption } from "./command";
import { errorMessage, readFile } from "./input";
import type { PulumiOptions } from "./pulumi";
import { isStackFile, readStackConfig, type StackConfig, selectedStack } from "./stack";

/** Options that name objects that the API does not list. */
export const accountOptions = {
  httpsEdge: repeatableOption("<id>", "also look at the modules of this HTTPS edge"),
  tlsEdge: repeatableOption("<id>", "also look at the modules of this TLS edge"),
  tcpEdge: repeatableOption("<id>", "also look at the modules of this TCP edge"),
  route: repeatableOption("<edge/route>", "also look at this route of an HTTPS edge"),
  ids: repeatableOption(
    "<file>",
    "file with ids: lines of KIND ID, a Terraform state, or the export of a stack",
  ),
};

type AccountFlags = FlagValues<typeof accountOptions>;

/** Reads the objects that the options name. */
export function readEntries({ httpsEdge, tlsEdge, tcpEdge, route, ids }: AccountFlags): IdEntry[] {
  const byKind = { "https-edge": httpsEdge, "tls-edge": tlsEdge, "tcp-edge": tcpEdge, route };
  const named = namedKinds.flatMap((kind) => byKind[kind].map((id) => parseNamedEntry(kind, id)));
  return [...named, ...ids.flatMap((file) => readFile(file, readIds))];
}

/** Reads the objects that the options name and that the API does not list. */
export const readNamedObjects = (flags: AccountFlags): NamedObject[] =>
  distinctNamedObjects(
    readEntries(flags)
      .map(({ named }) => named)
      .filter((named) => named !== undefined),
  );

/**
 * Reads the settings that identify the account, from a stack's config, else from the environment,
 * as the provider does.
 */
export function accountSettings(config: StackConfig = new Map()): AccountSettings {
  const { values } = readSettings(settings, {
    namespace: NAMESPACE,
    config: (name) => config.get(name),
    environment: (name) => process.env[name],
  });
  const { apiKey, baseUrl } = values as AccountSettings;
  return { apiKey, baseUrl };
}

export const accountBaseUrl = (config: StackConfig): string | undefined =>
  accountSettings(config).baseUrl;

/** The required settings that neither the config nor the environment contains. */
function missingSettings(config: StackConfig): ("apiKey" | "baseUrl")[] {
  const found = accountSettings(config);
  return (["apiKey", "baseUrl"] as const).filter((name) => found[name] === undefined);
}

/** Checks whether the environment contains all settings that identify an account. */
export const hasAccountSettings = (): boolean => missingSettings(new Map()).length === 0;

/**
 * Completes the settings with which an account is read. If a stack's config and the environment do not contain the key or the base
 * URL, the settings of the stack that is selected in a folder are added, unless the two stacks name different addresses: a key is
 * never sent to another address.
 *
 * @param advice The end of the error: another way to set what is missing.
 * @throws {Error} if the key or the address is missing, with the ways to set it.
 */
export async function completeConfig(
  stackConfig: StackConfig,
  advice: string,
  at: PulumiOptions = {},
): Promise<StackConfig> {
  if (missingSettings(stackConfig).length === 0) return stackConfig;
  const name = await selectedStack(at);
  const selected = name === undefined ? new Map() : await readStackConfig(name, at);
  const stated = new Map([...stackConfig].filter(([, value]) => value.trim() !== ""));
  const baseUrl = stated.get("edge-ingress:baseUrl")?.trim();
  const isSameAddress = baseUrl === undefined || baseUrl === accountBaseUrl(selected);
  const config = isSameAddress ? new Map([...selected, ...stated]) : stated;
  const [missing] = missingSettings(config);
  if (missing !== undefined)
    throw new Error(
      `${howToConfigure(missing)}, set the environment variable ${settings[missing].environment}, ${advice}`,
    );
  return config;
}

/** Reads the configs of stacks. The config of a file, and of a stack outside the project, is unknown. */
export const stackConfigs = (stacks: readonly string[]): Promise<(StackConfig | undefined)[]> =>
  Promise.all(stacks.map(readConfigIfKnown));

async function readConfigIfKnown(stack: string): Promise<StackConfig | undefined> {
  if (isStackFile(stack)) return undefined;
  try {
    return await readStackConfig(stack);
  } catch (error) {
    if (/no Pulumi.yaml project file found/.test(errorMessage(error))) return undefined;
    throw error;
  }
}

/**
 * The config of the first stack that is not a file, else the settings of the environment or of the
 * selected stack.
 */
export async function accountConfig(
  stacks: readonly string[],
  configs?: readonly (StackConfig | undefined)[],
): Promise<StackConfig> {
  const index = stacks.findIndex((stack) => !isStackFile(stack));
  const stack = stacks[index];
  if (stack === undefined)
    return completeConfig(new Map(), "or name a stack that has it with --stack");
  const config = configs ? configs[index] : await readConfigIfKnown(stack);
  return config ?? new Map();
}

/** Creates a reader that uses the settings in a stack's config, else in the environment, as the provider does. */
export const accountReader = (
  config: StackConfig,
  print: (line: string) => void = console.error,
): Provider =>
  createProvider({
    config: (name) => config.get(name),
    environment: (name) => process.env[name],
    log: ({ severity, text }) => {
      if (severity !== "debug") print(`${severity}: ${text}`);
    },
  });

/** Reads an account, and reports the progress on a terminal. */
export const readAccountWithProgress = (
  named: readonly NamedObject[],
  config: StackConfig,
): Promise<Account> =>
  readAccount(accountReader(config), named, (title, count) => {
    if (process.stderr.isTTY) console.error(`read ${title}: ${count}`);
  });
