import { addedTo } from "../../ingress/blocks";
import { rows } from "../../ingress/lint-rows";
import { factsOf } from "../../ingress/modules";
import { admittedBy, covers, isForEverybody, isWildcard, namesAt, providerPath, userLists } from "../../ingress/names";
import type { ObjectChange } from "../changes";
import { differences } from "../differences";
import { google, jwt, ofRoute } from "./example";
import { keptModules, listed, type Match, type ModulePair, match, type Rule } from "./rule";

/** Whom the lists of protections admit that are in force before and after the change. */

/** A list before and after, if both are known, and what only the second one has. */
export interface Compared {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly added: readonly string[];
}

/** Compares lists whose entries name somebody. */
export function compare({ before, after }: ModulePair, path: string): Compared[] {
  const [was, now] = [namesAt(before, path), namesAt(after, path)];
  return was && now ? [{ before: was, after: now, added: addedTo(was, now) }] : [];
}

/** Matches at a list of groups that names none of the groups from before. */
const findExchangedGroups = (change: ObjectChange): Match[] =>
  keptModules(change, ["saml"]).flatMap((pair) =>
    compare(pair, "authorizedGroups")
      .filter(({ before, after, added }) => before.length > 0 && added.length > 0 && added.length === after.length)
      .map(({ added }) => match(pair.after, "authorizedGroups", "groups", { names: listed(added) })),
  );

const findWidened = (pair: ModulePair): Match[] =>
  Object.entries(factsOf(pair.name)?.lists ?? {}).flatMap(([path, noun]) =>
    compare(pair, path).flatMap(({ before, added }) => {
      const names = added.filter((name) => !isWildcard(name));
      return before.length > 0 && names.length > 0
        ? [match(pair.after, path, "found", { noun, names: listed(names) })]
        : [];
    }),
  );

/** Both sides of an OAuth provider that stays the same and that has lists on both sides. */
function usersOf(pair: ModulePair) {
  const [before, after] = [admittedBy(pair.before), admittedBy(pair.after)];
  const isSame = providerPath(pair.before) === providerPath(pair.after);
  if (!isSame || !before?.length || !after?.length) return undefined;
  // Whoever is listed was admitted before.
  if (before.some(isForEverybody)) return undefined;
  const added = after.filter((each) => !isForEverybody(each) && !before.some((old) => covers(old, each)));
  return { before, after, added, path: providerPath(pair.after) };
}

/** Matches at the lists of OAuth that admit others, by whether nobody of these lists stays. */
const findOtherUsers = (change: ObjectChange, isExchanged: boolean): Match[] =>
  keptModules(change, ["oauth"]).flatMap((pair) => {
    const users = usersOf(pair);
    if (!users) return [];
    const { before, after, added, path } = users;
    const isOther = !after.some((each) => before.some((old) => covers(each, old) && each.list === old.list));
    if (isOther !== isExchanged) return [];
    return [...Map.groupBy(added, ({ list }) => list)].map(([list, entries]) =>
      match(pair.after, `${path}.${list}`, "found", {
        ...{ noun: userLists[list], names: listed(entries.map(({ text }) => text)) },
      }),
    );
  });

/** Matches at the lists of OAuth that are empty after the change, while another one is not. */
const findGoneLists = (change: ObjectChange): Match[] =>
  keptModules(change, ["oauth"]).flatMap((pair) => {
    const users = usersOf(pair);
    if (!users) return findBesideHidden(pair);
    const { before, after, path, added } = users;
    const gone = before.filter((old) => after.every(({ list }) => list !== old.list));
    // A new list names some of those whom the list admitted that is gone.
    const isNarrower = after.every(
      (each) => gone.some((old) => covers(old, each)) && before.every(({ list }) => list !== each.list),
    );
    if (isNarrower || added.length > 0) return [];
    return [...new Set(gone.map(({ list }) => list))].map((list) =>
      match(pair.after, `${path}.${list}`, "gone", { noun: userLists[list] }),
    );
  });

/** Matches at the lists of OAuth that change while another one is a secret, or known only at apply. */
function findBesideHidden({ before, after }: ModulePair): Match[] {
  if (admittedBy(before) && admittedBy(after)) return [];
  const lists = Object.keys(userLists).map((list) => `${providerPath(after)}.${list}`);
  return differences(before, after)
    .filter(({ path, outcome }) => outcome === "changed" && lists.includes(path))
    .map(({ path }) => match(after, path, "hidden"));
}

/** Matches at IP policies of which some go: each may be one that admits addresses, or one that rejects them. */
const findGonePolicies = (change: ObjectChange): Match[] =>
  keptModules(change, ["ipRestriction"]).flatMap((pair) =>
    compare(pair, "ipPolicyIds").flatMap(({ before, after }) => {
      const gone = addedTo(after, before);
      return after.length > 0 && gone.length > 0
        ? [match(pair.after, "ipPolicyIds", "policies", { names: listed(gone) })]
        : [];
    }),
  );

const AUDIENCES = "audience.allowList";

/** Matches at the audiences, without which tokens for every service may be accepted. */
const findGoneAudiences = (change: ObjectChange): Match[] =>
  keptModules(change, ["jwtValidation"]).flatMap((pair) =>
    compare(pair, AUDIENCES)
      .filter(({ before, after }) => before.length > 0 && after.length === 0)
      .map(() => match(pair.after, AUDIENCES)),
  );

export const allowListRules: readonly Rule[] = [
  {
    ...rows.emptyList,
    id: "audiences-emptied",
    messages: { found: "tokens for every service may be accepted: no audience is listed" },
    example: ofRoute(jwt({ audience: { allowList: [{ value: "api" }] } }), jwt()),
    find: findGoneAudiences,
  },
  {
    id: "allow-list-exchanged",
    severity: "high",
    title: "The allow-list now names entirely different users",
    why: "No entry of the new list was allowed before, and a domain, team or organization admits all of its members.",
    fix: "Compare who is in the old and in the new list.",
    messages: {
      found: "other {noun} take the place of all that was listed: {names}",
      groups: "other groups take the place of all that were listed: {names}",
    },
    example: ofRoute(
      { oauth: { provider: { provider3: { emailAddresses: ["alice@acme.com"] } } } },
      google("acme.com"),
    ),
    find: (change) => [...findOtherUsers(change, true), ...findExchangedGroups(change)],
  },
  {
    id: "allow-list-widened",
    severity: "medium",
    title: "An allow-list admits more",
    why: "The added entries are admitted.",
    fix: "Make sure that each entry is intended.",
    messages: { found: "more {noun} are admitted: {names}" },
    example: ofRoute(google("acme.com"), google("acme.com", "acme.dev")),
    find: (change) => [...keptModules(change).flatMap(findWidened), ...findOtherUsers(change, false)],
  },
  {
    id: "allow-list-may-widen",
    severity: "medium",
    title: "An allow-list may admit more",
    why: "The API reference does not show whether a user must be in one of an identity provider's lists, or in all, nor whether an IP policy admits addresses or rejects them.",
    fix: "Test with an account, or from an address, that must not be admitted.",
    messages: {
      gone: "others may be admitted: no {noun} are listed",
      hidden: "others may be admitted: another list is a secret, or is not known until apply",
      policies: "others may be admitted: IP policies no longer apply: {names}",
    },
    example: ofRoute(
      { oauth: { provider: { provider1: { organizations: ["acme"], teams: ["acme/ops"] } } } },
      { oauth: { provider: { provider1: { teams: ["acme/ops"] } } } },
    ),
    find: (change) => [...findGoneLists(change), ...findGonePolicies(change)],
  },
];
