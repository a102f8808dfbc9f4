import type { Compare } from "./comparison";
import { compareContentSecurityPolicies, frameAncestorsOf } from "./content-security-policy";
import type { KnownHeaders } from "./values";

/**
 * The two headers by which a page limits the sites that may frame it. If a `Content-Security-Policy` has the directive
 * `frame-ancestors`, browsers ignore the older header, `X-Frame-Options`.
 */

export const FRAME_OPTIONS = "x-frame-options";
export const SECURITY_POLICY = "content-security-policy";

const DENY = "frame-ancestors 'none'";
const SAME_ORIGIN = "frame-ancestors 'self'";

export const compareFrameOptions: Compare = (before, after, headers) => {
  const was = effectivePolicy(before, headers.before);
  const now = effectivePolicy(after, headers.after);
  // From `deny` to `sameorigin`, only the site itself gains frames.
  if (was === DENY && now === SAME_ORIGIN) return "other";
  // Fewer frames expose nothing.
  return compareContentSecurityPolicies(was, now) === "weaker" ? "weaker" : "same";
};

/** The policy on frames that browsers follow. */
function effectivePolicy(frameOptions: string | undefined, headers: KnownHeaders): string {
  const ancestors = frameAncestorsOf(headers.get(SECURITY_POLICY) ?? "");
  return ancestors === undefined ? policyOf(frameOptions) : `frame-ancestors ${ancestors}`;
}

/** The policy that the older header amounts to; empty for a value that browsers ignore, such as ALLOW-FROM. */
function policyOf(frameOptions = ""): string {
  switch (frameOptions.trim().toLowerCase()) {
    case "deny":
      return DENY;
    case "sameorigin":
      return SAME_ORIGIN;
    default:
      return "";
  }
}

export const compareSecurityPolicies: Compare = (before, after, headers) =>
  compareContentSecurityPolicies(
    withFrameOptions(before, headers.before),
    withFrameOptions(after, headers.after),
  );

/** A security policy with the limit on frames that the older header adds to it. */
function withFrameOptions(policy = "", headers: KnownHeaders): string {
  if (frameAncestorsOf(policy) !== undefined) return policy;
  const added = policyOf(headers.get(FRAME_OPTIONS));
  return added === "" ? policy : `${policy};${added}`;
}
