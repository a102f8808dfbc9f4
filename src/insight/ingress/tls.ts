import { isSet } from "../../core/schema/values";
import { type Block, isInForce, isOpaque, valueAt } from "./blocks";

/**
 * The lowest version of TLS that an edge accepts, as it is comparable: a number, `default` if the service chooses it,
 * `upstream` if the edge does not terminate TLS, or `unknown` if it cannot be read.
 */
export type TlsVersion = number | "default" | "upstream" | "unknown";

/** 1.0 and 1.1 are deprecated by RFC 8996. */
export const OLDEST_SOUND_TLS = 1.2;

/** 1.2 of `1.2`, `TLS12`, `TLSv1.2` or `tls_1_2`; versions of SSL are below all of TLS. */
export function tlsVersionOf(block: Block | undefined): TlsVersion {
  if (!block || !isInForce(block)) return "default";
  const value = valueAt(block, "minVersion");
  // The API refuses a lowest version for such an edge.
  if (valueAt(block, "terminateAt") === "upstream" && !isSet(value)) return "upstream";
  if (!isSet(value) || value === "") return "default";
  const [, ssl, major, minor = "0"] = /^\s*(?:(ssl)|tls)?[\s_v-]*(\d)[._]?(\d)?\s*$/i.exec(String(value)) ?? [];
  // There is no TLS 2 or 3: such a number is that of a version of SSL, or of the protocol on the wire.
  if (major === undefined || isOpaque(value) || (!ssl && major !== "1")) return "unknown";
  return ssl ? Number(`0.${major}`) : Number(`1.${minor}`);
}
