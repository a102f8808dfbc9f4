import { isWeaker, strengthOf, strengthsOf } from "../ingress/access";
import { type Arguments, isInForce } from "../ingress/arguments";
import type { IngressObject } from "../ingress/ingress";
import {
  modules,
  type ProtectionName,
  principalListsOf,
  protectionNames,
} from "../ingress/modules";
import { includes, type Principal } from "../ingress/principals";
import { differences } from "./differences";
import type { ObjectChange } from "./objects";

/** The requirements of two routes, compared. */

/** A route that served requests, and a route that may serve them after the change. */
interface Routes {
  readonly from: ObjectChange;
  readonly to: ObjectChange;
}

/** The protections by which the first route kept requests out, and which the second route lacks or has in a weaker form. */
export function lostRequirements({ from, to }: Routes): ProtectionName[] {
  const strengths = strengthsOf(to.after.modules);
  return protectionNames.filter((name) => {
    const was = strengthOf(name, from.before.modules[name]);
    const now = strengths[modules[name].factor] ?? "nothing";
    return isWeaker(now, was) !== "no";
  });
}

/** The protections that the second route requires of requests, without those that admit everyone with an account. */
export const keptRequirements = ({ to }: Pick<Routes, "to">): ProtectionName[] =>
  protectionNames.filter((name) => {
    const strength = strengthOf(name, to.after.effective[name]);
    return strength !== "nothing" && strength !== "minimal";
  });

/** Tells whether a difference between two protections of the same name matters to nobody. */
type IsHarmless = (name: string, path: string, was: Arguments, now: Arguments) => boolean;

/** Whether a route has each protection of another route, with equal arguments, but for secrets and harmless differences. */
export const hasSameProtections = (
  before: IngressObject,
  after: IngressObject,
  isHarmless?: IsHarmless,
): boolean =>
  protectionNames.every((name) => {
    const was = before.modules[name];
    const now = after.modules[name];
    if (!isInForce(was)) return true;
    if (!isInForce(now)) return false;
    return differences(was, now).every(
      ({ row, path }) => row.secret || isHarmless?.(name, path, was, now),
    );
  });

/** Whether the lists of a module name only principals that its lists, or another list of the same login, named. */
export function isNarrowed(name: string, path: string, was: Arguments, now: Arguments): boolean {
  const earlier = principalsAt(name, path, was);
  const principals = principalsAt(name, path, now);
  return (
    principals.length > 0 &&
    principals.every((principal) => earlier.some((old) => includes(old, principal)))
  );
}

const principalsAt = (name: string, path: string, args: Arguments): readonly Principal[] =>
  principalListsOf(name, args).find(({ paths }) => paths.includes(path))?.principals ?? [];
