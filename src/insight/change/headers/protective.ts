import { type Compare, type Comparison, comparisonOf, type HeadersOfSides } from "./comparison";
import {
  compareFrameOptions,
  compareSecurityPolicies,
  FRAME_OPTIONS,
  SECURITY_POLICY,
} from "./framing";
import { comparePermissionsPolicies } from "./permissions-policy";
import { compareReferrerPolicies } from "./referrer-policy";
import { compareTransportSecurity } from "./transport-security";

/** The response headers by which browsers protect the users of a site, and how their values compare. */

/** Compares the values of a protective header. */
export const compareProtective = (
  name: string,
  before: string | undefined,
  after: string | undefined,
  headers: HeadersOfSides,
): Comparison => comparisons[name]?.(before, after, headers) ?? "same";

export const isProtective = (name: string): boolean => Object.hasOwn(comparisons, name);

const comparisons: Readonly<Record<string, Compare>> = {
  "strict-transport-security": compareTransportSecurity,
  [SECURITY_POLICY]: compareSecurityPolicies,
  [FRAME_OPTIONS]: compareFrameOptions,
  "x-content-type-options": compareContentTypeOptions,
  "referrer-policy": compareReferrerPolicies,
  "permissions-policy": comparePermissionsPolicies,
  "cross-origin-opener-policy": byStrength([
    "unsafe-none",
    "same-origin-allow-popups",
    "noopener-allow-popups",
    "same-origin",
  ]),
  "cross-origin-embedder-policy": byStrength(["unsafe-none", "credentialless", "require-corp"]),
  "cross-origin-resource-policy": byStrength(["cross-origin", "same-site", "same-origin"]),
};

/**
 * Compares values in the order of their strength, the weakest first. Browsers ignore other values, also in another letter case, as
 * if the header were absent.
 */
function byStrength(values: readonly string[]): Compare {
  return (before, after) => {
    const was = strengthIn(values, before);
    const now = strengthIn(values, after);
    return comparisonOf({ isSame: was === now, isWeaker: now < was });
  };
}

/** The index of a header's value, without its parameters; 0 for a value that browsers ignore. */
function strengthIn(values: readonly string[], header = ""): number {
  const [value = ""] = header.split(";");
  return Math.max(0, values.indexOf(value.trim()));
}

function compareContentTypeOptions(
  before: string | undefined,
  after: string | undefined,
): Comparison {
  const was = forbidsSniffing(before);
  const now = forbidsSniffing(after);
  return comparisonOf({ isSame: was === now, isWeaker: was });
}

/** Browsers read the first value of a list, in any letter case. Only `nosniff` has an effect. */
function forbidsSniffing(header = ""): boolean {
  const [value = ""] = header.split(",");
  return value.trim().toLowerCase() === "nosniff";
}
