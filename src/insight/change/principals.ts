import { isWithin } from "../../core/schema/walk";
import type { Arguments } from "../ingress/arguments";
import { type ProtectionName, principalListsOf, protectionNames } from "../ingress/modules";
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
  /** Whether the principals are users, or groups of users. */
  readonly isOfUsers: boolean;
  /** The principals that no list admitted before. */
  readonly added: Principals;
  /** The principals that no list admits any longer. */
  readonly removed: Principals;
  /** The principals of lists of users that name nobody any longer, although another list of the login does. */
  readonly emptied: Principals;
  /** Whether no list names anybody any longer. */
  readonly isNowEmpty: boolean;
  /** The relation of the added principals to the earlier principals. */
  readonly replacement: Replacement;
  /** The paths of the lists that change while another list of the same login is hidden, so that nothing else is known. */
  readonly changedBesideHidden: readonly string[];
}

type Replacement =
  /** Earlier principals are still admitted. */
  | "none"
  /** No earlier principal is admitted. */
  | "all"
  /** Nothing shows whether earlier users are admitted: the principals are of another kind. */
  | "unknown";

/** A protection that is in force before and after the change. */
export type StayingProtection = ModuleChange<"stays"> & { readonly name: ProtectionName };

/** The lists whose principals are users, or groups of users. */
const USERS = /^(provider\.|authorizedGroups$)/;

/** An IP policy may admit addresses or reject them, so that two policies cannot be compared. */
const IP_POLICIES = "ipPolicyIds";

/** The changes of all lists that are judged together, of the protections that stay in force. */
export const principalChanges = oncePerChange((change): readonly PrincipalChange[] =>
  modulesWith(change, protectionNames, "stays").flatMap(changesInModule),
);

function changesInModule(module: StayingProtection): PrincipalChange[] {
  const listsBefore = new Map(
    principalListsOf(module.name, module.before).map((lists) => [lists.paths[0], lists]),
  );
  return principalListsOf(module.name, module.after).flatMap(({ paths, principals }) => {
    const earlier = listsBefore.get(paths[0]);
    if (!earlier) return [];
    if (!earlier.principals || !principals) return [changeBesideHidden(module, paths)];
    if (!limits(paths, earlier.principals)) return [];
    return [changeOfKnown(module, paths, earlier.principals, principals)];
  });
}

/** Whether lists limited who was admitted. Before an empty list or a wildcard, everybody was. */
function limits(paths: readonly string[], principals: Principals): boolean {
  if (principals.length === 0) return false;
  // Only in lists of users is `*` a wildcard; elsewhere it may be part of an id.
  return !(isOfUsers(paths) && principals.some(isForEverybody));
}

const isOfUsers = ([path = ""]: readonly string[]): boolean => USERS.test(path);

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
    isOfUsers: isOfUsers(paths),
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
  paths: readonly string[],
  was: Principals,
  shown: Principals,
): PrincipalChange {
  const changedPaths = differences.map(({ path }) => path);
  const now = withUnchanged(was, shown, changedPaths);
  const added = addedTo(was, now);
  const removed = was.filter((old) => !now.some((principal) => includes(principal, old)));
  const areUsers = isOfUsers(paths);
  const isReplaced = removed.length === was.length && paths[0] !== IP_POLICIES;
  return {
    args: after,
    path: paths[0] ?? "",
    isOfUsers: areUsers,
    added,
    removed,
    emptied: areUsers ? emptiedLists(was, now, added) : [],
    isNowEmpty: now.length === 0,
    replacement: areUsers ? replacementOfUsers(was, now, added) : replacementIf(isReplaced),
    changedBesideHidden: [],
  };
}

const replacementIf = (isReplaced: boolean): Replacement => (isReplaced ? "all" : "none");

/** The principals after a change. A list without a difference has the principals before it, even if a preview masks them now. */
function withUnchanged(
  was: Principals,
  shown: Principals,
  changedPaths: readonly string[],
): Principals {
  const isUnchanged = ({ path }: Principal) =>
    !changedPaths.some((changed) => isWithin(path, changed));
  return [...shown.filter((principal) => !isUnchanged(principal)), ...was.filter(isUnchanged)];
}

/** The principals that are new, without those that other rules report: unknown ones, and those that admit everybody. */
const addedTo = (was: Principals, now: Principals): Principals =>
  now.filter(
    (principal) =>
      principal.text !== UNKNOWN &&
      !was.some((old) => includes(old, principal)) &&
      !isForEverybody(principal),
  );

function replacementOfUsers(was: Principals, now: Principals, added: Principals): Replacement {
  if (now.some((principal) => was.some((old) => mayOverlap(principal, old)))) return "none";
  const isComparable = added.some(
    (principal) => !isHidden(principal.text) && was.some((old) => isSameKind(principal, old)),
  );
  return isComparable ? "all" : "unknown";
}

/** The principals of lists that are empty after the change, while another list of the same login is not. */
function emptiedLists(was: Principals, now: Principals, added: Principals): Principals {
  if (added.length > 0) return [];
  const emptied = was.filter((old) => now.every(({ list }) => list !== old.list));
  // A list that is new names only principals that an emptied list admitted.
  const isNarrower = now.every(
    (principal) =>
      emptied.some((old) => includes(old, principal)) &&
      was.every(({ list }) => list !== principal.list),
  );
  return isNarrower ? [] : emptied;
}
