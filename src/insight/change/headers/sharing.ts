import { partsOf } from "./comparison";
import type { KnownHeaders } from "./values";

/** Response headers by which pages of other origins, and shared caches, get responses. */

const SHARING =
  /^(access-control-.*|(cdn-|surrogate-|.*-cdn-)?cache-control|surrogate-control|expires|pragma|vary|timing-allow-origin)$/;

export const isOnSharing = (name: string): boolean => SHARING.test(name);

/** True if two values of such a header mean the same: all but origins and dates are lists without order and letter case. */
export function isSameSharing(name: string, before: string, after: string): boolean {
  if (/-origin$|^expires$/.test(name)) return before.trim() === after.trim();
  return canonicalList(before) === canonicalList(after);
}

const canonicalList = (value: string): string =>
  [...new Set(partsOf(value.toLowerCase(), ","))].sort().join();

/** True if a header gives pages of other origins the session of a user, or shared caches what a protection guards. */
export function isShared(
  name: string,
  was: KnownHeaders,
  now: KnownHeaders,
  isGuarded: boolean,
): boolean {
  if (name.startsWith("access-control")) {
    const mayBeRead = isGuarded || allowsCredentials(now);
    return (
      mayBeRead && (isOpened(allowsAllOrigins, was, now) || isOpened(allowsCredentials, was, now))
    );
  }
  return isGuarded && (isOpened(isCached, was, now) || isOpened(isPublic, was, now));
}

const isOpened = (
  isOpen: (headers: KnownHeaders) => boolean,
  was: KnownHeaders,
  now: KnownHeaders,
): boolean => isOpen(now) && !isOpen(was);

const allowsCredentials = (headers: KnownHeaders): boolean =>
  /^\s*true\s*$/i.test(headers.get("access-control-allow-credentials") ?? "");

/** Every page can be of the origin `null`, and a wildcard in a host stands for many origins. */
function allowsAllOrigins(headers: KnownHeaders): boolean {
  const origin = (headers.get("access-control-allow-origin") ?? "").trim();
  return origin === "*" || origin === "null" || origin.includes("//*");
}

/** True if shared caches may store responses, by any of the headers that allow it. */
const isCached = (headers: KnownHeaders): boolean =>
  [...headers].some(([name, value]) => allowsCaches(name, value));

function allowsCaches(name: string, value: string): boolean {
  if (/cache-control$|^surrogate-control$/.test(name) && /\bpublic\b|\bs-maxage\b/i.test(value))
    return true;
  return /cdn-cache-control$|^surrogate-control$/.test(name) && /max-age\s*=\s*[1-9]/i.test(value);
}

/** True if `cache-control` does not keep responses out of shared caches. */
const isPublic = (headers: KnownHeaders): boolean =>
  !/\bno-store\b|\bprivate\b/i.test(headers.get("cache-control") ?? "");
