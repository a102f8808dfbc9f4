import { isBelow } from "../client/address";
import { isLoopback } from "../schema/formats";

/**
 * Notices objects that were made at another address than the one that is configured now. The engine does not ask a
 * dynamic provider what a changed setting means, so that everything would look unchanged, and then gone. A server on this
 * computer is known by what it holds: it takes whichever port is free, and is the same one at another.
 */
export class OtherAddresses {
  /** Those of which the user has been warned: one line for each says enough. */
  private readonly warned = new Set<string>();

  /**
   * What the user should hear of an object, if anything.
   *
   * @param uri The object's, as the state has it; a relative one tells nothing.
   */
  warningOf(type: string, uri: unknown, baseUrl: unknown): string | undefined {
    const url = typeof uri === "string" ? URL.parse(uri) : null;
    const base = URL.parse(String(baseUrl ?? ""));
    if (!url || !base || isBelow(base, url) || (isLoopback(base) && isLoopback(url))) return undefined;
    if (this.warned.has(url.origin)) return undefined;
    this.warned.add(url.origin);
    // Of the object's path, which may hold a secret, nothing is shown.
    return (
      `this ${type} was made at ${url.origin}, which is not below edge-ingress:baseUrl ` +
      `(${base.origin}${base.pathname}), and others may have been: another base URL moves no object; ` +
      "to change or destroy what is there, set the old one again"
    );
  }
}
