import { partsOf } from "./comparison";
import type { KnownHeaders } from "./values";

/** Response headers by which pages of other origins, and shared caches, get responses. */

const SHARING =
  /^(access-control-.*|(cdn-|surrogate-|.*-cdn-)?cache-control|surrogate-control|expires|pragma|vary|timing-allow-origin)$/;

export const isOnSharing = (name: string): boolean => SHARING.test(name);

/** Whether two values of such a header mean the same: all but origins and dates are lists without order and letter case. */
export function isSameSharing(name: string, before: string, after: string): boolean {
  if (/-origin$|^expires$/.test(name)) return before.trim() === after.trim();
  const [was, now] = [before, after].map((value) =>
    [...new Set(partsOf(value.toLowerCase(), ","))].sort().join(),
  );
  return was === now;
}

const allowsCredentials = (values: KnownHeaders): boolean =>
  /^\s*true\s*$/i.test(values.get("access-control-allow-credentials") ?? "");

/** Every page can be of the origin `null`, and a wildcard in a host stands for many. */
function allowsAllOrigins(values: KnownHeaders): boolean {
  const origin = (values.get("access-control-allow-origin") ?? "").trim();
  return origin === "*" || origin === "null" || origin.includes("//*");
}

/** Whether shared caches may store responses, by whichever of the headers that allow it. */
const isCached = (values: KnownHeaders): boolean =>
  [...values].some(
    ([name, value]) =>
      (/cache-control$|^surrogate-control$/.test(name) && /\bpublic\b|\bs-maxage\b/i.test(value)) ||
      (/cdn-cache-control$|^surrogate-control$/.test(name) && /max-age\s*=\s*[1-9]/i.test(value)),
  );

const isPublic = (values: KnownHeaders): boolean =>
  !/\bno-store\b|\bprivate\b/i.test(values.get("cache-control") ?? "");

/** Whether a header gives pages of other origins the session of a user, or shared caches what a protection guards. */
export function isShared(
  name: string,
  was: KnownHeaders,
  now: KnownHeaders,
  isGuarded: boolean,
): boolean {
  const isOfOrigins = name.startsWith("access-control");
  const openings = isOfOrigins ? [allowsAllOrigins, allowsCredentials] : [isCached, isPublic];
  const mayBeRead = isGuarded || (isOfOrigins && allowsCredentials(now));
  return mayBeRead && openings.some((isOpen) => isOpen(now) && !isOpen(was));
}
