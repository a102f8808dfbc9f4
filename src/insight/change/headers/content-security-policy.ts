import { type Comparison, heaviest, partsOf } from "./comparison";

/**
 * The permissions of a Content-Security-Policy (W3C Content Security Policy Level 3), compared by meaning: directives that are absent fall
 * back to others, the first of two equal directives counts, and sources are sets.
 */

/** The directives that are consulted in place of an absent one, in their order. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  "connect-src": ["default-src"],
  "font-src": ["default-src"],
  "frame-src": ["child-src", "default-src"],
  "img-src": ["default-src"],
  "manifest-src": ["default-src"],
  "media-src": ["default-src"],
  "object-src": ["default-src"],
  "script-src": ["default-src"],
  "script-src-attr": ["script-src", "default-src"],
  "script-src-elem": ["script-src", "default-src"],
  "style-src": ["default-src"],
  "style-src-attr": ["style-src", "default-src"],
  "style-src-elem": ["style-src", "default-src"],
  "worker-src": ["child-src", "script-src", "default-src"],
  "base-uri": [],
  "form-action": [],
  "frame-ancestors": [],
};

/** Directives whose tokens are no sources. Without `sandbox` or `trusted-types`, a page is not restricted. */
const TOKEN_LISTS = ["sandbox", "trusted-types"];

/** Directives that restrict a page by being there, with whichever tokens. */
const RESTRICTIONS = ["upgrade-insecure-requests", "require-trusted-types-for"];

/** Directives that say where reports go. They neither allow nor block anything. */
const REPORTING = ["report-uri", "report-to"];

type Directives = ReadonlyMap<string, readonly string[]>;

/** The directives of a policy by their names in lower case. Browsers ignore all but the first of a name. */
function directivesOf(policy: string): Directives {
  const directives = new Map<string, readonly string[]>();
  for (const directive of partsOf(policy, ";")) {
    const [name = "", ...tokens] = directive.split(/\s+/);
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), tokens);
  }
  return directives;
}

/** A source without what has no meaning: only nonces, hashes and paths have letter case. */
function canonicalSource(source: string): string {
  const [, prefix, digest] = /^('(?:nonce|sha\d+)-)(.*)$/i.exec(source) ?? [];
  // Both alphabets of base64 are the same to browsers.
  if (prefix && digest)
    return prefix.toLowerCase() + digest.replaceAll("-", "+").replaceAll("_", "/");
  const [, origin = "", path = ""] = /^((?:[^/]*:\/\/)?[^/]*)(.*)$/s.exec(source) ?? [];
  return origin.toLowerCase().replace(/^(https?:\/\/.*):(80|443)$/, withoutDefaultPort) + path;
}

const withoutDefaultPort = (origin: string, rest: string, port: string): string =>
  rest.startsWith("https:") === (port === "443") ? rest : origin;

const isNonceOrHash = (source: string): boolean => /^'(nonce|sha\d+)-/.test(source);

/**
 * The sources that a directive allows; `undefined` if nothing restricts it. With a nonce, a hash or 'strict-dynamic', browsers
 * ignore 'unsafe-inline'; with 'strict-dynamic', they ignore hosts and schemes of scripts.
 */
function sourcesOf(directives: Directives, name: string): ReadonlySet<string> | undefined {
  const inForce = [name, ...(FALLBACKS[name] ?? [])].find((each) => directives.has(each));
  if (inForce === undefined) return undefined;
  const all = (directives.get(inForce) ?? [])
    .map(canonicalSource)
    .filter((source) => !WITHOUT_EFFECT.has(source));
  const isDynamic = name.startsWith("script-src") && all.includes("'strict-dynamic'");
  const isInlineIgnored = isDynamic || all.some(isNonceOrHash);
  return new Set(
    all.filter((source) => {
      if (source === "'unsafe-inline'") return !isInlineIgnored;
      return !isDynamic || (source.startsWith("'") && source !== "'self'");
    }),
  );
}

const WITHOUT_EFFECT = new Set(["'none'", "'report-sample'"]);

/** Whether a source allows all that another one allows, as far as texts show. */
function includes(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (wide === "'unsafe-inline'") return isNonceOrHash(narrow) || narrow === "'unsafe-hashes'";
  if (wide === "'unsafe-eval'") return narrow === "'wasm-unsafe-eval'";
  if (narrow.startsWith("'") && narrow !== "'self'") return false;
  // `*` allows addresses of the network, but not schemes such as `data:`. In `host:8080`, the colon begins a port.
  if (wide === "*") return !/^(?!https?:|wss?:)[a-z][a-z\d+.-]*:(?![\d*])/.test(narrow);
  if (wide === "https:") return narrow.startsWith("https://");
  if (wide === "http:") return /^https?:/.test(narrow);
  return isHostWithin(narrow, wide);
}

/** The parts of a source that names a host. */
function hostSource(source: string) {
  const [, scheme = "", host = "", path = ""] =
    /^(?:([a-z]+):\/\/)?([^/']+)(.*)$/s.exec(source) ?? [];
  return { scheme, host, path };
}

/** Whether a host is another one, or one of those that its wildcard stands for, with a path that the other one allows. */
function isHostWithin(narrow: string, wide: string): boolean {
  const inner = hostSource(narrow);
  const outer = hostSource(wide);
  const isSameScheme =
    outer.scheme === inner.scheme || (outer.scheme !== "https" && inner.scheme === "https");
  const isHost =
    inner.host === outer.host ||
    (outer.host.startsWith("*.") && inner.host.endsWith(outer.host.slice(1)));
  const isPath = outer.path === "" || inner.path === outer.path;
  const isBelow = outer.path.endsWith("/") && inner.path.startsWith(outer.path);
  return outer.host !== "" && isSameScheme && isHost && (isPath || isBelow);
}

/** The most sources that are compared by meaning. In a longer list, only equal sources count as allowed. */
const MAX_SOURCES = 200;

function isAllowedBy(sources: ReadonlySet<string>, allowed: ReadonlySet<string>): boolean {
  const isComparable = sources.size <= MAX_SOURCES && allowed.size <= MAX_SOURCES;
  return [...sources].every(
    (source) =>
      source === "'strict-dynamic'" ||
      allowed.has(source) ||
      (isComparable && [...allowed].some((each) => includes(each, source))),
  );
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((source) => b.has(source));

/** Compares sets of what is allowed; `undefined` allows everything. */
function compareSets(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): Comparison {
  if (!before) return after ? "other" : "same";
  if (!after || !isAllowedBy(after, before)) return "weaker";
  return isSameSet(before, after) ? "same" : "other";
}

const tokensOf = (directives: Directives, name: string): ReadonlySet<string> | undefined => {
  const tokens = directives.get(name);
  return (
    tokens && new Set(tokens.map((token) => (name === "sandbox" ? token.toLowerCase() : token)))
  );
};

/** Compares directives that restrict a page by being there. */
function compareRestriction(before: Directives, after: Directives, name: string): Comparison {
  if (before.has(name) === after.has(name)) return "same";
  return before.has(name) ? "weaker" : "other";
}

/** Additional reports change nothing for users; if reports go elsewhere or end, their readers notice. */
function compareReporting(before: Directives, after: Directives, name: string): Comparison {
  const [was, now] = [before, after].map((directives) => directives.get(name)?.join(" "));
  return was === undefined || was === now ? "same" : "other";
}

function comparePolicies(before: Directives, after: Directives): Comparison {
  return heaviest([
    ...Object.keys(FALLBACKS).map((name) =>
      compareSets(sourcesOf(before, name), sourcesOf(after, name)),
    ),
    ...TOKEN_LISTS.map((name) => compareSets(tokensOf(before, name), tokensOf(after, name))),
    ...RESTRICTIONS.map((name) => compareRestriction(before, after, name)),
    ...REPORTING.map((name) => compareReporting(before, after, name)),
  ]);
}

/** The most policies that are compared; a value with more counts as weaker. */
const MAX_POLICIES = 10;

/** The policies of a value; without any, everything is allowed. */
function policiesOf(value: string): readonly Directives[] {
  const policies = [...new Set(partsOf(value, ","))].map(directivesOf);
  return policies.length > 0 ? policies : [directivesOf("")];
}

/** Compares two values of the header. A value may list several policies, all of which apply: each has to be as strict as before. */
export function compareContentSecurityPolicies(before: string, after: string): Comparison {
  const olds = policiesOf(before);
  const news = policiesOf(after);
  if (Math.max(olds.length, news.length) > MAX_POLICIES) return "weaker";
  const comparisons = olds.map((old): Comparison => {
    const all = news.map((each) => comparePolicies(old, each));
    return (["same", "other"] as const).find((each) => all.includes(each)) ?? "weaker";
  });
  const comparison = heaviest(comparisons);
  return comparison === "same" && olds.length !== news.length ? "other" : comparison;
}

/** The sites that may frame a page by a policy; `undefined` if the policy leaves that to another header. */
export const frameAncestorsOf = (policy: string): string | undefined => {
  const policies = partsOf(policy, ",").map(directivesOf);
  return policies
    .find((each) => each.has("frame-ancestors"))
    ?.get("frame-ancestors")
    ?.join(" ");
};
