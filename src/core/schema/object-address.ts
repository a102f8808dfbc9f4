import { digestTexts } from "./digest";

/* The base URL at which an object was created, as far as the `uri` of the object reveals it. */

/** True if the host of a URL is this machine. */
export const isLoopback = (url: URL): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);

/** True if an address is below a base URL. */
export const isBelow = (base: URL, url: URL): boolean =>
  url.origin === base.origin &&
  url.pathname.startsWith(base.pathname.replace(/\/?$/, "/")) &&
  url.username === "" &&
  url.password === "";

/**
 * The address of an object that is not below the base URL; undefined if it is. Another port on localhost is not another server,
 * because a local server takes any free port. A relative `uri`, as agent ingresses have it, reveals no base URL.
 */
export function addressOutsideBaseUrl(
  baseUrl: unknown,
  uri: unknown,
): { readonly base: URL; readonly url: URL } | undefined {
  const url = typeof uri === "string" ? URL.parse(uri) : null;
  const base = URL.parse(String(baseUrl ?? ""));
  if (!url || !base || isBelow(base, url) || (isLoopback(base) && isLoopback(url)))
    return undefined;
  return { base, url };
}

/** A base URL for messages, without credentials. */
export const displayBaseUrl = ({ origin, pathname }: URL): string => origin + pathname;

/**
 * The digest of a base URL. The state records it for an object whose `uri` is not below the base URL, as behind a gateway. The
 * digest distinguishes such an object from an object that was created at another base URL. It is not the URL itself, which may
 * be secret.
 */
export const baseUrlDigest = (base: URL): string => digestTexts(displayBaseUrl(base)).slice(0, 16);
