import { formatProblem } from "../schema/formats";
import { ConfigurationError, UnexpectedAnswerError } from "./errors";

/** Where a request goes: a path of the reference with its parameters, or a `uri` that the API answered. */
export type Address =
  | { readonly template: string; readonly params?: Readonly<Record<string, string>> }
  | { readonly uri: string };

/**
 * The base URL from its text, without a trailing slash in its path.
 *
 * @throws {ConfigurationError} if it is not an absolute URL that a key may be sent to: https, or http on loopback.
 */
export function parseBaseUrl(text: string): URL {
  const problem = formatProblem("baseUrl", text.trim());
  if (problem !== undefined) throw new ConfigurationError(`edge-ingress:baseUrl ${problem}`);
  const url = new URL(text.trim());
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
  const { uri } = address;
  const isAbsolute = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(uri);
  // A service behind a gateway may or may not know the path at which it is mounted.
  const path = uri.startsWith(root) ? uri.slice(root.length) : uri;
  const url = URL.parse(isAbsolute ? uri : below(path));
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
    const problem = formatProblem("id", value);
    if (problem !== undefined) throw new ConfigurationError(`${argumentOf(name)} ${problem}`);
    return value;
  });
}

/** The argument that a parameter of a path is. */
const argumentOf = (parameter: string): string =>
  parameter.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
