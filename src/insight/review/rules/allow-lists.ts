import { addedTo } from "../../ingress/blocks";
import { rows } from "../../ingress/lint-rows";
import { factsOf } from "../../ingress/modules";
import {
  type Admitted,
  admittedBy,
  covers,
  isForEverybody,
  isWildcard,
  namesAt,
  providerPath,
  userLists,
} from "../../ingress/names";
import { differences } from "../differences";
import { type Find, inModules, match, rule } from "./rule";

/** Whom the lists of protections admit that are in force before and after the change. */

/** What becomes of a list that named somebody before the change. */
interface ListChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/** Names that a message tells of the lists of modules: of the list at one path, or of any. Those of OAuth are none of them. */
const inLists = (wanted: string, message: string, namesOf: (list: ListChange) => readonly string[]): Find =>
  inModules("kept", "any", ({ name, was, now }) =>
    Object.entries(factsOf(name)?.lists ?? {}).map(([path, noun]) => {
      const [before, after] = [namesAt(was, path), namesAt(now, path)];
      if (!before?.length || !after || !["any", path].includes(wanted)) return false;
      const names = namesOf({ before, after, added: addedTo(before, after), gone: addedTo(after, before) });
      return names.length > 0 && match(now, path, message, { noun, names: names.join(", ") });
    }),
  );

type Users = readonly Admitted[];

/** Users that a message tells of the lists of OAuth, if its provider stays the same and somebody is listed on both sides. */
const inUsers = (message: string, usersOf: (before: Users, after: Users, added: Users) => Users): Find =>
  inModules("kept", "oauth", ({ was, now }) => {
    const [before, after] = [admittedBy(was), admittedBy(now)];
    if (providerPath(was) !== providerPath(now) || !before?.length || !after?.length) return false;
    // Whoever is listed was admitted before.
    if (before.some(isForEverybody)) return false;
    const added = after.filter((each) => !isForEverybody(each) && !before.some((old) => covers(old, each)));
    return [...Map.groupBy(usersOf(before, after, added), ({ list }) => list)].map(([list, entries]) => {
      const names = entries.map(({ text }) => text).join(", ");
      return match(now, `${providerPath(now)}.${list}`, message, { noun: userLists[list], names });
    });
  });

/** Others are admitted, by whether nobody of those who were listed stays. */
const otherUsers = (isExchanged: boolean): Find =>
  inUsers("found", (before, after, added) => {
    const isStill = after.some((each) => before.some((old) => covers(each, old) && each.list === old.list));
    return isStill === isExchanged ? [] : added;
  });

/** Lists of OAuth are empty after the change, while another one is not. */
const goneLists = inUsers("gone", (before, after, added) => {
  const gone = before.filter((old) => after.every(({ list }) => list !== old.list));
  // A new list names some of those whom the list admitted that is gone.
  const isNarrower = after.every(
    (each) => gone.some((old) => covers(old, each)) && before.every(({ list }) => list !== each.list),
  );
  return isNarrower || added.length > 0 ? [] : gone;
});

/** Lists of OAuth change while another one is a secret, or known only at apply. */
const besideHidden = inModules("kept", "oauth", ({ was, now }) => {
  if (admittedBy(was) && admittedBy(now)) return false;
  const lists = Object.keys(userLists).map((list) => `${providerPath(now)}.${list}`);
  return differences(was, now).map(
    ({ path, outcome }) => outcome === "changed" && lists.includes(path) && match(now, path, "hidden"),
  );
});

export const allowListRules = [
  rule("audiences-emptied", rows.emptyList.severity, {
    ...rows.emptyList,
    messages: { found: "tokens for every service may be accepted: no audience is listed" },
    find: inLists("audience.allowList", "found", ({ before, after }) => (after.length === 0 ? before : [])),
  }),
  rule("allow-list-exchanged", "high", {
    title: "The allow-list now names entirely different users",
    why: "No entry of the new list was allowed before, and a domain, team or organization admits all of its members.",
    fix: "Compare who is in the old and in the new list.",
    messages: {
      found: "other {noun} take the place of all that was listed: {names}",
      groups: "other groups take the place of all that were listed: {names}",
    },
    find: [
      otherUsers(true),
      // No group is one of those from before.
      inLists("authorizedGroups", "groups", ({ after, added }) => (added.length === after.length ? added : [])),
    ],
  }),
  rule("allow-list-widened", "medium", {
    title: "An allow-list admits more",
    why: "The added entries are admitted.",
    fix: "Make sure that each entry is intended.",
    messages: { found: "more {noun} are admitted: {names}" },
    find: [inLists("any", "found", ({ added }) => added.filter((name) => !isWildcard(name))), otherUsers(false)],
  }),
  rule("allow-list-may-widen", "medium", {
    title: "An allow-list may admit more",
    why: "The API reference does not show whether a user must be in one of an identity provider's lists, or in all, nor whether an IP policy admits addresses or rejects them.",
    fix: "Test with an account, or from an address, that must not be admitted.",
    messages: {
      gone: "others may be admitted: no {noun} are listed",
      hidden: "others may be admitted: another list is a secret, or is not known until apply",
      policies: "others may be admitted: IP policies no longer apply: {names}",
    },
    find: [
      goneLists,
      besideHidden,
      // Each may be a policy that admits addresses, or that rejects them.
      inLists("ipPolicyIds", "policies", ({ after, gone }) => (after.length > 0 ? gone : [])),
    ],
  }),
];
