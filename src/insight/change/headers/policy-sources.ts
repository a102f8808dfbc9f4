/** The sources that a directive of a Content-Security-Policy allows, compared by meaning. */

/** Sources by their canonical texts. */
export type Sources = ReadonlySet<string>;

/** A source in the form that all its spellings share: only nonces, hashes and paths have letter case. */
export function canonicalSource(source: string): string {
  const [, prefix, digest] = /^('(?:nonce|sha\d+)-)(.*)$/i.exec(source) ?? [];
  // Both alphabets of base64 are the same to browsers.
  if (prefix && digest)
    return prefix.toLowerCase() + digest.replaceAll("-", "+").replaceAll("_", "/");
  const [, origin = "", path = ""] = /^((?:[^/]*:\/\/)?[^/]*)(.*)$/s.exec(source) ?? [];
  return withoutDefaultPort(origin.toLowerCase()) + path;
}

function withoutDefaultPort(origin: string): string {
  if (origin.startsWith("https://")) return origin.replace(/:443$/, "");
  return origin.startsWith("http://") ? origin.replace(/:80$/, "") : origin;
}

/** True for a source that names neither a host nor a scheme; 'self' names a host. */
export const isKeyword = (source: string): boolean => source.startsWith("'") && source !== "'self'";

export const isNonceOrHash = (source: string): boolean => /^'(nonce|sha\d+)-/.test(source);

/** The most sources that are compared by meaning. In a longer list, only equal sources count as allowed. */
const MAX_COMPARED = 200;

/** True if each of the sources was allowed before. */
export function areAllowed(sources: Sources, allowed: Sources): boolean {
  const isComparable = sources.size <= MAX_COMPARED && allowed.size <= MAX_COMPARED;
  return [...sources].every((source) => {
    // 'strict-dynamic' allows only what allowed scripts load. `sourcesOf` applies its other effects.
    if (source === "'strict-dynamic'" || allowed.has(source)) return true;
    return isComparable && [...allowed].some((wide) => includes(wide, source));
  });
}

export const isSameSet = (a: Sources, b: Sources): boolean =>
  a.size === b.size && [...a].every((source) => b.has(source));

/** True if a source allows all that another source allows, as far as texts show. */
function includes(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (wide === "'unsafe-inline'") return isNonceOrHash(narrow) || narrow === "'unsafe-hashes'";
  if (wide === "'unsafe-eval'") return narrow === "'wasm-unsafe-eval'";
  if (isKeyword(narrow)) return false;
  if (wide === "*") return !hasLocalScheme(narrow);
  if (wide === "https:") return narrow.startsWith("https://");
  if (wide === "http:") return /^https?:/.test(narrow);
  return isHostWithin(narrow, wide);
}

/** True for a scheme such as `data:`, which `*` does not allow: it is not of the network. In `host:8080`, the colon begins a port. */
const hasLocalScheme = (source: string): boolean =>
  /^(?!https?:|wss?:)[a-z][a-z\d+.-]*:(?![\d*])/.test(source);

/** True if the first source names a host, scheme and path that the second source allows. */
function isHostWithin(narrow: string, wide: string): boolean {
  const inner = parseHostSource(narrow);
  const outer = parseHostSource(wide);
  return (
    outer.host !== "" &&
    allowsScheme(outer, inner) &&
    allowsHost(outer, inner) &&
    allowsPath(outer, inner)
  );
}

/** A source that names a host, such as `https://*.acme.example/js/`. */
interface HostSource {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
}

function parseHostSource(source: string): HostSource {
  const [, scheme = "", host = "", path = ""] =
    /^(?:([a-z]+):\/\/)?([^/']+)(.*)$/s.exec(source) ?? [];
  return { scheme, host, path };
}

/** A source without TLS also allows the same host over TLS. */
const allowsScheme = (outer: HostSource, inner: HostSource): boolean =>
  outer.scheme === inner.scheme || (outer.scheme !== "https" && inner.scheme === "https");

const allowsHost = (outer: HostSource, inner: HostSource): boolean =>
  outer.host === inner.host ||
  (outer.host.startsWith("*.") && inner.host.endsWith(outer.host.slice(1)));

/** A path with a slash at its end allows all paths below it. */
const allowsPath = (outer: HostSource, inner: HostSource): boolean =>
  outer.path === "" ||
  outer.path === inner.path ||
  (outer.path.endsWith("/") && inner.path.startsWith(outer.path));
