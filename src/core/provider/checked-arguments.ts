import { createHash } from "node:crypto";
import type { Values } from "../schema/values";

/**
 * The arguments that the running program was checked with. A call that brings others comes from a refresh: it compares
 * those of the last program.
 */
export class CheckedArguments {
  /** By the resources' URNs, as far as the host passes these on. */
  private readonly digests = new Set<string>();

  /** Records the arguments of a resource of the running program. */
  add(urn: string | undefined, inputs: Values): void {
    this.digests.add(keyOf(urn, inputs));
  }

  /** Whether the resource of the running program has these arguments. */
  has(urn: string | undefined, inputs: Values): boolean {
    return this.digests.has(keyOf(urn, inputs));
  }
}

const keyOf = (urn: string | undefined, inputs: Values): string => `${urn ?? ""} ${digestOf(inputs)}`;

/** The engine may pass members on in another order. */
const digestOf = (inputs: Values): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(inputs)))
    .digest("base64");

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
