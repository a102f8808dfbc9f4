import { isWeaker, strengthOf, strengthsOf } from "../ingress/access";
import { type Arguments, isInForce } from "../ingress/arguments";
import type { IngressObject } from "../ingress/ingress";
import { modules, type ProtectionName, protectionNames } from "../ingress/modules";
import { principalListsOf } from "../ingress/principal-lists";
import { includes, type Principal } from "../ingress/principals";
import { type Difference, differences } from "./differences";
import type { ObjectChange } from "./objects";

/** The requirements of two routes, compared. */

/** A route that served requests, and a route that may serve them after the change. */
interface Routes {
  readonly from: ObjectChange;
  readonly to: ObjectChange;
}

/** The protections by which the former route kept requests out, and which the new route lacks or has in a weaker form. */
export function lostRequirements({ from, to }: Routes): ProtectionName[] {
  const strengths = strengthsOf(to.after.modules);
  return protectionNames.filter((name) => {
    const was = strengthOf(name, from.before.modules[name]);
    const now = strengths[modules[name].factor] ?? "nothing";
    return isWeaker(now, was) !== "no";
  });
}

/** The protections that a route requires of requests after the change, without those that admit everyone with an account. */
export const requirementsAfter = ({ to }: Pick<Routes, "to">): ProtectionName[] =>
  protectionNames.filter((name) => {
    const strength = strengthOf(name, to.after.effective[name]);
    return strength !== "nothing" && strength !== "minimal";
  });

/** True if a route after the change has each protection of a route before it, with equal arguments. Secrets may differ. */
export const hasSameProtections = (before: IngressObject, after: IngressObject): boolean =>
  keepsProtections(before, after, ({ row }) => row.secret === true);

/** True if a route after the change has each protection of a route before it, with equal arguments or shorter lists. Secrets may differ. */
export const hasSameOrNarrowerProtections = (
  before: IngressObject,
  after: IngressObject,
): boolean =>
  keepsProtections(
    before,
    after,
    ({ row, path }, protection) => row.secret === true || isNarrowed(protection, path),
  );

/** A protection of the same name on a route before the change and on a route after it. */
interface ProtectionPair {
  readonly name: ProtectionName;
  readonly before: Arguments;
  readonly after: Arguments;
}

function keepsProtections(
  before: IngressObject,
  after: IngressObject,
  isHarmless: (difference: Difference, protection: ProtectionPair) => boolean,
): boolean {
  return protectionNames.every((name) => {
    const was = before.modules[name];
    const now = after.modules[name];
    if (!isInForce(was)) return true;
    if (!isInForce(now)) return false;
    // The two routes are different objects, so the engine reports no difference between them.
    const found = differences(was, now, []);
    return found.every((difference) => isHarmless(difference, { name, before: was, after: now }));
  });
}

/**
 * True if the principals after the change are some of the earlier principals. The principals are those of the list at a path or, for a
 * login, of all its lists.
 */
function isNarrowed({ name, before, after }: ProtectionPair, path: string): boolean {
  const earlier = principalsAt(name, path, before);
  const principals = principalsAt(name, path, after);
  // An empty list admits everybody.
  if (principals.length === 0) return false;
  return principals.every((principal) => earlier.some((old) => includes(old, principal)));
}

const principalsAt = (name: string, path: string, args: Arguments): readonly Principal[] =>
  principalListsOf(name, args).find(({ paths }) => paths.includes(path))?.principals ?? [];
