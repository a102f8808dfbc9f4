import { type Comparison, partsOf } from "./comparison";

/** A cookie that a response sets (RFC 6265): a name with a value, and attributes in any order and letter case. */
function cookieOf(text: string) {
  const [pair = "", ...attributes] = partsOf(text, ";");
  const named = attributes.map((attribute) => {
    const [name = "", value = ""] = partsOf(attribute, "=");
    return [name.toLowerCase(), value] as const;
  });
  return { pair, attributes: new Map(named) };
}

const SAME_SITE = ["none", "lax", "strict"];

/** The attributes that keep a cookie from scripts, from connections without TLS, and from other sites. */
function guardsOf(attributes: ReadonlyMap<string, string>): readonly number[] {
  const sameSite = attributes.get("samesite")?.toLowerCase() ?? "lax";
  return [
    Number(attributes.has("secure")),
    Number(attributes.has("httponly")),
    SAME_SITE.indexOf(sameSite),
  ];
}

const othersOf = (attributes: ReadonlyMap<string, string>): string =>
  JSON.stringify(
    [...attributes].filter(([name]) => !["secure", "httponly", "samesite"].includes(name)).sort(),
  );

/** Compares a cookie that every client gets: `weaker` also for another value. */
export function compareCookies(before: string, after: string): Comparison {
  const was = cookieOf(before);
  const now = cookieOf(after);
  if (was.pair !== now.pair || othersOf(was.attributes) !== othersOf(now.attributes))
    return "weaker";
  const old = guardsOf(was.attributes);
  const next = guardsOf(now.attributes);
  return next.some((guard, index) => guard < (old[index] ?? 0)) ? "weaker" : "same";
}
