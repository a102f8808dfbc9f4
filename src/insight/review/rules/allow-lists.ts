import { admittedBy, covers, isForEverybody, providerPath, userLists } from "../../ingress/admitted";
import { addedTo, listAt } from "../../ingress/blocks";
import { type Weakness, weaknessesOf } from "../../ingress/protections";
import type { ObjectChange } from "../changes";
import { differences } from "../differences";
import { type Hit, hit, keptModules, type ModulePair, type Rule } from "./rule";
import { listed } from "./words";

/** Whom the lists of protections admit that are in force before and after the change. */

/** Hits at the weaknesses that protections have after the change alone. */
export const whenWeakened = (subject: ObjectChange, ids: readonly Weakness["id"][]): Hit[] =>
  keptModules(subject).flatMap(({ name, before, after }) => {
    const old = weaknessesOf(name, before).map(({ says }) => says);
    return weaknessesOf(name, after)
      .filter(({ id, says }) => ids.includes(id) && !old.includes(says))
      .map(({ path, says }) => hit(after, path, says));
  });

/** A list that decides who gets in, by its path and what its elements are. */
type AllowList = readonly [path: string, noun: string];

/** By the modules that have them. The lists of OAuth are compared together. */
const lists: Readonly<Record<string, readonly AllowList[]>> = {
  saml: [["authorizedGroups", "groups"]],
  jwtValidation: [
    ["issuer.allowList", "issuers"],
    ["audience.allowList", "audiences"],
  ],
  mutualTls: [["certificateAuthorityIds", "certificate authorities"]],
  ipRestriction: [["ipPolicyIds", "IP policies"]],
};

/** A list before and after, if both are known. */
export interface Compared {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly added: readonly string[];
  /** A hit at the list. */
  readonly hit: (says: string) => Hit;
}

export function compare({ before, after }: ModulePair, path: string): Compared[] {
  const [was, now] = [listAt(before, path), listAt(after, path)];
  if (!was || !now) return [];
  return [{ before: was, after: now, added: addedTo(was, now), hit: (says) => hit(after, path, says) }];
}

/** Hits at a list of groups that names none of the groups from before. */
const whenGroupsAreExchanged = (subject: ObjectChange): Hit[] =>
  keptModules(subject, ["saml"])
    .flatMap((pair) => compare(pair, "authorizedGroups"))
    .filter(({ before, after, added }) => before.length > 0 && added.length > 0 && added.length === after.length)
    .map((list) => list.hit(`other groups take the place of all that were listed: ${listed(list.added)}`));

const whenWidened = (pair: ModulePair): Hit[] =>
  (lists[pair.name] ?? []).flatMap(([path, noun]) =>
    compare(pair, path)
      .filter(({ before, added }) => before.length > 0 && added.length > 0)
      .map((list) => list.hit(`more ${noun} are admitted: ${listed(list.added)}`)),
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

/** Hits at the lists of OAuth that admit others, by whether these lists are used before the change. */
function whenUsersChange(subject: ObjectChange, isExchanged: boolean): Hit[] {
  return keptModules(subject, ["oauth"]).flatMap((pair) => {
    const users = usersOf(pair);
    if (!users) return [];
    const { before, after, added, path } = users;
    // No entry stays: other people take the place of all who were listed.
    const isOther = !after.some((each) => before.some((old) => covers(each, old) && each.list === old.list));
    if (isOther !== isExchanged) return [];
    return [...Map.groupBy(added, ({ list }) => list)].map(([list, entries]) => {
      const noun = userLists[list];
      const texts = listed(entries.map(({ text }) => text));
      const says = isExchanged ? `other ${noun} take the place of all that was listed` : `more ${noun} are admitted`;
      return hit(pair.after, `${path}.${list}`, `${says}: ${texts}`);
    });
  });
}

/** Hits at the lists of OAuth that are empty after the change, while another one is not. */
const whenListIsGone = (subject: ObjectChange): Hit[] =>
  keptModules(subject, ["oauth"]).flatMap((pair) => {
    const users = usersOf(pair);
    if (!users) return whenHiddenListChanges(pair);
    const { before, after, path } = users;
    const gone = before.filter((old) => after.every(({ list }) => list !== old.list));
    // A new list names some of those whom the list admitted that is gone.
    const isNarrower = after.every(
      (each) => gone.some((old) => covers(old, each)) && before.every(({ list }) => list !== each.list),
    );
    return isNarrower
      ? []
      : [...new Set(gone.map(({ list }) => list))]
          .filter(() => users.added.length === 0)
          .map((list) =>
            hit(pair.after, `${path}.${list}`, `others may be admitted: no ${userLists[list]} are listed`),
          );
  });

/** Hits at the lists of OAuth that change while another one is a secret, or known only at apply. */
function whenHiddenListChanges(pair: ModulePair): Hit[] {
  const { before, after } = pair;
  if (pair.name !== "oauth" || (admittedBy(before) && admittedBy(after))) return [];
  const lists = Object.keys(userLists).map((list) => `${providerPath(after)}.${list}`);
  const paths = differences(before, after).flatMap(({ path, outcome }) => (outcome === "changed" ? [path] : []));
  return paths
    .filter((path) => lists.includes(path))
    .map((path) => hit(after, path, "others may be admitted: another list is a secret, or is not known until apply"));
}

/** Hits at the audiences, without which tokens for every service may be accepted. */
const whenAudiencesAreGone = (subject: ObjectChange): Hit[] =>
  keptModules(subject, ["jwtValidation"])
    .flatMap((pair) => compare(pair, "audience.allowList"))
    .filter(({ before, after }) => before.length > 0 && after.length === 0)
    .map((list) => list.hit("no audience of tokens is listed"));

export const allowListRules: readonly Rule[] = [
  {
    id: "allow-list-emptied",
    severity: "high",
    title: "An allow-list is empty or removed",
    why: "An empty list usually admits everyone the module can authenticate.",
    todo: "Keep at least one entry, or remove the module if everyone is allowed.",
    example: "`saml.authorizedGroups` is removed",
    find: (subject) => [
      ...whenWeakened(subject, ["no-list", "no-claims", "no-issuer", "no-algorithm"]),
      ...whenAudiencesAreGone(subject),
    ],
  },
  {
    id: "allow-list-exchanged",
    severity: "high",
    title: "Other people take the place of the people who were allowed",
    why: "Nobody of the new list was named before: a domain, team or organization admits everybody in it.",
    todo: "Compare who is in the old and in the new list.",
    example: "`emailDomains: [acme.com]` takes the place of `emailAddresses: [alice@acme.com]`",
    find: (subject) => [...whenUsersChange(subject, true), ...whenGroupsAreExchanged(subject)],
  },
  {
    id: "public-domain-allowed",
    severity: "high",
    title: "An allowed e-mail domain is open to everyone",
    why: "Anyone can create an account there, and is admitted.",
    todo: "List the addresses of the allowed users instead of the domain.",
    example: "`gmail.com` is added to `oauth.provider.provider3.emailDomains`",
    find: (subject) => whenWeakened(subject, ["public-domain"]),
  },
  {
    id: "allow-list-widened",
    severity: "medium",
    title: "An allow-list admits more",
    why: "The added entries are admitted as soon as the change is applied.",
    todo: "Make sure that each entry is intended.",
    example: "a domain is added to `oauth.provider.provider3.emailDomains`",
    find: (subject) => [...keptModules(subject).flatMap(whenWidened), ...whenUsersChange(subject, false)],
  },
  {
    id: "allow-list-may-widen",
    severity: "medium",
    title: "An allow-list may admit more",
    why: "The API reference does not show whether a user must be in one of an identity provider's lists, or in all.",
    todo: "Test with an account that must not be admitted.",
    example: "`organizations` is removed while `emailDomains` stays",
    find: whenListIsGone,
  },
  {
    id: "user-agents-widened",
    severity: "low",
    title: "More user agents are allowed",
    why: "The filter rejects less. It is not a security boundary: clients choose their User-Agent.",
    todo: "Make sure that each entry is intended.",
    example: "an entry of `userAgentFilter.deny` is removed",
    find: (subject) =>
      keptModules(subject, ["userAgentFilter"]).flatMap((pair) => {
        const [[allow], [deny]] = [compare(pair, "allow"), compare(pair, "deny")];
        const undenied = deny ? addedTo(deny.after, deny.before) : [];
        const isWider = allow && allow.before.length > 0 && (allow.added.length > 0 || allow.after.length === 0);
        return [
          ...(isWider ? [allow.hit("more user agents are allowed")] : []),
          ...(deny && undenied.length > 0 ? [deny.hit(`user agents are no longer denied: ${listed(undenied)}`)] : []),
        ];
      }),
  },
];
