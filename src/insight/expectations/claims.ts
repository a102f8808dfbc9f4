import { backendOf } from "../describe/explain";
import { accessOf, isWeaker, strengthOf } from "../ingress/access";
import { type Block, isInForce, isOpaque, listAt, valueAt } from "../ingress/blocks";
import type { ServingRoute } from "../ingress/ingress";
import type { Modules } from "../ingress/kinds";
import { modules as moduleFacts, protectionNames } from "../ingress/modules";
import { admitted, covers, type UserList, userLists, usersOf } from "../ingress/names";
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

/** Whom logins admit beside those whom they may admit. */
function allows({ groups = [], ...lists }: AllowedUsers, { oauth, saml }: Modules): Verdict {
  const wanted = (Object.keys(userLists) as UserList[]).flatMap((list) =>
    (lists[list] ?? []).map((text) => admitted(list, text)),
  );
  const isReadable = oauth && !isOpaque(valueAt(oauth, "provider"));
  const users = (isReadable ? usersOf(oauth).entries : undefined)?.map((each) => ({
    ...{ text: each.text, name: `${each.text} (${each.noun})` },
    isWanted: wanted.some((wide) => covers(wide, each)),
  }));
  const members = saml && listAt(saml, "authorizedGroups");
  const names = members?.map((text) => ({ text, name: text, isWanted: groups.includes(text) }));
  const verdicts = [
    ...(wanted.length > 0 ? [onlyWanted("OAuth", oauth, users, "", "authenticates")] : []),
    ...(groups.length > 0 ? [onlyWanted("SAML", saml, names, "the groups ", "signs in")] : []),
  ];
  return (
    verdicts.find(({ outcome }) => outcome === "fails") ?? verdicts.find(({ outcome }) => outcome !== "holds") ?? HOLDS
  );
}

/** Whether a login admits only those whom it may admit; `undefined` for all if they cannot be read. */
function onlyWanted(
  login: string,
  block: Block | undefined,
  all: readonly { readonly text: string; readonly name: string; readonly isWanted: boolean }[] | undefined,
  noun: string,
  verb: string,
): Verdict {
  if (!block || !isInForce(block)) return fails(` does not require login (${login}), so everyone is admitted`);
  const others = all?.filter(({ text, isWanted }) => !isOpaque(text) && !isWanted) ?? [];
  if (others.length > 0) return fails(` also admits ${noun}${others.map(({ name }) => name).join(", ")}`);
  if (!all || all.some(({ text }) => isOpaque(text)) || isOpaque(block.values.enabled)) {
    return notKnown(`: whom its login (${login}) admits is not known`);
  }
  return all.length > 0 ? HOLDS : fails(` admits everyone whom the identity provider ${verb}`);
}

function servedBy(wanted: string, { route: { own, modules } }: ServingRoute): Verdict {
  if (own && [own.source.name, own.source.resource].includes(wanted)) return HOLDS;
  const backend = backendOf(modules);
  if (backend === wanted) return HOLDS;
  if (modules.backend && backend === undefined) return notKnown(": its backend is not known until apply");
  return fails(` serves it with ${modules.backend ? `backend ${backend}` : "no backend that the program declares"}`);
}

function tls(oldest: NonNullable<Claims["tls"]>, { tlsTermination: block }: Modules): Verdict {
  if (!block || !isInForce(block)) return fails(" is on an edge whose lowest TLS version the program does not declare");
  const version = tlsVersionOf(block);
  const isHidden = isOpaque(valueAt(block, "minVersion")) || isOpaque(block.values.enabled);
  if (isHidden) return notKnown(": the lowest TLS version of its edge is not known");
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
    claims.protectedBy && protectedBy(claims.protectedBy, claims.strength, modules),
    claims.allows && allows(claims.allows, modules),
    claims.servedBy !== undefined && servedBy(claims.servedBy, candidate),
    claims.tls && tls(claims.tls, modules),
    claims.open && open(candidate),
  ].filter((verdict) => typeof verdict === "object");
}
