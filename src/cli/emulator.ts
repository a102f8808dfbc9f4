import { InvalidArgumentError } from "commander";
import {
  ADMIN_PATH,
  DEFAULT_ACCOUNT,
  DEFAULT_API_KEY,
  DEFAULT_HOST,
  DEFAULT_PORT,
  OPENAPI_PATH,
} from "../emulator/defaults";
import { startEmulator } from "../emulator/index";
import { optionDocs } from "../emulator/options/markdown";
import { parseOptionText } from "../emulator/options/parsing";
import type { OptionValues } from "../emulator/options/registry";
import { CliCommand } from "./command";
import { messageOf } from "./input";

interface Flags {
  readonly port: number;
  readonly data?: string;
  readonly hostName?: readonly string[];
  readonly apiKey?: readonly string[];
  readonly fixtures?: string;
  readonly option?: Partial<OptionValues>;
}

const optionHelp = optionDocs().map(
  ({ name, fallback, choices, example, doc }) =>
    `  ${name}=${fallback}\n      ${choices}, such as ${example}\n      ${doc}\n`,
);

const HELP = `
Options for --option, with their defaults:
${optionHelp.join("")}
Exit codes: 0 after an interruption; 2 if the server cannot start.`;

/** `edge-ingress emulator`: the API as a local server, until it is interrupted. */
export const command = (): CliCommand =>
  new CliCommand("emulator", `Serve the API on ${DEFAULT_HOST}, for development and tests.`, HELP)
    .option("--port <number>", "TCP port; 0 takes any free one", parsePort, DEFAULT_PORT)
    .option("--data <file>", "SQLite file that keeps the objects between runs (default: in memory)", parseFile)
    .option(
      "--host-name <name>",
      "accept requests for this host name, besides localhost and 127.0.0.1; repeatable",
      added,
    )
    .option(
      "--api-key <key[=account]>",
      `accepted API key and the account that it belongs to; repeatable (default: ${DEFAULT_API_KEY}=${DEFAULT_ACCOUNT})`,
      added,
    )
    .option("--fixtures <file>", "JSON file that lists the edges and referenced objects that exist")
    .option("--option <name=value>", "set a behavior that the API reference leaves open; repeatable", addOption)
    .action(run);

const added = (text: string, others: readonly string[] = []): readonly string[] => [...others, text];

async function run({ port, data, hostName, apiKey, fixtures, option }: Flags): Promise<void> {
  const apiKeys = apiKey && parseKeys(apiKey);
  const options = { port, data, hostNames: hostName, apiKeys, fixtures, options: option };
  const emulator = await startEmulator(options).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? new Error(`port ${port} is in use; choose another with --port`) : error;
  });
  const key = apiKey === undefined ? DEFAULT_API_KEY : "as given with --api-key";
  const lines = [
    `Edge and Ingress Management API emulator: ${emulator.url}`,
    `API key: ${key}`,
    `Data:    ${data ?? "in memory"}`,
    `OpenAPI: ${emulator.url}${OPENAPI_PATH}`,
    `Admin:   ${emulator.url}${ADMIN_PATH}`,
  ];
  // A signal may come as soon as a reader has seen the first line.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void emulator.close());
  console.log(lines.join("\n"));
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

function parseFile(text: string): string {
  if (text === "") throw new InvalidArgumentError("It needs the name of a file.");
  return text;
}

/** Reads the keys here and not while commander parses them, because its messages repeat the argument. */
function parseKeys(given: readonly string[]): Record<string, string> {
  const keys = given.map((text) => {
    // The last "=", since a key may hold one itself.
    const [, key = text, account = DEFAULT_ACCOUNT] = /^(.*)=([^=]*)$/s.exec(text) ?? [];
    if (!/^\S+$/.test(key) || !/^[A-Za-z0-9_-]+$/.test(account)) {
      throw new Error("--api-key takes KEY or KEY=ACCOUNT; an account has letters, digits, - and _");
    }
    return [key, account];
  });
  return Object.fromEntries(keys);
}

function addOption(text: string, options: Partial<OptionValues> = {}): Partial<OptionValues> {
  try {
    return { ...options, ...parseOptionText(text) };
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}
