import { InvalidArgumentError } from "commander";
import { parse } from "yaml";
import {
  ADMIN_PATH,
  DEFAULT_ACCOUNT,
  DEFAULT_API_KEY,
  DEFAULT_PORT,
  OPENAPI_PATH,
} from "../emulator/defaults";
import { startEmulator } from "../emulator/index";
import { optionDocs } from "../emulator/options/markdown";
import { parseOptions, parseOptionText } from "../emulator/options/parsing";
import type { OptionValues } from "../emulator/options/registry";
import { appendText, type FlagValues, option, parsedOption, textOption } from "./command";
import { errorMessage, readFile } from "./input";

const optionHelp = optionDocs().map(
  ({ name, fallback, choices, example, doc }) =>
    `  ${name}=${fallback}\n      ${choices}, such as ${example}\n      ${doc}\n`,
);

export const help = `
Options for --option, with their defaults:
${optionHelp.join("")}
Exit codes: 0 after an interruption; 2 if the server cannot start.`;

const KEYS = `accepted API key and the account that it belongs to; repeatable (default: ${DEFAULT_API_KEY}=${DEFAULT_ACCOUNT})`;

export const options = {
  port: option<number>("<number>", "TCP port; 0 takes any free one", (created) =>
    created.argParser(parsePort).default(DEFAULT_PORT),
  ),
  data: parsedOption(
    "<file>",
    "SQLite file that keeps the objects between runs (default: in memory)",
    parseFile,
  ),
  hostName: parsedOption(
    "<name>",
    "accept requests for this host name, besides localhost and 127.0.0.1; repeatable",
    appendText,
  ),
  apiKey: parsedOption("<key[=account]>", KEYS, appendText),
  fixtures: textOption(
    "<file>",
    "JSON file that lists the edges and referenced objects that exist",
  ),
  profile: textOption(
    "<file>",
    "profile of a service, which `edge-ingress conformance` writes: its options, which --option changes",
  ),
  option: parsedOption(
    "<name=value>",
    "set a behavior that the API reference leaves open; repeatable",
    addOption,
  ),
};

/** `edge-ingress emulator`: serves the API locally until the process is interrupted. */
export async function run(flags: FlagValues<typeof options>): Promise<number> {
  const { port, data, hostName: hostNames, apiKey, fixtures, profile, option } = flags;
  const settings = {
    port,
    data,
    hostNames,
    apiKeys: apiKey && parseKeys(apiKey),
    fixtures,
    options: { ...(profile && readFile(profile, parseProfile)), ...option },
  };
  const emulator = await startEmulator(settings).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE"
      ? new Error(`port ${port} is in use; choose another with --port`)
      : error;
  });
  const lines = [
    `Edge and Ingress Management API emulator: ${emulator.url}`,
    `API key: ${apiKey === undefined ? DEFAULT_API_KEY : "as given with --api-key"}`,
    `Data:    ${data ?? "in memory"}`,
    `OpenAPI: ${emulator.url}${OPENAPI_PATH}`,
    `Admin:   ${emulator.url}${ADMIN_PATH}`,
  ];
  // The handlers come before the output: a program may send a signal as soon as it reads the first line.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void emulator.close());
  console.log(lines.join("\n"));
  return 0;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

function parseFile(text: string): string {
  if (text === "") throw new InvalidArgumentError("It needs the name of a file.");
  return text;
}

/** Parses API keys. An argument parser of Commander cannot do this, because its messages would contain the keys. */
function parseKeys(texts: readonly string[]): Record<string, string> {
  const keys = texts.map((text) => {
    // The last "=" separates the account, because a key may contain "=".
    const [, key = text, account = DEFAULT_ACCOUNT] = /^(.*)=([^=]*)$/s.exec(text) ?? [];
    if (!/^\S+$/.test(key) || !/^[A-Za-z0-9_-]+$/.test(account))
      throw new Error(
        "--api-key takes KEY or KEY=ACCOUNT; an account has letters, digits, - and _",
      );
    return [key, account];
  });
  return Object.fromEntries(keys);
}

/** Parses a profile: the options by their names, in YAML. */
const parseProfile = (text: string): Partial<OptionValues> => parseOptions(parse(text) ?? {});

function addOption(text: string, options: Partial<OptionValues> = {}): Partial<OptionValues> {
  try {
    return { ...options, ...parseOptionText(text) };
  } catch (error) {
    throw new InvalidArgumentError(errorMessage(error));
  }
}
