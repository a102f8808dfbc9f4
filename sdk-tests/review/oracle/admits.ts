import { stableJson } from "../../../src/core/schema/values";
import { isHidden, type RouteModule, type Settings, valueAt } from "./model";
import { OWN_ISSUER, type Person, type Token } from "./people";
import type { World } from "./worlds";

/**
 * The people that each module admits, as far as the API reference documents it. Undocumented behaviour differs from
 * world to world.
 */

/** The relation of a person to a list. An empty list is the same as no list. */
type Listing = "empty" | "names" | "others";

const unnamed: readonly Listing[] = ["empty", "others"];
const listings: readonly Listing[] = [...unnamed, "names"];

function listing(
  list: unknown,
  names: (item: string) => boolean,
  world: World,
  canBeNamed = true,
): Listing {
  if (isHidden(list)) {
    return (
      (canBeNamed ? listings : unnamed)[world.choose(`list ${list.label}`, canBeNamed ? 3 : 2)] ??
      "empty"
    );
  }
  if (!Array.isArray(list) || list.length === 0) return "empty";
  const isNamed = (item: unknown) =>
    isHidden(item) ? world.holds(`item ${item.label}`) : names(String(item));
  return list.some(isNamed) ? "names" : "others";
}

const canonical = (text: string): string => text.trim().toLowerCase().replace(/\.$/, "");

const isIn = (names: readonly string[]) => (item: string) =>
  names.map(canonical).includes(canonical(item));

/** Returns whether an enabled module whose settings are not hidden admits a person. */
type Admits = (settings: Settings, person: Person, world: World) => boolean;

const oauth: Admits = (settings, { hasAccount, email = "", organizations, teams }, world) => {
  if (!hasAccount) return false;
  const provider = valueAt(settings, ["provider"]);
  const users = isHidden(provider) ? provider : Object.values((provider ?? {}) as Settings)[0];
  const lists = [
    listing(valueAt(users, ["emailAddresses"]), isIn([email]), world),
    listing(valueAt(users, ["emailDomains"]), isIn([email.slice(email.indexOf("@") + 1)]), world),
    listing(valueAt(users, ["teams"]), isIn(teams), world, teams.length > 0),
    listing(
      valueAt(users, ["organizations"]),
      isIn(organizations),
      world,
      organizations.length > 0,
    ),
  ].filter((list) => list !== "empty");
  // "May access the endpoint": the reference documents the people that each list allows, and nothing about several
  // lists.
  if (new Set(lists).size < 2) return !lists.includes("others");
  return world.holds("a user has to be on one list only");
};

/**
 * True if a person can sign in at an organization's identity provider. The reference does not document who may have an
 * account there.
 */
const signsIn = ({ isMember, hasAccount }: Person, world: World): boolean =>
  isMember ||
  (hasAccount && world.doubts("everybody can have an account at an organization's own provider"));

const saml: Admits = (settings, person, world) =>
  signsIn(person, world) &&
  listing(
    valueAt(settings, ["authorizedGroups"]),
    isIn(person.groups),
    world,
    person.groups.length > 0,
  ) !== "others";

const oidc: Admits = (_, person, world) => signsIn(person, world);

const isNone = (algorithm: string): boolean => canonical(algorithm) === "none";

function acceptsToken(settings: Settings, token: Token | undefined, world: World): boolean {
  const issuers = allowed(settings, "issuer", token?.issuer, world);
  const audiences = allowed(settings, "audience", token?.audience, world);
  const isUnsigned = token === undefined || token.signedBy === "nobody";
  const fits = (algorithm: string) => isNone(algorithm) === isUnsigned;
  const algorithms = listing(valueAt(settings, ["jws", "allowedAlgorithms"]), fits, world);
  const keys = valueAt(settings, ["jws", "keys", "sources", "additionalJkus"]);
  const otherKeys = listing(keys, isIn(token ? [token.signedBy] : []), world);
  if ([issuers, audiences, algorithms, otherKeys].every((list) => list === "empty")) return true;
  // A sender without a token forges a token.
  if (!token) return algorithms === "names";
  if ([issuers, audiences, algorithms].includes("others")) return false;
  if (isUnsigned)
    return (
      algorithms === "names" || world.doubts("tokens need no signature if no algorithm is listed")
    );
  if (otherKeys === "names") return true;
  if (token.issuer === undefined) return false;
  return (
    issuers === "names" ||
    token.signedBy !== OWN_ISSUER ||
    world.doubts("any issuer is accepted if none is listed")
  );
}

function allowed(
  settings: Settings,
  argument: string,
  claim: string | undefined,
  world: World,
): Listing {
  const list = valueAt(settings, [argument, "allowList"]);
  const values = Array.isArray(list) ? list.map((item) => valueAt(item, ["value"])) : list;
  return listing(values, (value) => claim === undefined || value === claim, world);
}

const jwtValidation: Admits = (settings, { tokens }, world) =>
  [undefined, ...tokens].some((token) => acceptsToken(settings, token, world));

const ipRestriction: Admits = (settings, { ipPolicies }, world) =>
  listing(valueAt(settings, ["ipPolicyIds"]), isIn(ipPolicies), world, ipPolicies.length > 0) !==
  "others";

/**
 * "Required for every provider except one cloud notification service": an unknown secret is therefore not an empty
 * secret.
 */
const NEEDS_NO_SECRET = "sns";

const webhookVerification: Admits = (settings, { signsWebhooks }, world) => {
  const [provider, secret] = [valueAt(settings, ["provider"]), valueAt(settings, ["secret"])];
  if (signsWebhooks) return true;
  if (isHidden(secret)) return false;
  if (typeof secret === "string" && secret !== "") return false;
  return isHidden(provider)
    ? world.holds(`${provider.label} needs a secret`)
    : provider !== NEEDS_NO_SECRET;
};

/** The reference does not document the meaning of expressions and actions. */
const policy: Admits = ({ enabled: _, ...rules }, __, world) => {
  const hasRule = Object.values(rules).some(
    (rule) => isHidden(rule) || valueAt(rule, ["actions"]) !== undefined,
  );
  return !hasRule || world.holds(`the policy lets through ${stableJson(rules)}`);
};

const modules: Readonly<Record<Exclude<RouteModule, "userAgentFilter"> | "mutualTls", Admits>> = {
  ...{ oauth, saml, oidc, jwtValidation, ipRestriction, webhookVerification, policy },
  mutualTls: (settings, { authorities }, world) =>
    listing(
      valueAt(settings, ["certificateAuthorityIds"]),
      isIn(authorities),
      world,
      authorities.length > 0,
    ) !== "others",
};

/** True if a module is active, which is the default. */
export function isEnabled(settings: Settings, world: World): boolean {
  const enabled = valueAt(settings, ["enabled"]);
  return isHidden(enabled) ? world.holds(`${enabled.label} is true`) : enabled !== false;
}

const passesOptions = (settings: Settings, method: string, world: World): boolean => {
  const passes = valueAt(settings, ["optionsPassthrough"]);
  return (
    method === "OPTIONS" &&
    (isHidden(passes) ? world.holds(`${passes.label} is true`) : passes === true)
  );
};

/** True if a module lets a request pass. */
export function admits(
  module: RouteModule | "mutualTls",
  settings: unknown,
  { person, method }: { readonly person: Person; readonly method: string },
  world: World,
): boolean {
  // Clients choose their user agents.
  if (settings === undefined || module === "userAgentFilter") return true;
  if (isHidden(settings)) return world.holds(`${settings.label} lets the request pass`);
  const known = settings as Settings;
  return (
    !isEnabled(known, world) ||
    passesOptions(known, method, world) ||
    modules[module](known, person, world)
  );
}
