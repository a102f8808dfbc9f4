import { accessOf, isWeaker, type Strength, strengthOf } from "../ingress/access";
import { type Arguments, hiddenAt, isInForce } from "../ingress/arguments";
import type { Modules } from "../ingress/declared-object";
import { backendOf } from "../ingress/describe";
import type { IngressObject, ServingRoute } from "../ingress/ingress";
import { itemText } from "../ingress/module-descriptions";
import { modules as moduleFacts, type ProtectionName, protectionNames } from "../ingress/modules";
import { principalListsOf } from "../ingress/principal-lists";
import { includes, type Principal, readPrincipal } from "../ingress/principals";
import { tlsVersionOf } from "../ingress/tls";
import { isHidden } from "../ingress/value";
import type { AllowedUsers, Claims } from "./expectation";

/** The claims of an expectation. Each is judged by itself for a route that may serve a request. */

/** The outcome of an expectation; `not-known` if it depends on a secret, on a value that is known only at apply, or on an unread part. */
export type Outcome = "holds" | "fails" | "not-known";

/** A reason why an expectation does not hold, or may not hold. */
export interface Objection {
  readonly outcome: Exclude<Outcome, "holds">;
  /** The reason in words. The words about a claim follow the name of a route. */
  readonly reason: string;
  readonly candidate?: ServingRoute;
}

export const fails = (reason: string): Objection => ({ outcome: "fails", reason });
export const notKnown = (reason: string): Objection => ({ outcome: "not-known", reason });

/** The objections that decide: the failures, if there are any. */
export function decisive(objections: readonly Objection[]): readonly Objection[] {
  const failures = objections.filter(({ outcome }) => outcome === "fails");
  return failures.length > 0 ? failures : objections;
}

/** The objections to each claim for a route that may serve a request. */
export function objectionsToRoute(claims: Claims, route: IngressObject): Objection[] {
  const objections: (Objection | undefined)[] = [];
  if (claims.protectedBy)
    objections.push(protectedBy(claims.protectedBy, claims.strength, route.effective));
  if (claims.allows) objections.push(allows(claims.allows, route));
  if (claims.servedBy !== undefined) objections.push(servedBy(claims.servedBy, route));
  if (claims.tls) objections.push(tls(claims.tls, route.effective.tlsTermination));
  if (claims.open) objections.push(open(route));
  return objections.filter((objection) => objection !== undefined);
}

/** An objection if none of the modules protects a route with the strength that is claimed. */
function protectedBy(
  claimed: NonNullable<Claims["protectedBy"]>,
  claimedStrength: Claims["strength"],
  modules: Modules,
): Objection | undefined {
  const { requirements, words } = requirementsOf(claimed);
  const areTooWeak = requirements.map(({ name, strength }) =>
    isWeaker(strengthOf(name, modules[name]), claimedStrength ?? strength),
  );
  // A single module that is not too weak satisfies the claim.
  if (areTooWeak.includes("no")) return undefined;
  if (areTooWeak.includes("may")) return notKnown(`: whether it requires ${words} is not known`);
  const required = requirements.filter(({ name }) => isInForce(modules[name]));
  if (required.length === 0) return fails(` does not require ${words}`);
  return fails(
    ` requires ${titlesOf(required, " and ")}, but not at the strength that is expected`,
  );
}

/** A protection, and the strength that it has to have. */
interface Requirement {
  readonly name: ProtectionName;
  readonly strength: Strength;
}

/** The protections that satisfy a claim at full strength, and the claim in words. */
function requirementsOf(claimed: NonNullable<Claims["protectedBy"]>): {
  readonly requirements: readonly Requirement[];
  readonly words: string;
} {
  if (claimed.includes("any")) {
    const requirements = protectionNames.map((name): Requirement => ({ name, strength: "real" }));
    return { requirements, words: "a protection" };
  }
  const requirements = claimed
    .filter((name) => name !== "any")
    .map((name): Requirement => ({ name, strength: moduleFacts[name].fullStrength }));
  return { requirements, words: titlesOf(requirements, " or ") };
}

const titlesOf = (requirements: readonly Requirement[], separator: string): string =>
  requirements.map(({ name }) => moduleFacts[name].title).join(separator);

/** The logins whose users a claim may list, and the words for these users in messages. */
const logins = {
  oauth: {
    verb: "authenticates",
    usersText: (users: readonly Principal[]) =>
      users.map(({ text, noun }) => `${itemText(text)} (${noun})`).join(", "),
  },
  saml: {
    verb: "signs in",
    usersText: (groups: readonly Principal[]) =>
      `the groups ${groups.map(({ text }) => itemText(text)).join(", ")}`,
  },
};

/** An objection if a login admits users whom the claim does not list. */
function allows(
  { groups = [], ...users }: AllowedUsers,
  route: IngressObject,
): Objection | undefined {
  const oauthUsers = Object.entries(users).flatMap(([list, texts = []]) => readList(list, texts));
  const samlGroups = readList("authorizedGroups", groups);
  const objections = [
    oauthUsers.length > 0 ? admitsOnly(oauthUsers, "oauth", route) : undefined,
    samlGroups.length > 0 ? admitsOnly(samlGroups, "saml", route) : undefined,
  ];
  return decisive(objections.filter((objection) => objection !== undefined))[0];
}

/** The entries of a list of a claim, in the form in which the entries of logins are compared. */
const readList = (list: string, texts: readonly string[]): Principal[] =>
  texts.map((text) => readPrincipal({ list, path: list, noun: "", text }));

/** An objection if a login admits users other than the listed ones. */
function admitsOnly(
  listed: readonly Principal[],
  login: keyof typeof logins,
  route: IngressObject,
): Objection | undefined {
  const { title } = moduleFacts[login];
  const { verb, usersText } = logins[login];
  const args = route.effective[login];
  if (!isInForce(args))
    return fails(` does not require ${title}, so ${admittedWithoutLogin(route)}`);
  const { principals } = principalListsOf(login, args)[0] ?? {};
  const known = principals?.filter(({ text }) => !isHidden(text)) ?? [];
  const others = known.filter((principal) => !listed.some((wide) => includes(wide, principal)));
  if (others.length > 0) return fails(` also admits ${usersText(others)}`);
  const isKnown =
    principals !== undefined &&
    known.length === principals.length &&
    !hiddenAt(args, "enabled") &&
    args.uncertainOwner === undefined;
  if (!isKnown) return notKnown(`: whom its ${title} admits is not known`);
  if (known.length === 0) return fails(` admits everyone whom the identity provider ${verb}`);
  return undefined;
}

const admittedWithoutLogin = (route: IngressObject): string =>
  accessOf(route) === "open" ? "everyone is admitted" : "other protections decide who is admitted";

/** An objection if neither the resource of the route nor its backend has the claimed name. */
function servedBy(claimedBackend: string, { args, modules }: IngressObject): Objection | undefined {
  const backend = backendOf(modules);
  if ([args?.declaration.name, args?.declaration.resource, backend].includes(claimedBackend))
    return undefined;
  if (!modules.backend) return fails(" serves it with no backend that the program declares");
  if (backend === undefined) return notKnown(": its backend is not known");
  return fails(` serves it with backend ${backend}`);
}

/** An objection if the edge accepts a version of TLS that is older than the claim. */
function tls(
  oldest: NonNullable<Claims["tls"]>,
  args: Arguments | undefined,
): Objection | undefined {
  const isHiddenState = args !== undefined && hiddenAt(args, "enabled") !== undefined;
  const version = isHiddenState ? "hidden" : tlsVersionOf(args);
  if (typeof version === "number") {
    const isOlder = version < Number(oldest);
    return isOlder ? fails(` is on an edge that accepts ${tlsName(version)}`) : undefined;
  }
  switch (version) {
    case "off":
      return fails(" is on an edge whose lowest TLS version the program does not declare");
    case "default":
      return fails(" is on an edge whose lowest TLS version the service chooses");
    case "hidden":
      return notKnown(": the lowest TLS version of its edge is not known");
    case "unknown":
      return notKnown(": the lowest TLS version of its edge cannot be read");
    case "upstream":
      return notKnown(": its edge passes TLS through, and the upstream chooses the lowest version");
  }
}

/** Versions of SSL are numbers below 1: 0.3 is SSL 3. */
const tlsName = (version: number): string =>
  version < 1 ? `SSL ${Math.round(version * 10)}` : `TLS ${version.toFixed(1)}`;

/** An objection if a protection is required. */
function open(route: IngressObject): Objection | undefined {
  const access = accessOf(route);
  if (access === "open") return undefined;
  if (access === "not known") return notKnown(": whether it is open is not known");
  return fails(" is protected, and is expected to be open");
}
