import type { MatchScope } from "../ingress/routing";
import { canonicalHost } from "../ingress/urls";

/** A match as a backend may read it, without a slash at its end. Browsers and many servers take a backslash for a slash. */
export function commonScope(scope: MatchScope): MatchScope {
  const [, name = "", rest = ""] = /^\/\/([^/]*)(.*)$/.exec(scope.path) ?? [];
  // A match has no scheme. If a program writes `https://acme.com/api`, `https:` has been read as the host.
  const { host, path: spelled } = /^https?:$/.test(scope.host) ? { host: name, path: rest } : scope;
  const decoded = spelled.replaceAll(/%[2-7][0-9a-f]/gi, decodeURIComponent).toLowerCase();
  const slashed = decoded.replaceAll("\\", "/").replaceAll(/\/{2,}/g, "/");
  // Without dot segments. `URL` writes letters beyond ASCII as codes, in capitals.
  const { pathname } = new URL(`http://localhost${slashed}`);
  const path = slashed === "" ? "" : pathname.replace(/(?<=.)\/$/, "").toLowerCase();
  return { ...scope, host: canonicalHost(host), path };
}
