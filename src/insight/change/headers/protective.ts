import { type Comparison, comparisonOf, heaviest, partsOf } from "./comparison";
import { compareContentSecurityPolicies, frameAncestorsOf } from "./content-security-policy";
import type { KnownHeaders } from "./values";

/** The response headers by which browsers protect the users of a site, and how their values compare. */

/** Compares the values of a header, either of which may be absent, with the other headers of its responses. */
type Compare = (
  before: string | undefined,
  after: string | undefined,
  beside: Beside,
) => Comparison;

interface Beside {
  readonly before: KnownHeaders;
  readonly after: KnownHeaders;
}

/** RFC 6797: directives in any order, names in any letter case, values with or without quotation marks. Without an age, it is ignored. */
function transportSecurityOf(value = "") {
  const directives = new Map(
    partsOf(value, ";").map((directive) => {
      const [name = "", text = ""] = partsOf(directive, "=");
      return [name.toLowerCase(), text.replaceAll('"', "")] as const;
    }),
  );
  const age = directives.get("max-age") ?? "";
  const maxAge = /^\d+$/.test(age) ? Number(age) : 0;
  return {
    maxAge,
    subdomains: maxAge > 0 && directives.has("includesubdomains"),
    preload: directives.has("preload"),
    /** Browsers forget what they know of the host. */
    isErasing: /^0+$/.test(age),
  };
}

const compareTransportSecurity: Compare = (before, after) => {
  const was = transportSecurityOf(before);
  const now = transportSecurityOf(after);
  if (now.maxAge < was.maxAge || (was.subdomains && !now.subdomains)) return "weaker";
  // The header of the upstream may be erased.
  if (now.isErasing && !was.isErasing) return "weaker";
  const isSame =
    now.maxAge === was.maxAge && now.subdomains === was.subdomains && now.preload === was.preload;
  return isSame ? "same" : "other";
};

/** The part of its address that a page sends with a request to another site: 0 nothing, 1 the origin, 2 the whole address. */
interface Referrer {
  /** With a request over TLS. */
  readonly secure: 0 | 1 | 2;
  /** With a request without TLS, from a page over TLS. */
  readonly downgraded: 0 | 1 | 2;
}

const REFERRERS: Readonly<Record<string, Referrer>> = {
  "no-referrer": { secure: 0, downgraded: 0 },
  "same-origin": { secure: 0, downgraded: 0 },
  "strict-origin": { secure: 1, downgraded: 0 },
  origin: { secure: 1, downgraded: 1 },
  "strict-origin-when-cross-origin": { secure: 1, downgraded: 0 },
  "origin-when-cross-origin": { secure: 1, downgraded: 1 },
  "no-referrer-when-downgrade": { secure: 2, downgraded: 0 },
  "unsafe-url": { secure: 2, downgraded: 2 },
};

/** The policy of browsers for pages without the header. */
const DEFAULT_REFERRER = "strict-origin-when-cross-origin";

/** Browsers take the last token that they know. */
const referrerOf = (value = ""): string =>
  partsOf(value.toLowerCase(), ",").findLast((token) => Object.hasOwn(REFERRERS, token)) ??
  DEFAULT_REFERRER;

const compareReferrers: Compare = (before, after) => {
  const was = referrerOf(before);
  const now = referrerOf(after);
  const old = REFERRERS[was];
  const next = REFERRERS[now];
  // A request to the same site reveals nothing to anybody else.
  const isWeaker = Boolean(
    old && next && (next.secure > old.secure || next.downgraded > old.downgraded),
  );
  return comparisonOf({ isSame: was === now, isWeaker });
};

/**
 * Compares values in the order of their strength, the weakest first. Browsers ignore others, also in another letter case, as if the
 * header were absent.
 */
const byLevel =
  (levels: readonly string[]): Compare =>
  (before, after) => {
    const levelOf = (value = "") => Math.max(0, levels.indexOf(value.split(";")[0]?.trim() ?? ""));
    const was = levelOf(before);
    const now = levelOf(after);
    return comparisonOf({ isSame: was === now, isWeaker: now < was });
  };

/** The origins that a permissions policy allows a feature for, by features. */
function permissionsOf(value = ""): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = partsOf(value.toLowerCase(), ",").map((member) => {
    const [feature = "", ...rest] = member.split("=");
    const [allowed = ""] = rest.join("=").split(";");
    return [feature.trim(), new Set(partsOf(allowed.replaceAll(/[()]/g, " "), " "))] as const;
  });
  return new Map(entries);
}

/** A feature that a policy does not name may be passed on to every frame. */
function comparePermission(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): Comparison {
  const [isAnyBefore, isAnyAfter] = [before, after].map((origins) => !origins || origins.has("*"));
  if (isAnyBefore || isAnyAfter) {
    return comparisonOf({ isSame: isAnyBefore === isAnyAfter, isWeaker: isAnyAfter === true });
  }
  const isAdded = [...(after ?? [])].some((origin) => !before?.has(origin));
  return comparisonOf({ isSame: !isAdded && before?.size === after?.size, isWeaker: isAdded });
}

const comparePermissions: Compare = (before, after) => {
  const was = permissionsOf(before);
  const now = permissionsOf(after);
  const features = new Set([...was.keys(), ...now.keys()]);
  return heaviest(
    [...features].map((feature) => comparePermission(was.get(feature), now.get(feature))),
  );
};

/** Browsers read the first value of a list, in any letter case; all but `nosniff` do nothing. */
const compareContentTypeOptions: Compare = (before, after) => {
  const [was, now] = [before, after].map(
    (value = "") => value.split(",")[0]?.trim().toLowerCase() === "nosniff",
  );
  return comparisonOf({ isSame: was === now, isWeaker: was === true });
};

const FRAMING = "x-frame-options";
const POLICY = "content-security-policy";

/** The policy that the older header on frames amounts to. Browsers ignore values such as ALLOW-FROM. */
function framingOf(frameOptions = ""): string {
  const option = frameOptions.trim().toLowerCase();
  if (option === "deny") return "frame-ancestors 'none'";
  return option === "sameorigin" ? "frame-ancestors 'self'" : "";
}

/** The policy on frames that browsers follow: with `frame-ancestors`, they ignore the older header. */
function effectiveFraming(frameOptions: string | undefined, headers: KnownHeaders): string {
  const ancestors = frameAncestorsOf(headers.get(POLICY) ?? "");
  return ancestors === undefined ? framingOf(frameOptions) : `frame-ancestors ${ancestors}`;
}

const compareFraming: Compare = (before, after, beside) => {
  const was = effectiveFraming(before, beside.before);
  const now = effectiveFraming(after, beside.after);
  // From `deny` to `sameorigin`, only the site itself gains frames.
  if (was === framingOf("deny") && now === framingOf("sameorigin")) return "other";
  // Fewer frames expose nothing.
  return compareContentSecurityPolicies(was, now) === "weaker" ? "weaker" : "same";
};

/** A policy without `frame-ancestors` leaves frames to the older header. */
function withFraming(policy = "", headers: KnownHeaders): string {
  const framing = framingOf(headers.get(FRAMING));
  return frameAncestorsOf(policy) === undefined && framing !== "" ? `${policy};${framing}` : policy;
}

const comparePolicy: Compare = (before, after, beside) =>
  compareContentSecurityPolicies(
    withFraming(before, beside.before),
    withFraming(after, beside.after),
  );

const comparisons: Readonly<Record<string, Compare>> = {
  "strict-transport-security": compareTransportSecurity,
  [POLICY]: comparePolicy,
  [FRAMING]: compareFraming,
  "x-content-type-options": compareContentTypeOptions,
  "referrer-policy": compareReferrers,
  "permissions-policy": comparePermissions,
  "cross-origin-opener-policy": byLevel([
    "unsafe-none",
    "same-origin-allow-popups",
    "noopener-allow-popups",
    "same-origin",
  ]),
  "cross-origin-embedder-policy": byLevel(["unsafe-none", "credentialless", "require-corp"]),
  "cross-origin-resource-policy": byLevel(["cross-origin", "same-site", "same-origin"]),
};

export const isProtective = (name: string): boolean => Object.hasOwn(comparisons, name);

/** Compares the values of a protective header. */
export const compareProtective = (
  name: string,
  before: string | undefined,
  after: string | undefined,
  beside: Beside,
): Comparison => comparisons[name]?.(before, after, beside) ?? "same";
