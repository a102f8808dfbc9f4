import { camelCase } from "../schema/case";
import { formatProblem } from "../schema/leaves";
import { isBelow } from "../schema/object-address";
import { ConfigurationError, UnexpectedResponseError } from "./errors";

/** A path of the API reference, such as `/agent_ingresses/{id}`, with the values of its parameters. */
export interface ApiPath {
  readonly template: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** The `uri` of the next page, as the list at `listPath` has returned it. */
export interface NextPage {
  readonly uri: string;
  readonly listPath: string;
}

/** The target of a request. */
export type Address = ApiPath | NextPage;

/** The base URL of a text, without a trailing slash in its path. A key may be sent to https, and to http on loopback. */
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
 * @throws {ConfigurationError} if a parameter of a path is not a well-formed id.
 * @throws {UnexpectedResponseError} if a `uri` of a response leads away from the base URL.
 */
export function resolveUrl(base: URL, address: ApiPath | Pick<NextPage, "uri">): URL {
  return "template" in address ? resolvePath(base, address) : resolveUri(base, address.uri);
}

/** The address for messages. It leaves out an id that is not well-formed, and a `uri`, which is foreign text. */
export function displayPath(address: Address): string {
  if ("uri" in address) return `${address.listPath} (next page)`;
  return fillTemplate(address, (name) => `{${name}}`);
}

function resolvePath(base: URL, path: ApiPath): URL {
  const filled = fillTemplate(path, (name, problem) => {
    throw new ConfigurationError(`${camelCase(name)} ${problem}`);
  });
  return new URL(underBase(base, filled));
}

function resolveUri(base: URL, uri: string): URL {
  const isAbsolute = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(uri);
  // A service behind a gateway may or may not know the path at which it is mounted.
  const root = rootPath(base);
  const path = uri.startsWith(root) ? uri.slice(root.length) : uri;
  const url = URL.parse(isAbsolute ? uri : underBase(base, path));
  if (url && isBelow(base, url)) return url;
  throw new UnexpectedResponseError(
    "the API answered with a URI that is not below the base URL; it was not followed",
  );
}

const rootPath = (base: URL): string => base.pathname.replace(/\/?$/, "/");

const underBase = (base: URL, path: string): string =>
  base.origin + rootPath(base) + path.replace(/^\//, "");

/** The path with its parameters. `replaceMalformed` decides what takes the place of a value that is not a well-formed id. */
function fillTemplate(
  { template, params = {} }: ApiPath,
  replaceMalformed: (name: string, problem: string) => string,
): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    const problem = formatProblem("id", value);
    return problem === undefined ? value : replaceMalformed(name, problem);
  });
}
