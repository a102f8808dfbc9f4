import { type Compare, partsOf } from "./comparison";

/** `Strict-Transport-Security` (RFC 6797), by which browsers use TLS for a host. */

export const compareTransportSecurity: Compare = (before, after) => {
  const was = parseTransportSecurity(before);
  const now = parseTransportSecurity(after);
  if (now.maxAge < was.maxAge) return "weaker";
  if (was.hasSubdomains && !now.hasSubdomains) return "weaker";
  // The upstream may send the header, too: then browsers forget what they know by it.
  if (now.isErasing && !was.isErasing) return "weaker";
  const isSame =
    now.maxAge === was.maxAge &&
    now.hasSubdomains === was.hasSubdomains &&
    now.isPreloaded === was.isPreloaded;
  return isSame ? "same" : "other";
};

interface TransportSecurity {
  /** In seconds; 0 for a header without a valid age, which browsers ignore. */
  readonly maxAge: number;
  readonly hasSubdomains: boolean;
  readonly isPreloaded: boolean;
  /** True if the age is 0: browsers forget the host. */
  readonly isErasing: boolean;
}

/** Reads directives in any order, names in any letter case, and values with or without quotation marks. */
function parseTransportSecurity(value = ""): TransportSecurity {
  const directives = new Map(partsOf(value, ";").map(parseDirective));
  const age = directives.get("max-age") ?? "";
  const maxAge = /^\d+$/.test(age) ? Number(age) : 0;
  return {
    maxAge,
    hasSubdomains: maxAge > 0 && directives.has("includesubdomains"),
    isPreloaded: directives.has("preload"),
    isErasing: /^0+$/.test(age),
  };
}

function parseDirective(directive: string): [name: string, value: string] {
  const [name = "", value = ""] = partsOf(directive, "=");
  return [name.toLowerCase(), value.replaceAll('"', "")];
}
