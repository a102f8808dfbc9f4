import { type Comparison, partsOf } from "./comparison";

/**
 * Compares a cookie that every client gets (RFC 6265). Another value or another attribute, such as a path, is `weaker`, too, because
 * every client gets another cookie.
 */
export function compareCookies(before: string, after: string): Comparison {
  const was = parseCookie(before);
  const now = parseCookie(after);
  if (was.pair !== now.pair || was.scope !== now.scope) return "weaker";
  const isWeaker =
    now.isSecure < was.isSecure || now.isHttpOnly < was.isHttpOnly || now.sameSite < was.sameSite;
  return isWeaker ? "weaker" : "same";
}

/** A cookie with the attributes that keep it from scripts, from connections without TLS, and from other sites. */
interface Cookie {
  /** The name with the value. */
  readonly pair: string;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  /** The index in {@link SAME_SITE}. */
  readonly sameSite: number;
  /** All other attributes in a canonical form. */
  readonly scope: string;
}

/** The values of `SameSite`, the weakest first. */
const SAME_SITE = ["none", "lax", "strict"];

/** The value that browsers take if the attribute is absent. */
const DEFAULT_SAME_SITE = "lax";

function parseCookie(text: string): Cookie {
  const [pair = "", ...rest] = partsOf(text, ";");
  const attributes = Object.fromEntries(rest.map(parseAttribute));
  const { secure, httponly, samesite = DEFAULT_SAME_SITE, ...others } = attributes;
  return {
    pair,
    isSecure: secure !== undefined,
    isHttpOnly: httponly !== undefined,
    // An unknown value ranks below all others: the review does not assume that browsers protect the cookie.
    sameSite: SAME_SITE.indexOf(samesite.toLowerCase()),
    scope: JSON.stringify(Object.entries(others).sort()),
  };
}

function parseAttribute(attribute: string): [name: string, value: string] {
  const [name = "", value = ""] = partsOf(attribute, "=");
  return [name.toLowerCase(), value];
}
