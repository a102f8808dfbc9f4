import { type PrincipalChange, principalChanges } from "../change/principals";
import type { Arguments } from "../ingress/arguments";
import { flawKinds } from "../ingress/flaw-kinds";
import { itemText } from "../ingress/module-descriptions";
import type { Principal } from "../ingress/principals";
import { AUDIENCES } from "../ingress/token-flaws";
import { routeWith, routeWithLogin, routeWithTokens } from "./example-programs";
import { at, type Match, rule } from "./rule";

/** The rules of the lists of principals that a protection admits, if the protection is in force before and after the change. */

export const allowListRules = [
  // In a new module, an empty list of audiences is not a flaw, because many issuers name no audience. To empty the list is as severe as
  // to empty any other list.
  rule({
    id: "audiences-emptied",
    severity: flawKinds.emptyList.severity,
    title: flawKinds.emptyList.title,
    why: flawKinds.emptyList.why,
    fix: flawKinds.emptyList.fix,
    messages: { found: "tokens for every service may be accepted: no audience is listed" },
    example: {
      before: routeWithTokens({ audience: { allowList: [{ value: "api" }] } }),
      after: routeWithTokens(),
    },
    *find(change) {
      for (const { args, path, removed, isNowEmpty } of principalChanges(change)) {
        if (path === AUDIENCES && isNowEmpty && removed.length > 0) yield at(args, path, "found");
      }
    },
  }),
  rule({
    id: "allow-list-exchanged",
    severity: "high",
    title: "The allow-list now names entirely different users",
    why: "No entry of the new list was allowed before, and a domain, team or organization admits all of its members.",
    fix: "Compare who is in the old and in the new list.",
    messages: { found: "other {noun} take the place of all that was listed: {names}" },
    example: {
      before: routeWithLogin({ provider3: { emailDomains: ["acme.com"] } }),
      after: routeWithLogin({ provider3: { emailDomains: ["acme.example"] } }),
    },
    *find(change) {
      for (const { args, isOfUsers, isExchange, added } of principalChanges(change)) {
        if (isOfUsers && isExchange) yield* matchesByList(args, added, "found");
      }
    },
  }),
  rule({
    id: "allow-list-widened",
    severity: "medium",
    title: "An allow-list admits more",
    why: "The added entries are admitted.",
    fix: "Make sure that each entry is intended.",
    messages: { found: "more {noun} are admitted: {names}" },
    example: {
      before: routeWithLogin({ provider3: { emailDomains: ["acme.com"] } }),
      after: routeWithLogin({ provider3: { emailDomains: ["acme.com", "acme.dev"] } }),
    },
    *find(change) {
      for (const { args, isExchange, added } of principalChanges(change)) {
        if (!isExchange) yield* matchesByList(args, added, "found");
      }
    },
  }),
  rule({
    id: "authorities-exchanged",
    severity: "medium",
    title: "Other authorities or issuers take the place of all that was listed",
    why: "Certificates and tokens of the old authorities are rejected, and certificates and tokens of the new authorities are accepted.",
    fix: "List the old and the new authorities until each client has a new certificate or token.",
    messages: { found: "other {noun} take the place of all that was listed: {names}" },
    example: {
      before: { HttpsEdgeMutualTls: { edgeId: "edghts_1", certificateAuthorityIds: ["ca_1"] } },
      after: { HttpsEdgeMutualTls: { edgeId: "edghts_1", certificateAuthorityIds: ["ca_2"] } },
    },
    *find(change) {
      for (const { args, isOfUsers, isExchange, added } of principalChanges(change)) {
        if (!isOfUsers && isExchange) yield* matchesByList(args, added, "found");
      }
    },
  }),
  rule({
    id: "allow-list-may-widen",
    severity: "medium",
    title: "An allow-list may admit more",
    why: "The API reference does not show whether a user must be in one of an identity provider's lists, or in all, nor whether an IP policy admits addresses or rejects them. The program does not show who is in an organization, or has an address of a domain, and a preview does not show whether a secret is one of the plain entries on the other side.",
    fix: "Test with an account, or from an address, that must not be admitted.",
    messages: {
      emptied: "others may be admitted: no {noun} are listed",
      inPlace: "others may be admitted: {noun} take the place of what was listed: {names}",
      hidden: "others may be admitted: another list is a secret, or is not known until apply",
      fewerPolicies: "others may be admitted: IP policies no longer apply: {names}",
    },
    example: {
      before: routeWith({
        oauth: { provider: { provider1: { organizations: ["acme"], teams: ["acme/ops"] } } },
      }),
      after: routeWith({ oauth: { provider: { provider1: { teams: ["acme/ops"] } } } }),
    },
    *find(change) {
      for (const lists of principalChanges(change)) {
        const { args, mayBeAdded, emptied, changedBesideHidden } = lists;
        for (const path of changedBesideHidden) yield at(args, path, "hidden");
        yield* matchesByList(args, mayBeAdded, "inPlace");
        yield* matchesByList(args, emptied, "emptied");
        yield* matchesByList(args, removedPolicies(lists), "fewerPolicies");
      }
    },
  }),
];

/** Yields a match for each list that names at least one of the principals. */
function* matchesByList<Id extends string>(
  args: Arguments,
  principals: readonly Principal[],
  message: Id,
): Generator<Match<Id>> {
  const lists = Map.groupBy(principals, ({ path }) => path);
  for (const [path, named] of lists) {
    const noun = named[0]?.noun ?? "";
    const names = named.map(({ text }) => itemText(text)).join(", ");
    yield at(args, path, message, { noun, names });
  }
}

/** The IP policies that no longer apply, while others still do. A policy may admit addresses or reject them. */
const removedPolicies = ({ path, removed, isNowEmpty }: PrincipalChange): readonly Principal[] =>
  path === "ipPolicyIds" && !isNowEmpty ? removed : [];
