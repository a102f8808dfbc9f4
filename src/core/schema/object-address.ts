import { digestTexts } from "./digest";

/** What the `uri` of an object says of the base URL at which it was made. */

/** Whether the URL's host is this machine. */
export const isLoopback = (url: URL): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);

/** Whether an address is below a base URL. */
export const isBelow = (base: URL, url: URL): boolean =>
  url.origin === base.origin &&
  url.pathname.startsWith(base.pathname.replace(/\/?$/, "/")) &&
  url.username === "" &&
  url.password === "";

/**
 * The address of an object that is not below the base URL. A server on this computer is known by what it holds: it takes
 * whichever port is free, and is the same server at another port. A relative `uri`, as agent ingresses have it, shows nothing.
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

/** A base URL for people to read, without credentials. */
export const displayBaseUrl = ({ origin, pathname }: URL): string => origin + pathname;

/**
 * What a state records of the base URL of an object that the service shows at an address that is not below it, as a service
 * behind a gateway does. It tells such an object from an object that was made at another base URL, which may be a secret.
 */
export const baseUrlDigest = (base: URL): string => digestTexts(displayBaseUrl(base)).slice(0, 16);
