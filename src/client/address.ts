import { ConfigurationError, UnexpectedAnswerError } from "./errors";

/** Where a request goes: a path of the reference with its parameters, or a `uri` that the API answered. */
export type Address =
  | { readonly template: string; readonly params?: Readonly<Record<string, string>> }
  | { readonly uri: string };

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Strict, because an id becomes part of a path: no slash, no dots alone, nothing to escape. */
const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** Whether the URL's host is this machine. */
export const isLoopback = (url: URL): boolean => LOOPBACK_HOST.test(url.hostname);

/**
 * The base URL from its text, without a trailing slash in its path.
 *
 * @throws {ConfigurationError} if it is not an absolute URL that a key may be sent to: https, or http on loopback.
 */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text.trim());
  if (!url) throw new ConfigurationError("edge-ingress:baseUrl must be an absolute URL");
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError("edge-ingress:baseUrl must have no user, password, query or fragment");
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    throw new ConfigurationError("edge-ingress:baseUrl must begin with https:// (http:// is for loopback hosts alone)");
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/**
 * The URL of an address.
 *
 * @throws {UnexpectedAnswerError} if a `uri` of an answer leads away from the base URL.
 */
export function urlOf(base: URL, address: Address): URL {
  const root = base.pathname.replace(/\/?$/, "/");
  const below = (path: string) => base.origin + root + path.replace(/^\//, "");
  if ("template" in address) return new URL(below(expand(address.template, address.params ?? {})));
  const isAbsolute = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address.uri);
  const url = URL.parse(isAbsolute ? address.uri : below(address.uri));
  if (url && isBelow(base, url)) return url;
  throw new UnexpectedAnswerError("the API answered with a URI that is not below the base URL; it was not followed");
}

/** Whether a URL is one of the API's. */
export const isBelow = (base: URL, url: URL): boolean =>
  url.origin === base.origin &&
  url.pathname.startsWith(base.pathname.replace(/\/?$/, "/")) &&
  url.username === "" &&
  url.password === "";

/** The address without its parameters, as messages show it. */
export const nameOf = (address: Address): string => ("template" in address ? address.template : "the next page");

function expand(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    if (!ID.test(value) || value.startsWith(".")) throw new ConfigurationError(`${name} is not a well-formed id`);
    return value;
  });
}
