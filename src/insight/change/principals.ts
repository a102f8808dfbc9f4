import { isWithin } from "../../core/schema/walk";
import type { Arguments } from "../ingress/arguments";
import { type ProtectionName, protectionNames } from "../ingress/modules";
import { principalListsOf } from "../ingress/principal-lists";
import { includes, isForEverybody, type Principal } from "../ingress/principals";
import type { ModuleChange } from "./objects";
import { oncePerChange } from "./once";
import {
  comparePrincipals,
  type KnownLists,
  type PrincipalComparison,
  type Principals,
} from "./principal-comparison";
import { modulesWith } from "./select";

/** Changes of the principals that a protection admits, if it is in force before and after the change. */

/** The change of lists that admit principals together: all lists of an OAuth login, or a list of another module. */
export interface PrincipalChange extends PrincipalComparison {
  /** The arguments of the module after the change. */
  readonly args: Arguments;
  /** The path of the first of the lists. */
  readonly path: string;
  /** True if the principals are users, or groups of users. */
  readonly isOfUsers: boolean;
  /**
   * The principals of the lists of users that a change empties, while another list of the same login still names somebody. Empty if
   * principals are or may be added: these show that change.
   */
  readonly emptied: Principals;
  /** True if no list names anybody any longer. */
  readonly isNowEmpty: boolean;
  /** The paths of the lists that change while another list of the same login is hidden, so that nothing else is known. */
  readonly changedBesideHidden: readonly string[];
}

/** A protection that is in force before and after the change. */
export type StayingProtection = ModuleChange<"stays"> & { readonly name: ProtectionName };

/** The changes of all lists that are judged together, of the protections that stay in force. */
export const principalChanges = oncePerChange((change): readonly PrincipalChange[] =>
  modulesWith(change, protectionNames, "stays").flatMap(changesInModule),
);

function changesInModule(module: StayingProtection): PrincipalChange[] {
  const listsBefore = principalListsOf(module.name, module.before);
  return principalListsOf(module.name, module.after).flatMap(({ paths, principals: now }) => {
    const earlier = listsBefore.find((lists) => lists.paths[0] === paths[0]);
    // The lists are of another identity provider, or nothing shows the provider on one side. Other rules report both.
    if (!earlier) return [];
    const was = earlier.principals;
    if (!was || !now) return [changeBesideHidden(module, paths)];
    const lists = { paths, isOfUsers: isListOfUsers(paths), was, now };
    return wasLimited(lists) ? [changeOfKnown(module, lists)] : [];
  });
}

/** True if the principals in lists are users, or groups of users. */
const isListOfUsers = ([path = ""]: readonly string[]): boolean =>
  path.startsWith("provider.") || path === "authorizedGroups";

/** True if the lists limited who was admitted. An empty list, a wildcard or a public mail domain admits everybody. */
function wasLimited({ isOfUsers, was }: KnownLists): boolean {
  if (was.length === 0) return false;
  // In a list that is not of users, `*` may be a part of an id.
  return !isOfUsers || !was.some(isForEverybody);
}

/** The change of lists of which at least one is hidden. */
function changeBesideHidden(
  { after, differences }: StayingProtection,
  paths: readonly string[],
): PrincipalChange {
  const changed = differences
    .filter(({ outcome }) => outcome === "changed")
    .map(({ path }) => path);
  return {
    args: after,
    path: paths[0] ?? "",
    isOfUsers: isListOfUsers(paths),
    added: [],
    mayBeAdded: [],
    removed: [],
    isExchange: false,
    emptied: [],
    isNowEmpty: false,
    changedBesideHidden: changed.filter((path) => paths.includes(path)),
  };
}

function changeOfKnown(
  { after, differences }: StayingProtection,
  asPrinted: KnownLists,
): PrincipalChange {
  // If nothing but secrets differs, or may differ, `protection-not-known` reports them.
  const changedPaths = differences
    .filter(({ outcome }) => outcome === "changed" || outcome === "unknown")
    .map(({ path }) => path);
  const lists = { ...asPrinted, now: withUnchanged(asPrinted, changedPaths) };
  const { paths, isOfUsers, now } = lists;
  const comparison = comparePrincipals(lists);
  const addsNobody = comparison.added.length === 0 && comparison.mayBeAdded.length === 0;
  return {
    args: after,
    path: paths[0] ?? "",
    isOfUsers,
    ...comparison,
    emptied: isOfUsers && addsNobody ? principalsOfEmptiedLists(lists) : [],
    isNowEmpty: now.length === 0,
    changedBesideHidden: [],
  };
}

/** The principals after a change. A list without a difference has the principals before it, even if a preview masks them now. */
function withUnchanged({ was, now }: KnownLists, changedPaths: readonly string[]): Principals {
  const isUnchanged = ({ path }: Principal) =>
    !changedPaths.some((changed) => isWithin(path, changed));
  return [...now.filter((principal) => !isUnchanged(principal)), ...was.filter(isUnchanged)];
}

/** The principals of the lists that a change empties, while another list of the same login still names somebody. */
function principalsOfEmptiedLists({ was, now }: KnownLists): Principals {
  const emptied = was.filter((old) => now.every(({ list }) => list !== old.list));
  // If all principals are in lists that were empty, and an emptied list admitted each of them, the login is only narrower.
  const isNarrower = now.every(
    (principal) =>
      emptied.some((old) => includes(old, principal)) &&
      was.every(({ list }) => list !== principal.list),
  );
  return isNarrower ? [] : emptied;
}
