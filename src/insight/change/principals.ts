import { isWithin } from "../../core/schema/walk";
import type { Arguments } from "../ingress/arguments";
import { type ProtectionName, protectionNames } from "../ingress/modules";
import { principalListsOf } from "../ingress/principal-lists";
import {
  includes,
  isForEverybody,
  isSameKind,
  mayOverlap,
  type Principal,
} from "../ingress/principals";
import { isHidden, UNKNOWN } from "../ingress/value";
import type { ModuleChange } from "./objects";
import { oncePerChange } from "./once";
import { modulesWith } from "./select";

/** Changes of the principals that a protection admits, if it is in force before and after the change. */

type Principals = readonly Principal[];

/** The change of lists that admit principals together: all lists of an OAuth login, or a list of another module. */
export interface PrincipalChange {
  /** The arguments of the module after the change. */
  readonly args: Arguments;
  /** The path of the first of the lists. */
  readonly path: string;
  /** True if the principals are users, or groups of users. */
  readonly isOfUsers: boolean;
  /** The principals that no list admitted before, without unknown principals and those that admit everybody: other rules report these. */
  readonly added: Principals;
  /** The principals that no list admits any longer. */
  readonly removed: Principals;
  /**
   * The principals of the lists of users that a change empties, while another list of the same login still names somebody. Empty if
   * principals are added: `added` shows that change.
   */
  readonly emptied: Principals;
  /** True if no list names anybody any longer. */
  readonly isNowEmpty: boolean;
  /** The relation of the added principals to the earlier principals. It means nothing if `added` is empty. */
  readonly replacement: Replacement;
  /** The paths of the lists that change while another list of the same login is hidden, so that nothing else is known. */
  readonly changedBesideHidden: readonly string[];
}

type Replacement =
  /** Earlier principals are still admitted, or nothing shows it: so it is for IP policies, and for lists beside a hidden list. */
  | "none"
  /** No earlier principal is admitted. */
  | "all"
  /** Nothing shows whether earlier users are admitted: each added principal is a secret, or of another kind. */
  | "unknown";

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
    // The lists are of another identity provider, and another rule reports that.
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

/** Lists that are known on both sides of a change, and that admit principals together. */
interface KnownLists {
  readonly paths: readonly string[];
  readonly isOfUsers: boolean;
  readonly was: Principals;
  readonly now: Principals;
}

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
    removed: [],
    emptied: [],
    isNowEmpty: false,
    replacement: "none",
    changedBesideHidden: changed.filter((path) => paths.includes(path)),
  };
}

function changeOfKnown(
  { after, differences }: StayingProtection,
  asPrinted: KnownLists,
): PrincipalChange {
  const changedPaths = differences.map(({ path }) => path);
  const lists = { ...asPrinted, now: withUnchanged(asPrinted, changedPaths) };
  const { paths, isOfUsers, was, now } = lists;
  const added = now.filter((principal) => isAdded(principal, was));
  const removed = was.filter((old) => !now.some((principal) => includes(principal, old)));
  return {
    args: after,
    path: paths[0] ?? "",
    isOfUsers,
    added,
    removed,
    emptied: isOfUsers ? principalsOfEmptiedLists(lists, added) : [],
    isNowEmpty: now.length === 0,
    replacement: isOfUsers ? replacementOfUsers(lists, added) : replacementOfIds(lists, removed),
    changedBesideHidden: [],
  };
}

/** The principals after a change. A list without a difference has the principals before it, even if a preview masks them now. */
function withUnchanged({ was, now }: KnownLists, changedPaths: readonly string[]): Principals {
  const isUnchanged = ({ path }: Principal) =>
    !changedPaths.some((changed) => isWithin(path, changed));
  return [...now.filter((principal) => !isUnchanged(principal)), ...was.filter(isUnchanged)];
}

/** True for a new principal, unless another rule reports it, because it is unknown or admits everybody. */
const isAdded = (principal: Principal, was: Principals): boolean =>
  principal.text !== UNKNOWN &&
  !was.some((old) => includes(old, principal)) &&
  !isForEverybody(principal);

function replacementOfUsers({ was, now }: KnownLists, added: Principals): Replacement {
  if (now.some((principal) => was.some((old) => mayOverlap(principal, old)))) return "none";
  const isComparable = added.some(
    (principal) => !isHidden(principal.text) && was.some((old) => isSameKind(principal, old)),
  );
  return isComparable ? "all" : "unknown";
}

function replacementOfIds({ paths, was }: KnownLists, removed: Principals): Replacement {
  // An IP policy may admit addresses or reject them, so that an exchange is reported as additions and removals.
  if (paths[0] === "ipPolicyIds") return "none";
  return removed.length === was.length ? "all" : "none";
}

/** The principals of the lists that a change empties, while another list of the same login still names somebody. */
function principalsOfEmptiedLists({ was, now }: KnownLists, added: Principals): Principals {
  // The added principals are reported instead.
  if (added.length > 0) return [];
  const emptied = was.filter((old) => now.every(({ list }) => list !== old.list));
  // If all principals are in lists that were empty, and an emptied list admitted each of them, the login is only narrower.
  const isNarrower = now.every(
    (principal) =>
      emptied.some((old) => includes(old, principal)) &&
      was.every(({ list }) => list !== principal.list),
  );
  return isNarrower ? [] : emptied;
}
