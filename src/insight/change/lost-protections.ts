import { isWeaker, type Strength, strengthOf } from "../ingress/access";
import type { Arguments } from "../ingress/arguments";
import { isProtection, modules, type ProtectionName, protectionNames } from "../ingress/modules";
import type { ModuleChange, ObjectChange } from "./objects";
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
    .map((lost) => withSuccessors(lost, change)),
);

function withSuccessors(lost: EndedModule<ProtectionName>, change: ObjectChange): LostProtection {
  const successors = change.modules.flatMap((module) => successorIn(module, lost));
  return {
    ...lost,
    successors: successors.map(({ name }) => name),
    replacement: replacementBy(successors),
  };
}

function replacementBy(successors: readonly Successor[]): LostProtection["replacement"] {
  if (successors.length === 0) return "none";
  return successors.some(({ isAsStrong }) => isAsStrong) ? "as strong" : "weaker";
}

/** A protection that takes the place of a lost protection. */
interface Successor {
  readonly name: ProtectionName;
  /** True if the successor keeps out as much as the lost protection did. */
  readonly isAsStrong: boolean;
}

/** A module as a successor of a lost protection; empty if it is neither new nor stronger than before. */
function successorIn(module: ModuleChange, lost: EndedModule<ProtectionName>): Successor[] {
  const { name, transition, before, after } = module;
  if (!after || !isProtection(name)) return [];
  const was = strengthOf(name, before);
  const now = strengthOf(name, withoutMove(after));
  const mayBeStronger = isWeaker(was, now) !== "no";
  if (!mayBeStronger && transition !== "starts") return [];
  return [{ name, isAsStrong: mayBeStronger && isAsStrong(name, now, lost) }];
}

/** The arguments of a protection as if it stayed on its object: a move does not make a protection stronger. */
const withoutMove = ({ uncertainOwner, ...args }: Arguments): Arguments => args;

/** True if a protection of this strength keeps out as much as the lost protection did. */
function isAsStrong(
  name: ProtectionName,
  strength: Strength,
  lost: EndedModule<ProtectionName>,
): boolean {
  const lostStrength = strengthOf(lost.name, lost.before);
  // A protection that admitted everyone with an account is replaced by any protection that names whom it admits.
  if (lostStrength === "minimal" && strength === "real") return true;
  if (modules[name].factor !== modules[lost.name].factor) return false;
  switch (isWeaker(strength, lostStrength)) {
    case "no":
      return true;
    case "yes":
      return false;
    // The unknown part of the lost protection may have kept more out than a protection that is known to be weak.
    case "may":
      return strength !== "minimal" && strength !== "weak";
  }
}
