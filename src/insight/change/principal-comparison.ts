import {
  includes,
  isForEverybody,
  isSameKind,
  mayOverlap,
  type Principal,
} from "../ingress/principals";
import { isHidden, SECRET } from "../ingress/value";
import { hiddenBeyond } from "./hidden-entries";

/** The comparison of the principals that lists admit before and after a change. */

export type Principals = readonly Principal[];

/** Lists on both sides of a change that admit principals together. No list is hidden as a whole; single entries may be. */
export interface KnownLists {
  readonly paths: readonly string[];
  readonly isOfUsers: boolean;
  readonly was: Principals;
  readonly now: Principals;
}

/** The principals that a change adds to lists and removes from them. */
export interface PrincipalComparison {
  /**
   * The principals that no list admitted before, without those that only an apply will know, and those that admit everybody: other rules
   * report these.
   */
  readonly added: Principals;
  /** Further principals of which nothing shows whether a list admitted them before: an entry is a secret, or they are of another kind. */
  readonly mayBeAdded: Principals;
  /** The principals that no list admits any longer; empty if a hidden entry may admit them. */
  readonly removed: Principals;
  /**
   * True if no earlier principal may still be admitted, and the new principals are comparable with the earlier ones. The added principals
   * then take the place of all. In a list that is not of users, there may be none.
   */
  readonly isExchange: boolean;
}

export function comparePrincipals(lists: KnownLists): PrincipalComparison {
  const { was, now } = lists;
  const addedTexts = now.filter((principal) => isAddedText(principal, was));
  const removedTexts = was.filter((old) => isRemovedText(old, now));
  const hiddenBefore = hiddenPrincipalsBeyond(was, now);
  const hiddenAfter = hiddenPrincipalsBeyond(now, was);
  const secrets = hiddenAfter.filter(({ text }) => text === SECRET);
  const keepsEarlier = mayKeepEarlier(lists, removedTexts);
  const areComparable = keepsEarlier || hasComparableTexts(lists, addedTexts);
  // An earlier hidden entry may be an added text, and a new secret may be a removed text.
  const areTextsNew = hiddenBefore.length === 0 && areComparable;
  const areSecretsNew = hiddenBefore.length === 0 && removedTexts.length === 0;
  return {
    added: [...(areTextsNew ? addedTexts : []), ...(areSecretsNew ? secrets : [])],
    mayBeAdded: [...(areTextsNew ? [] : addedTexts), ...(areSecretsNew ? [] : secrets)],
    removed:
      hiddenAfter.length > 0 ? [] : [...removedTexts, ...removedSecrets(hiddenBefore, addedTexts)],
    isExchange: !keepsEarlier && areComparable && hiddenAfter.length === 0,
  };
}

const isAddedText = (principal: Principal, was: Principals): boolean =>
  !isHidden(principal.text) &&
  !was.some((old) => includes(old, principal)) &&
  !isForEverybody(principal);

const isRemovedText = (old: Principal, now: Principals): boolean =>
  !isHidden(old.text) && !now.some((principal) => includes(principal, old));

/** The hidden principals of one side that may be any principal of the other side, by {@link hiddenBeyond} for each list. */
function hiddenPrincipalsBeyond(principals: Principals, others: Principals): Principals {
  const lists = Map.groupBy(principals, ({ path }) => path);
  return [...lists].flatMap(([path, list]) => {
    const otherList = others.filter((other) => other.path === path);
    const hidden = hiddenBeyond(textsOf(list), textsOf(otherList));
    // Hidden principals of one list differ in nothing that is shown, so that any of them represents the others.
    return hidden.flatMap((text) => list.find((principal) => principal.text === text) ?? []);
  });
}

const textsOf = (principals: Principals) => principals.map(({ text }) => text);

/**
 * True if earlier principals may still be admitted. An IP policy may admit addresses or reject them, so that an exchange of IP policies is
 * reported as additions and removals.
 */
function mayKeepEarlier(
  { paths, isOfUsers, was, now }: KnownLists,
  removedTexts: Principals,
): boolean {
  if (paths[0] === "ipPolicyIds" || was.some(({ text }) => isHidden(text))) return true;
  if (!isOfUsers) return removedTexts.length < was.length;
  return now.some((principal) => was.some((old) => mayOverlap(principal, old)));
}

/**
 * True if added texts are comparable with earlier principals. Entries of a list that is not of users always are. Users may be of another
 * kind, such as groups in place of domains: at least one added text must be of an earlier kind, so the result is false if no text is added.
 */
const hasComparableTexts = ({ isOfUsers, was }: KnownLists, addedTexts: Principals): boolean =>
  !isOfUsers || addedTexts.some((principal) => was.some((old) => isSameKind(principal, old)));

/** The secrets that are certainly gone: none if an added text may be what a secret was. */
const removedSecrets = (hiddenBefore: Principals, addedTexts: Principals): Principals =>
  addedTexts.length > 0 ? [] : hiddenBefore;
