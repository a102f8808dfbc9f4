import { type Comparison, heaviest, partsOf } from "./comparison";
import {
  areAllowed,
  canonicalSource,
  isKeyword,
  isNonceOrHash,
  isSameSet,
  type Sources,
} from "./policy-sources";

/**
 * The permissions of a Content-Security-Policy (W3C Content Security Policy Level 3), compared by meaning: directives that are absent fall
 * back to others, the first of two equal directives counts, and sources are sets.
 */

/** The directives that list sources, each with the directives that browsers consult in its place if it is absent. */
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

/** Directives with tokens that are not sources. Without `sandbox` or `trusted-types`, a page is not restricted. */
const TOKEN_LISTS = ["sandbox", "trusted-types"];

/** Directives that restrict a page by being there, with whichever tokens. */
const RESTRICTIONS = ["upgrade-insecure-requests", "require-trusted-types-for"];

/** Directives that name the receivers of reports. They neither allow nor block anything. */
const REPORTING = ["report-uri", "report-to"];

/** The most policies that are compared; a value with more counts as weaker. */
const MAX_POLICIES = 10;

/** Compares two values of the header. A value may list several policies, all of which apply: each has to be as strict as before. */
export function compareContentSecurityPolicies(before: string, after: string): Comparison {
  const was = policiesOf(before);
  const now = policiesOf(after);
  if (Math.max(was.length, now.length) > MAX_POLICIES) return "weaker";
  const comparison = heaviest(was.map((policy) => compareWithClosest(policy, now)));
  return comparison === "same" && was.length !== now.length ? "other" : comparison;
}

/** Compares a policy with the policy after the change that comes closest to it. */
function compareWithClosest(policy: Directives, policiesAfter: readonly Directives[]): Comparison {
  const comparisons = policiesAfter.map((after) => comparePolicies(policy, after));
  if (comparisons.includes("same")) return "same";
  return comparisons.includes("other") ? "other" : "weaker";
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

/**
 * The sites that may frame a page by the policies of a value: those of the first policy that limits them. `undefined` if no policy
 * does, so that another header may.
 */
export function frameAncestorsOf(value: string): string | undefined {
  const policies = partsOf(value, ",").map(directivesOf);
  const limiting = policies.find((directives) => directives.has("frame-ancestors"));
  return limiting?.get("frame-ancestors")?.join(" ");
}

/** The directives of a policy: their tokens by their names in lower case. */
type Directives = ReadonlyMap<string, readonly string[]>;

/** The policies of a value. A value without a policy allows everything. */
function policiesOf(value: string): readonly Directives[] {
  const policies = [...new Set(partsOf(value, ","))].map(directivesOf);
  return policies.length > 0 ? policies : [directivesOf("")];
}

function directivesOf(policy: string): Directives {
  const directives = new Map<string, readonly string[]>();
  for (const directive of partsOf(policy, ";")) {
    const [name = "", ...tokens] = directive.split(/\s+/);
    // Browsers ignore all but the first of several directives with one name.
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), tokens);
  }
  return directives;
}

/** Sources that allow nothing. */
const WITHOUT_EFFECT = new Set(["'none'", "'report-sample'"]);

/**
 * The sources that a directive allows; `undefined` if nothing restricts it. With a nonce, a hash or 'strict-dynamic', browsers
 * ignore 'unsafe-inline'; with 'strict-dynamic', they ignore hosts and schemes of scripts.
 */
function sourcesOf(directives: Directives, name: string): Sources | undefined {
  const consulted = [name, ...(FALLBACKS[name] ?? [])].find((candidate) =>
    directives.has(candidate),
  );
  if (consulted === undefined) return undefined;
  const sources = (directives.get(consulted) ?? [])
    .map(canonicalSource)
    .filter((source) => !WITHOUT_EFFECT.has(source));
  const isDynamic = name.startsWith("script-src") && sources.includes("'strict-dynamic'");
  const isInlineIgnored = isDynamic || sources.some(isNonceOrHash);
  const effective = sources.filter((source) => {
    if (source === "'unsafe-inline'") return !isInlineIgnored;
    return !isDynamic || isKeyword(source);
  });
  return new Set(effective);
}

/** The tokens of a directive that are not sources; `undefined` if the policy does not have the directive. */
function tokensOf(directives: Directives, name: string): ReadonlySet<string> | undefined {
  const tokens = directives.get(name);
  if (!tokens) return undefined;
  // Names of trusted types have letter case.
  return new Set(name === "sandbox" ? tokens.map((token) => token.toLowerCase()) : tokens);
}

/** Compares sets of what is allowed; `undefined` allows everything. */
function compareSets(before: Sources | undefined, after: Sources | undefined): Comparison {
  if (!before) return after ? "other" : "same";
  if (!after || !areAllowed(after, before)) return "weaker";
  return isSameSet(before, after) ? "same" : "other";
}

/** Compares directives that restrict a page by being there. */
function compareRestriction(before: Directives, after: Directives, name: string): Comparison {
  if (before.has(name) === after.has(name)) return "same";
  return before.has(name) ? "weaker" : "other";
}

/** Additional reports change nothing for users. If reports go elsewhere or end, their readers notice. */
function compareReporting(before: Directives, after: Directives, name: string): Comparison {
  const was = before.get(name)?.join(" ");
  const now = after.get(name)?.join(" ");
  return was === undefined || was === now ? "same" : "other";
}
