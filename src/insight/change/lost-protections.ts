import { type Strength, strengthOf, weaker } from "../ingress/access";
import type { Arguments } from "../ingress/arguments";
import { isProtection, modules, type ProtectionName, protectionNames } from "../ingress/modules";
import type { ObjectChange } from "./objects";
import { oncePerChange } from "./once";
import { type EndedModule, endedModules } from "./select";

/** The protections that a change removes or disables, and the protections that take their place. */

export interface LostProtection extends EndedModule<ProtectionName> {
  /** The protections of the same object that are new, or that keep more out than before. */
  readonly successors: readonly ProtectionName[];
  /** The strength of the successors. */
  readonly replacement: "none" | "weaker" | "as strong";
}

/** The protections that kept something out and no longer do, although their object stays. */
export const lostProtections = oncePerChange((change): readonly LostProtection[] =>
  endedModules(change, protectionNames)
    .filter(({ name, before }) => strengthOf(name, before) !== "nothing")
    .map((lost) => {
      const successors = successorsOf(lost, change);
      return {
        ...lost,
        successors: successors.map(({ name }) => name),
        replacement: replacementBy(successors),
      };
    }),
);

interface Successor {
  readonly name: ProtectionName;
  readonly isAsStrong: boolean;
}

function replacementBy(successors: readonly Successor[]): LostProtection["replacement"] {
  if (successors.length === 0) return "none";
  return successors.some(({ isAsStrong }) => isAsStrong) ? "as strong" : "weaker";
}

function successorsOf(lost: EndedModule<ProtectionName>, change: ObjectChange): Successor[] {
  return change.modules.flatMap((module): Successor[] => {
    const { name, transition, before, after } = module;
    if (!after || !isProtection(name)) return [];
    const was = strengthOf(name, before);
    const now = strengthOf(name, withoutMove(after));
    const isStronger = weaker(was, now) !== "no";
    if (!isStronger && transition !== "starts") return [];
    return [{ name, isAsStrong: isStronger && isAsStrong(name, now, lost) }];
  });
}

/** The arguments of a protection as if it stayed where it is: a move makes no protection stronger. */
const withoutMove = ({ uncertainOwner, ...args }: Arguments): Arguments => args;

/** Whether a protection of this strength keeps out as much as the lost protection did. */
function isAsStrong(
  name: ProtectionName,
  strength: Strength,
  lost: EndedModule<ProtectionName>,
): boolean {
  const lostStrength = strengthOf(lost.name, lost.before);
  // A protection that admitted everyone is replaced by whatever names whom it admits.
  if (lostStrength === "minimal" && strength === "real") return true;
  if (modules[name].factor !== modules[lost.name].factor) return false;
  const isWeaker = weaker(strength, lostStrength);
  // The unknown part of the lost protection may have kept more out than a protection that admits everyone with an account.
  const mayBeAsStrong = isWeaker === "may" && strength !== "minimal" && strength !== "weak";
  return isWeaker === "no" || mayBeAsStrong;
}
