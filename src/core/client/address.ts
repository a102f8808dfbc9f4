import { camelCase } from "../schema/case";
import { formatProblem } from "../schema/leaves";
import { isBelow } from "../schema/object-address";
import { ConfigurationError, UnexpectedAnswerError } from "./errors";

export interface ApiPath {
  readonly template: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** Where a request goes: a path of the reference, or the `uri` that a page of the list at a path gives as the next. */
export type Address = ApiPath | { readonly uri: string; readonly of: string };

/** The base URL of a text, without a trailing slash in its path. A key may be sent to https, and to http on loopback. */
export function parseBaseUrl(text: string): URL {
  const problem = formatProblem("baseUrl", text.trim());
  if (problem !== undefined) throw new ConfigurationError(`edge-ingress:baseUrl ${problem}`);
  const url = new URL(text.trim());
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** @throws {UnexpectedAnswerError} if a `uri` of an answer leads away from the base URL. */
export function urlOf(base: URL, address: ApiPath | { readonly uri: string }): URL {
  const root = base.pathname.replace(/\/?$/, "/");
  const below = (path: string) => base.origin + root + path.replace(/^\//, "");
  if ("template" in address) {
    const path = filled(address, (name, problem) => {
      throw new ConfigurationError(`${camelCase(name)} ${problem}`);
    });
    return new URL(below(path));
  }
  const { uri } = address;
  const isAbsolute = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(uri);
  // A service behind a gateway may or may not know the path at which it is mounted.
  const path = uri.startsWith(root) ? uri.slice(root.length) : uri;
  const url = URL.parse(isAbsolute ? uri : below(path));
  if (url && isBelow(base, url)) return url;
  throw new UnexpectedAnswerError(
    "the API answered with a URI that is not below the base URL; it was not followed",
  );
}

/** The address as messages show it: an id that is not well-formed is left out, and so is a `uri`, which is foreign text. */
export function displayPath(address: Address): string {
  return "uri" in address ? `${address.of} (next page)` : filled(address, (name) => `{${name}}`);
}

const filled = (
  { template, params = {} }: ApiPath,
  orElse: (name: string, problem: string) => string,
): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    const problem = formatProblem("id", value);
    return problem === undefined ? value : orElse(name, problem);
  });
