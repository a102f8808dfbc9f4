import type { MatchScope } from "../ingress/routing";
import { canonicalHost } from "../ingress/urls";

/** A match as a backend may read it: with its path in the form that all spellings share. */
export function commonScope(scope: MatchScope): MatchScope {
  const { host, path } = withoutScheme(scope);
  return { ...scope, host: canonicalHost(host), path: commonPath(path) };
}

/**
 * The host and the path of a match. A match has no scheme. If a program writes `https://acme.com/api`, the scheme has been read as
 * the host, and the host as part of the path.
 */
function withoutScheme({ host, path }: MatchScope): Pick<MatchScope, "host" | "path"> {
  if (!/^https?:$/.test(host)) return { host, path };
  const [, name = "", rest = ""] = /^\/\/([^/]*)(.*)$/.exec(path) ?? [];
  return { host: name, path: rest };
}

/** A path in lower case, with its codes decoded, without dot segments, repeated slashes and a slash at its end. */
function commonPath(path: string): string {
  const decoded = path.replaceAll(/%[2-7][0-9a-f]/gi, decodeURIComponent).toLowerCase();
  // Browsers and many servers take a backslash for a slash.
  const slashed = decoded.replaceAll("\\", "/").replaceAll(/\/{2,}/g, "/");
  if (slashed === "") return "";
  // `URL` removes dot segments. It writes letters beyond ASCII as codes, in capitals.
  const { pathname } = new URL(`http://localhost${slashed}`);
  return pathname.replace(/(?<=.)\/$/, "").toLowerCase();
}
