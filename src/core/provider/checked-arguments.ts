import { createHash } from "node:crypto";
import { stableJson, type Values } from "../schema/values";

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

/** The engine may pass members on in another order. */
const keyOf = (urn: string | undefined, inputs: Values): string =>
  createHash("sha256")
    .update(stableJson([urn, inputs]))
    .digest("base64");
