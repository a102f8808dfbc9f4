import { isWithin } from "../../core/schema/walk";
import { rows } from "../ingress/lint-rows";
import { itemText, principalListsOf, protectionNames } from "../ingress/modules";
import { includes, isForEverybody, kindOf, mayOverlap, type Principal } from "../ingress/names";
import { isHidden, UNKNOWN } from "../ingress/value";
import { inModules, match, rule } from "./rule";

/** Whom the lists of a protection admit, if it is in force before and after the change. */

type Entries = readonly Principal[];

/** Lists whose entries are people, or groups of people. */
const USERS = /^(provider\.|authorizedGroups$)/;
/** Each policy may admit addresses or reject them, so that nothing is known of who is on two lists. */
const IP_POLICIES = "ipPolicyIds";

/** The entries of lists that are empty after the change, while another list of the same login is not. */
function gone(before: Entries, after: Entries, added: Entries): Entries {
  const all = before.filter((old) => after.every(({ list }) => list !== old.list));
  // A list that is new names nobody but whom a list that is gone admitted.
  const isNarrower = after.every(
    (each) => all.some((old) => includes(old, each)) && before.every(({ list }) => list !== each.list),
  );
  return isNarrower || added.length > 0 ? [] : all;
}

/** Which message is for entries that are new in lists of users, by who is known to be on the old lists as well. */
function messageOfAdded(before: Entries, after: Entries, added: Entries): string {
  if (after.some((each) => before.some((old) => mayOverlap(each, old)))) return "added";
  const isComparable = added.some((each) => !isHidden(each.text) && before.some((old) => kindOf(each) === kindOf(old)));
  return isComparable ? "exchanged" : "otherKind";
}

/** The entries that messages name, by the ids of the messages. Before the change, the lists named somebody. */
function entriesOf(path: string, before: Entries, after: Entries): Readonly<Record<string, Entries>> {
  // Neither a user whom a list admitted before, nor an entry that is known at apply, which another rule reports.
  const isNew = (each: Principal) => each.text !== UNKNOWN && !before.some((old) => includes(old, each));
  const added = after.filter((each) => isNew(each) && !isForEverybody(each));
  if (USERS.test(path)) {
    return { [messageOfAdded(before, after, added)]: added, gone: gone(before, after, added) };
  }
  const isLost = (old: Principal) => !after.some((each) => includes(each, old));
  const lost = before.filter(isLost);
  const isExchanged = lost.length === before.length && path !== IP_POLICIES;
  const loss = `${path}, ${after.length === 0 ? "emptied" : "shortened"}`;
  return { [isExchanged ? "replaced" : "added"]: added, [loss]: lost };
}

/** The entries after a change. Of a list that has not changed, they are those before it, even if a preview masks them now. */
function settled(before: Entries, after: Entries, changed: readonly string[]): Entries {
  const isUnchanged = ({ path }: Principal) => !changed.some((each) => isWithin(path, each));
  return [...after.filter((each) => !isUnchanged(each)), ...before.filter(isUnchanged)];
}

/** Finds what changes of the lists of a module that are judged together, before and after, if their paths are the same. */
const lists = inModules("stays", protectionNames, ({ name, before: was, after: now, differences }) => {
  const before = new Map(principalListsOf(name, was).map(({ paths, principals: entries }) => [paths[0], entries]));
  return principalListsOf(name, now).map(({ paths, principals: entries }) => {
    const [path = ""] = paths;
    if (!before.has(path)) return false;
    const old = before.get(path);
    // One of the lists of the login is a secret, or known only at apply, while another one changes.
    if (!old || !entries) {
      return differences.map(
        (each) => each.outcome === "changed" && paths.includes(each.path) && match(now, each.path, "hidden"),
      );
    }
    // Whoever is listed was admitted before. What an id matches is not known, even of one that looks like a wildcard.
    if (old.length === 0 || (USERS.test(path) && old.some(isForEverybody))) return false;
    const changed = differences.map((each) => each.path);
    return Object.entries(entriesOf(path, old, settled(old, entries, changed))).map(([message, named]) =>
      [...Map.groupBy(named, (each) => each.path)].map(([at, all]) =>
        match(now, at, message, { noun: all[0]?.noun ?? "", names: all.map(({ text }) => itemText(text)).join(", ") }),
      ),
    );
  });
});

export const allowListRules = [
  rule("audiences-emptied", rows.emptyList.severity, {
    ...rows.emptyList,
    messages: { "audience.allowList, emptied": "tokens for every service may be accepted: no audience is listed" },
    find: lists,
  }),
  rule("allow-list-exchanged", "high", {
    title: "The allow-list now names entirely different users",
    why: "No entry of the new list was allowed before, and a domain, team or organization admits all of its members.",
    fix: "Compare who is in the old and in the new list.",
    messages: { exchanged: "other {noun} take the place of all that was listed: {names}" },
    find: lists,
  }),
  rule("allow-list-widened", "medium", {
    title: "An allow-list admits more",
    why: "The added entries are admitted.",
    fix: "Make sure that each entry is intended.",
    messages: { added: "more {noun} are admitted: {names}" },
    find: lists,
  }),
  rule("authorities-exchanged", "medium", {
    title: "Other authorities or issuers take the place of all that was listed",
    why: "Certificates and tokens of the old authorities are rejected, and certificates and tokens of the new authorities are accepted.",
    fix: "List the old and the new authorities until each client has a new certificate or token.",
    messages: { replaced: "other {noun} take the place of all that was listed: {names}" },
    find: lists,
  }),
  rule("allow-list-may-widen", "medium", {
    title: "An allow-list may admit more",
    why: "The API reference does not show whether a user must be in one of an identity provider's lists, or in all, nor whether an IP policy admits addresses or rejects them. The program does not show who is in an organization, or has an address of a domain.",
    fix: "Test with an account, or from an address, that must not be admitted.",
    messages: {
      gone: "others may be admitted: no {noun} are listed",
      otherKind: "others may be admitted: {noun} take the place of what was listed: {names}",
      hidden: "others may be admitted: another list is a secret, or is not known until apply",
      // Each may be a policy that admits addresses, or that rejects them.
      "ipPolicyIds, shortened": "others may be admitted: IP policies no longer apply: {names}",
    },
    find: lists,
  }),
];
