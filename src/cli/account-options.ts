import type { Command } from "commander";
import type { IdEntry } from "../account/ids";
import type { NamedKind, NamedObject } from "../account/named";
import { repeatable } from "./command";
import { readFrom } from "./input";

/** The options that name what the API does not list. */
export interface AccountFlags {
  readonly httpsEdge: readonly string[];
  readonly tlsEdge: readonly string[];
  readonly tcpEdge: readonly string[];
  readonly route: readonly string[];
  readonly ids: readonly string[];
}

/** Adds the options that name what the API does not list. */
export const withAccountOptions = (command: Command): Command =>
  command
    .addOption(repeatable("--https-edge <id>", "also look at the modules of this HTTPS edge"))
    .addOption(repeatable("--tls-edge <id>", "also look at the modules of this TLS edge"))
    .addOption(repeatable("--tcp-edge <id>", "also look at the modules of this TCP edge"))
    .addOption(repeatable("--route <edge/route>", "also look at this route of an HTTPS edge"))
    .addOption(
      repeatable("--ids <file>", "file with ids: lines of KIND ID, a Terraform state, or the export of a stack"),
    );

/** What the options name. */
export async function entriesIn(flags: AccountFlags): Promise<IdEntry[]> {
  const { namedObject } = await import("../account/named.js");
  const { entryOfNamed, readIds } = await import("../account/ids.js");
  const byKind: readonly (readonly [NamedKind, readonly string[]])[] = [
    ["https-edge", flags.httpsEdge],
    ["tls-edge", flags.tlsEdge],
    ["tcp-edge", flags.tcpEdge],
    ["route", flags.route],
  ];
  const given = byKind.flatMap(([kind, ids]) => ids.map((id) => entryOfNamed(namedObject(kind, id))));
  return [...given, ...flags.ids.flatMap((file) => readFrom(file, readIds))];
}

/** What the options name, and the API does not list. */
export async function namedIn(flags: AccountFlags): Promise<NamedObject[]> {
  const { distinct } = await import("../account/named.js");
  return distinct((await entriesIn(flags)).flatMap(({ named }) => named ?? []));
}
