import { type Account, readAccount } from "../account/account";
import {
  distinct,
  type IdEntry,
  type NamedObject,
  namedEntry,
  namedKinds,
  readIds,
} from "../account/ids";
import type { AccountSettings } from "../account/listing";
import { NAMESPACE, settings } from "../core/definitions/settings";
import { createProvider, type Provider } from "../core/provider/provider";
import { howToConfigure } from "../core/provider/provider-settings";
import { readSettings } from "../core/schema/read-settings";
import { type FlagsOf, repeatable } from "./command";
import { readFrom } from "./input";
import type { PulumiOptions } from "./pulumi";
import { isStackFile, readStackConfig, type StackConfig, selectedStack } from "./stack";

/** The options that name what the API does not list. */
export const accountOptions = {
  httpsEdge: repeatable("<id>", "also look at the modules of this HTTPS edge"),
  tlsEdge: repeatable("<id>", "also look at the modules of this TLS edge"),
  tcpEdge: repeatable("<id>", "also look at the modules of this TCP edge"),
  route: repeatable("<edge/route>", "also look at this route of an HTTPS edge"),
  ids: repeatable(
    "<file>",
    "file with ids: lines of KIND ID, a Terraform state, or the export of a stack",
  ),
};

type AccountFlags = FlagsOf<typeof accountOptions>;

/** What the options name. */
export function entriesIn({ httpsEdge, tlsEdge, tcpEdge, route, ids }: AccountFlags): IdEntry[] {
  const byKind = { "https-edge": httpsEdge, "tls-edge": tlsEdge, "tcp-edge": tcpEdge, route };
  const given = namedKinds.flatMap((kind) => byKind[kind].map((id) => namedEntry(kind, id)));
  return [...given, ...ids.flatMap((file) => readFrom(file, readIds))];
}

/** What the options name, and the API does not list. */
export const namedIn = (flags: AccountFlags): NamedObject[] =>
  distinct(entriesIn(flags).flatMap(({ named }) => named ?? []));

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

export const baseUrlOf = (config: StackConfig): string | undefined =>
  accountSettings(config).baseUrl;

/** The settings without which no account can be read, of those that a config and the environment lack. */
const missingIn = (config: StackConfig): ("apiKey" | "baseUrl")[] => {
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
  if (missingIn(own).length === 0) return own;
  const name = await selectedStack(at);
  const selected = name === undefined ? new Map() : await readStackConfig(name, at);
  const wanted = own.get("edge-ingress:baseUrl");
  const isSameAddress = wanted === undefined || wanted === baseUrlOf(selected);
  const config = isSameAddress ? new Map([...selected, ...own]) : own;
  const [missing] = missingIn(config);
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
export const readShown = (named: readonly NamedObject[], config: StackConfig): Promise<Account> =>
  readAccount(accountReader(config), named, (title, count) => {
    if (process.stderr.isTTY) console.error(`read ${title}: ${count}`);
  });
