import { type Compare, type Comparison, comparisonOf, heaviest, partsOf } from "./comparison";

/** `Permissions-Policy`, by which a page allows features, such as the camera, to origins. */

/** The origins that a policy allows a feature for. */
type Origins = ReadonlySet<string>;

export const comparePermissionsPolicies: Compare = (before, after) => {
  const was = parsePermissions(before);
  const now = parsePermissions(after);
  const features = new Set([...was.keys(), ...now.keys()]);
  return heaviest(
    [...features].map((feature) => compareOrigins(was.get(feature), now.get(feature))),
  );
};

function compareOrigins(before: Origins | undefined, after: Origins | undefined): Comparison {
  if (!before || isUnlimited(before)) return !after || isUnlimited(after) ? "same" : "other";
  if (!after || isUnlimited(after)) return "weaker";
  const isAdded = [...after].some((origin) => !before.has(origin));
  return comparisonOf({ isSame: !isAdded && before.size === after.size, isWeaker: isAdded });
}

const isUnlimited = (origins: Origins): boolean => origins.has("*");

/** The origins by features. A policy that does not name a feature leaves it unlimited: a page may pass it on to every frame. */
function parsePermissions(value = ""): ReadonlyMap<string, Origins> {
  const members = partsOf(value.toLowerCase(), ",");
  return new Map(members.map(parseMember));
}

/** Reads a member such as `camera=(self "https://a.example");report-to=x`. */
function parseMember(member: string): [feature: string, origins: Origins] {
  const [feature = "", ...rest] = member.split("=");
  const [allowed = ""] = rest.join("=").split(";");
  return [feature.trim(), new Set(partsOf(allowed.replaceAll(/[()]/g, " "), " "))];
}
