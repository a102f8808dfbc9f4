import { isOpaque } from "../../ingress/blocks";
import { rows } from "../../ingress/lint-rows";
import { audiencesOf, isProtection } from "../../ingress/modules";
import { type Admitted, type Audience, covers, isForEverybody } from "../../ingress/names";
import type { ModuleChange } from "../changes";
import { differences } from "../differences";
import { type Find, type Found, inModules, match, rule } from "./rule";

/** Whom the lists of protections admit that are in force before and after the change. */

type Entries = readonly Admitted[];

/** What becomes of lists that named somebody before the change. */
interface ListChange {
  readonly before: Entries;
  readonly after: Entries;
  /** Without those whom a list admitted before, and those of whom nothing is known. */
  readonly added: Entries;
}

/** Looks at the lists of a module that are judged together, before and after, if their paths are the same. */
const inAudiences = (find: (was: Audience, now: Audience, module: ModuleChange<"kept">) => Found): Find =>
  inModules("kept", isProtection, (module) => {
    const [before, after] = [module.was, module.now].map((block) => audiencesOf(module.name, block));
    return (before ?? []).map((was, index) => {
      const now = after?.[index];
      return now && was.paths[0] === now.paths[0] && find(was, now, module);
    });
  });

/** Entries that a message tells of the lists at certain paths, or of any. */
const inLists = (message: string, wanted: RegExp, entriesOf: (change: ListChange) => Entries): Find =>
  inAudiences(({ entries: before }, { entries: after }, { now }) => {
    // Whoever is listed was admitted before.
    if (!before?.length || !after || before.some(isForEverybody)) return false;
    const isNew = (each: Admitted) => !isOpaque(each.text) && !before.some((old) => covers(old, each));
    const added = after.filter((each) => isNew(each) && !isForEverybody(each));
    const found = entriesOf({ before, after, added }).filter(({ path }) => wanted.test(path));
    return [...Map.groupBy(found, ({ path }) => path)].map(([path, all]) =>
      match(now, path, message, { noun: all[0]?.noun ?? "", names: all.map(({ text }) => text).join(", ") }),
    );
  });

/** Lists whose entries are people, or groups of people. */
const USERS = /^(provider\.|authorizedGroups$)/;
const OF_REQUESTS = /^(?!provider\.|authorizedGroups$)/;

/** Others are admitted, by whether nobody of those who were listed stays. */
const others =
  (isExchanged: boolean) =>
  ({ before, after, added }: ListChange): Entries => {
    const isStill = after.some((each) => before.some((old) => covers(each, old) && each.list === old.list));
    return isStill === isExchanged ? [] : added;
  };

/** Lists that are empty after the change, while another one of the same login is not. */
const gone = ({ before, after, added }: ListChange): Entries => {
  const all = before.filter((old) => after.every(({ list }) => list !== old.list));
  // A new list names some of those whom the list admitted that is gone.
  const isNarrower = after.every(
    (each) => all.some((old) => covers(old, each)) && before.every(({ list }) => list !== each.list),
  );
  return isNarrower || added.length > 0 ? [] : all;
};

/** Lists that change while another one of the same login is a secret, or known only at apply. */
const besideHidden = inAudiences(
  (before, after, { was, now }) =>
    !(before.entries && after.entries) &&
    differences(was, now).map(
      ({ path, outcome }) => outcome === "changed" && after.paths.includes(path) && match(now, path, "hidden"),
    ),
);

export const allowListRules = [
  rule("audiences-emptied", rows.emptyList.severity, {
    ...rows.emptyList,
    messages: { found: "tokens for every service may be accepted: no audience is listed" },
    find: inLists("found", /^audience/, ({ before, after }) => (after.length === 0 ? before : [])),
  }),
  rule("allow-list-exchanged", "high", {
    title: "The allow-list now names entirely different users",
    why: "No entry of the new list was allowed before, and a domain, team or organization admits all of its members.",
    fix: "Compare who is in the old and in the new list.",
    messages: { found: "other {noun} take the place of all that was listed: {names}" },
    find: inLists("found", USERS, others(true)),
  }),
  rule("allow-list-widened", "medium", {
    title: "An allow-list admits more",
    why: "The added entries are admitted.",
    fix: "Make sure that each entry is intended.",
    messages: { found: "more {noun} are admitted: {names}" },
    find: [inLists("found", USERS, others(false)), inLists("found", OF_REQUESTS, ({ added }) => added)],
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
      inLists("gone", USERS, gone),
      besideHidden,
      // Each may be a policy that admits addresses, or that rejects them.
      inLists("policies", /^ipPolicyIds$/, ({ before, after }) =>
        after.length > 0 ? before.filter((old) => !after.some((each) => covers(each, old))) : [],
      ),
    ],
  }),
];
