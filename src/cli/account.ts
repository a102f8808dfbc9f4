import { type Account, readAccount } from "../account/account";
import { distinct, type IdEntry, type NamedObject, namedEntry, namedKinds, readIds } from "../account/ids";
import { createProvider, type Provider } from "../core/provider/provider";
import { type FlagsOf, repeatable } from "./command";
import { readFrom } from "./input";
import type { StackConfig } from "./stack";

/** The options that name what the API does not list. */
export const accountOptions = {
  httpsEdge: repeatable("<id>", "also look at the modules of this HTTPS edge"),
  tlsEdge: repeatable("<id>", "also look at the modules of this TLS edge"),
  tcpEdge: repeatable("<id>", "also look at the modules of this TCP edge"),
  route: repeatable("<edge/route>", "also look at this route of an HTTPS edge"),
  ids: repeatable("<file>", "file with ids: lines of KIND ID, a Terraform state, or the export of a stack"),
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

export const baseUrlOf = (config: StackConfig): string | undefined =>
  config.get("edge-ingress:baseUrl") ?? process.env.EDGE_INGRESS_BASE_URL;

/** Reads an account with the settings of a stack's config, else of the environment, as the provider does. */
export const accountReader = (config: StackConfig, print: (line: string) => void = console.error): Provider =>
  createProvider({
    config: (name) => config.get(name),
    environment: (name) => process.env[name],
    log: ({ severity, text }) => {
      if (severity !== "debug") print(`${severity}: ${text}`);
    },
  });

/** Reads an account, and shows on a terminal what was read. */
export const readShown = (named: readonly NamedObject[], config: StackConfig = new Map()): Promise<Account> =>
  readAccount(accountReader(config), named, (title, count) => {
    if (process.stderr.isTTY) console.error(`read ${title}: ${count}`);
  });
