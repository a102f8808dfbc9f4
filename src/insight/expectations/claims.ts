import { backendOf } from "../describe/modules";
import { accessOf } from "../ingress/access";
import { type Block, isInForce, isOpaque, listAt, valueAt } from "../ingress/blocks";
import type { ServingRoute } from "../ingress/ingress";
import { modules as moduleFacts, protectionNames } from "../ingress/modules";
import { type Admitted, admitted as admits, admittedBy, covers, type UserList, userLists } from "../ingress/names";
import type { Modules } from "../ingress/objects";
import { isWeaker, strengthOf } from "../ingress/strength";
import { tlsVersionOf } from "../ingress/tls";
import type { AllowedUsers, Claims } from "./expectation";

/** Whether something is so. `not-known`: only an apply, or whoever knows a secret, can say. */
export type Outcome = "holds" | "fails" | "not-known";

/** What is found of one claim. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Follows the name of a route; empty if the claim holds. */
  readonly says: string;
}

const HOLDS: Verdict = { outcome: "holds", says: "" };
const fails = (says: string): Verdict => ({ outcome: "fails", says });
const notKnown = (says: string): Verdict => ({ outcome: "not-known", says });

function protectedBy(wanted: NonNullable<Claims["protectedBy"]>, least: Claims["strength"], modules: Modules): Verdict {
  const isAny = wanted.includes("any");
  const names = isAny ? protectionNames : wanted.filter((name) => name !== "any");
  const lower = names.map((name) => {
    const needed = least ?? (isAny ? "real" : moduleFacts[name].best);
    return isWeaker(strengthOf(name, modules[name]), needed);
  });
  if (lower.includes(false)) return HOLDS;
  const words = isAny ? "a protection of full strength" : names.map((name) => moduleFacts[name].title).join(" or ");
  if (lower.includes("may")) return notKnown(`: whether it requires ${words} is not known until apply`);
  return fails(` does not require ${words}`);
}

/** Whom lists admit beside those whom they may admit. */
function allows({ groups, ...lists }: AllowedUsers, { oauth, saml }: Modules): Verdict {
  const wanted = (Object.keys(userLists) as UserList[]).flatMap((list) =>
    (lists[list] ?? []).map((text): Admitted => admits(list, text)),
  );
  const verdicts = [
    ...(wanted.length > 0 ? [usersOf(wanted, oauth)] : []),
    ...(groups ? [groupsOf(groups, saml)] : []),
  ];
  return (
    verdicts.find(({ outcome }) => outcome === "fails") ?? verdicts.find(({ outcome }) => outcome !== "holds") ?? HOLDS
  );
}

function usersOf(wanted: readonly Admitted[], oauth: Block | undefined): Verdict {
  if (!oauth || !isInForce(oauth)) return fails(" does not require login (OAuth), so everyone is admitted");
  if (isOpaque(oauth.values.enabled) || isOpaque(valueAt(oauth, "provider"))) return notKnown(UNKNOWN_USERS);
  const admitted = admittedBy(oauth);
  const others = (admitted ?? []).filter((each) => !isOpaque(each.text) && !wanted.some((wide) => covers(wide, each)));
  if (others.length > 0) {
    return fails(` also admits ${others.map(({ list, text }) => `${text} (${userLists[list]})`).join(", ")}`);
  }
  if (!admitted || admitted.some(({ text }) => isOpaque(text))) return notKnown(UNKNOWN_USERS);
  return admitted.length > 0 ? HOLDS : fails(" admits everyone whom the identity provider authenticates");
}

const UNKNOWN_USERS = ": whom its login (OAuth) admits is not known";

function groupsOf(wanted: readonly string[], saml: Block | undefined): Verdict {
  if (!saml || !isInForce(saml)) return fails(" does not require login (SAML), so everyone is admitted");
  const groups = listAt(saml, "authorizedGroups");
  const others = (groups ?? []).filter((group) => !isOpaque(group) && !wanted.includes(group));
  if (others.length > 0) return fails(` also admits the groups ${others.join(", ")}`);
  if (!groups || groups.some(isOpaque) || isOpaque(saml.values.enabled)) {
    return notKnown(": whom its login (SAML) admits is not known");
  }
  return groups.length > 0 ? HOLDS : fails(" admits everyone whom the identity provider signs in");
}

function servedBy(wanted: string, { route: { own, modules } }: ServingRoute): Verdict {
  if (own && [own.source.name, own.source.resource].includes(wanted)) return HOLDS;
  const backend = backendOf(modules);
  if (backend === wanted) return HOLDS;
  if (modules.backend && backend === undefined) return notKnown(": its backend is not known until apply");
  return fails(
    ` serves it with ${backend === undefined ? "no backend that the program declares" : `backend ${backend}`}`,
  );
}

function tls(oldest: NonNullable<Claims["tls"]>, { tlsTermination: block }: Modules): Verdict {
  if (!block || !isInForce(block)) return fails(" is on an edge whose lowest TLS version the program does not declare");
  const version = tlsVersionOf(block);
  if (isOpaque(valueAt(block, "minVersion")) || isOpaque(block.values.enabled))
    return notKnown(": the lowest TLS version of its edge is not known");
  if (version === "unknown") return notKnown(": the lowest TLS version of its edge cannot be read");
  if (version === "upstream")
    return notKnown(": its edge passes TLS through, and the upstream chooses the lowest version");
  if (version === "default") return fails(" is on an edge whose lowest TLS version the service chooses");
  return version >= Number(oldest) ? HOLDS : fails(` is on an edge that accepts TLS ${version.toFixed(1)}`);
}

function open({ route }: ServingRoute): Verdict {
  const access = accessOf(route);
  if (access === "open") return HOLDS;
  if (access === "not known") return notKnown(": whether it is open is not known until apply");
  return fails(" is protected, and is expected to be open");
}

/** What is found of each claim, for a route that may serve a request. */
export function verdictsOn(claims: Claims, candidate: ServingRoute): Verdict[] {
  const modules = candidate.route.effective;
  return [
    ...(claims.protectedBy ? [protectedBy(claims.protectedBy, claims.strength, modules)] : []),
    ...(claims.allows ? [allows(claims.allows, modules)] : []),
    ...(claims.servedBy === undefined ? [] : [servedBy(claims.servedBy, candidate)]),
    ...(claims.tls ? [tls(claims.tls, modules)] : []),
    ...(claims.open ? [open(candidate)] : []),
  ];
}
