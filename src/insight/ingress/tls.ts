import { isSet } from "../../core/schema/values";
import { type Arguments, isInForce, valueAt } from "./arguments";
import { isHidden } from "./value";

/**
 * The lowest version of TLS that an edge accepts: a number, `off` if no module in force states it, `default` if the service
 * chooses it, `upstream` if the edge does not terminate TLS, `hidden` if it is a secret or known at apply, or `unknown` if it
 * cannot be read.
 */
export type TlsVersion = number | "off" | "default" | "upstream" | "hidden" | "unknown";

/** 1.0 and 1.1 are deprecated by RFC 8996. */
export const OLDEST_SOUND_TLS = 1.2;

/** Reads `1.2`, `TLS12`, `TLSv1.2` and `tls_1_2` as 1.2. Versions of SSL are numbers below 1, so that all of TLS is newer. */
export function tlsVersionOf(args: Arguments | undefined): TlsVersion {
  if (!isInForce(args)) return "off";
  const value = valueAt(args, "minVersion");
  if (isHidden(value)) return "hidden";
  // The API refuses a lowest version for an edge whose upstream terminates TLS.
  if (!isSet(value) || value === "")
    return valueAt(args, "terminateAt") === "upstream" ? "upstream" : "default";
  return parseVersion(String(value)) ?? "unknown";
}

function parseVersion(text: string): number | undefined {
  const [, ssl, major, minor = "0"] =
    /^\s*(?:(ssl)|tls)?[\s_v-]*(\d)[._]?(\d)?\s*$/i.exec(text) ?? [];
  if (major === undefined) return undefined;
  if (ssl) return Number(`0.${major}`);
  // TLS has no version 2 or 3: such a number is a version of SSL, or of the protocol on the wire.
  return major === "1" ? Number(`1.${minor}`) : undefined;
}
