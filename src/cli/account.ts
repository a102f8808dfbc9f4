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
import { howToConfigure } from "../core/provider/connection";
import { createProvider, type Provider } from "../core/provider/provider";
import { readSettings } from "../core/schema/read-settings";
import { type FlagsOf, repeatableOption } from "./command";
import { readFile } from "./input";
import type { PulumiOptions } from "./pulumi";
import { isStackFile, readStackConfig, type StackConfig, selectedStack } from "./stack";

/** The options that name what the API does not list. */
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

type AccountFlags = FlagsOf<typeof accountOptions>;

/** What the options name. */
export function readEntries({ httpsEdge, tlsEdge, tcpEdge, route, ids }: AccountFlags): IdEntry[] {
  const byKind = { "https-edge": httpsEdge, "tls-edge": tlsEdge, "tcp-edge": tcpEdge, route };
  const given = namedKinds.flatMap((kind) => byKind[kind].map((id) => parseNamedEntry(kind, id)));
  return [...given, ...ids.flatMap((file) => readFile(file, readIds))];
}

/** What the options name, and the API does not list. */
export const readNamedObjects = (flags: AccountFlags): NamedObject[] =>
  distinctNamedObjects(readEntries(flags).flatMap(({ named }) => named ?? []));

/** What identifies the account that a stack's config, else the environment, names, as the provider reads it. */
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

/** The settings without which no account can be read, of those that a config and the environment lack. */
const missingSettings = (config: StackConfig): ("apiKey" | "baseUrl")[] => {
  const found = accountSettings(config);
  return (["apiKey", "baseUrl"] as const).filter((name) => found[name] === undefined);
};

/**
 * The settings by which an account is read: those of a stack's config and of the environment or, if these lack the key or the
 * address, those of the stack that is selected in a folder. The key of that stack is never sent to another address.
 *
 * @throws {Error} if the key or the address is missing, with the ways to set it.
 */
export async function completeConfig(
  own: StackConfig,
  advice: string,
  at: PulumiOptions = {},
): Promise<StackConfig> {
  if (missingSettings(own).length === 0) return own;
  const name = await selectedStack(at);
  const selected = name === undefined ? new Map() : await readStackConfig(name, at);
  const wanted = own.get("edge-ingress:baseUrl");
  const isSameAddress = wanted === undefined || wanted === accountBaseUrl(selected);
  const config = isSameAddress ? new Map([...selected, ...own]) : own;
  const [missing] = missingSettings(config);
  if (missing !== undefined)
    throw new Error(
      `${howToConfigure(missing)}, set the environment variable ${settings[missing].environment}, ${advice}`,
    );
  return config;
}

/** The configs of stacks; `undefined` of a file, and of a stack of a project elsewhere, whose config is not here. */
export const stackConfigs = (stacks: readonly string[]): Promise<(StackConfig | undefined)[]> =>
  Promise.all(stacks.map((each) => (isStackFile(each) ? undefined : stackConfig(each))));

function stackConfig(stack: string): Promise<StackConfig | undefined> {
  const unlessNoProject = (error: Error) =>
    /no Pulumi.yaml project file found/.test(error.message) ? undefined : Promise.reject(error);
  return readStackConfig(stack).catch(unlessNoProject);
}

/** The config of the first stack that is not a file, else what the environment or the selected stack has. */
export async function accountConfig(
  stacks: readonly string[],
  configs?: readonly (StackConfig | undefined)[],
): Promise<StackConfig> {
  const index = stacks.findIndex((each) => !isStackFile(each));
  if (index < 0) return completeConfig(new Map(), "or name a stack that has it with --stack");
  const [config] = configs?.slice(index) ?? (await stackConfigs(stacks.slice(index, index + 1)));
  return config ?? new Map();
}

/** Reads an account with the settings of a stack's config, else of the environment, as the provider does. */
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

/** Reads an account, and shows on a terminal what was read. */
export const readAccountVerbosely = (
  named: readonly NamedObject[],
  config: StackConfig,
): Promise<Account> =>
  readAccount(accountReader(config), named, (title, count) => {
    if (process.stderr.isTTY) console.error(`read ${title}: ${count}`);
  });
