import { type Arguments, textAt } from "../ingress/arguments";
import type { ObjectKind } from "../ingress/declared-object";
import type { ModuleName } from "../ingress/modules";
import { areRelated } from "./differences";
import type { ModuleChange, ObjectChange, Transition } from "./objects";

/** The parts of a changed object that rules compare. */

/** The arguments of an object on both sides. */
export interface BothArguments {
  readonly before: Arguments;
  readonly after: Arguments;
}

/** The arguments of an object of a kind that stays; `undefined` for any other object. */
export function stayingArguments(
  change: ObjectChange,
  kind: ObjectKind,
): BothArguments | undefined {
  const before = change.before.args;
  const after = change.after.args;
  if (change.kind !== kind || change.action !== "stays" || !before || !after) return undefined;
  return { before, after };
}

/** The arguments of an object of a kind that another object replaces; `undefined` for any other object. */
export const replacedArguments = (
  change: ObjectChange,
  kind: ObjectKind,
): BothArguments | undefined => (change.isReplaced ? stayingArguments(change, kind) : undefined);

/** The arguments of an object of a kind that is deleted; `undefined` for any other object. */
export const deletedArguments = (change: ObjectChange, kind: ObjectKind): Arguments | undefined =>
  change.kind === kind && change.action === "deleted" ? change.before.args : undefined;

/** A module whose name and transition are known to the compiler. */
type NamedModuleChange<Name extends ModuleName, Of extends Transition> = ModuleChange<Of> & {
  readonly name: Name;
};

/** The modules that have one of these names and one of these transitions. */
export function modulesWith<Name extends ModuleName, Of extends Transition>(
  { modules }: ObjectChange,
  names: readonly Name[],
  ...transitions: readonly Of[]
): NamedModuleChange<Name, Of>[] {
  const isMatch = (module: ModuleChange): module is NamedModuleChange<Name, Of> =>
    names.some((name) => name === module.name) &&
    transitions.some((transition) => transition === module.transition);
  return modules.filter(isMatch);
}

/** A module that a change removes or disables. */
export interface EndedModule<Name extends ModuleName = ModuleName> {
  readonly name: Name;
  readonly before: Arguments;
  /** The arguments by which the module ends: the disabled module, or the removed one. */
  readonly args: Arguments;
  /** The argument that disables the module; empty for a module that is removed. */
  readonly path: "enabled" | "";
}

/**
 * The modules that a change of a staying object removes or disables; none if the object is created, deleted or retained. The rule
 * `route-left-open` looks for the modules that a retained object loses.
 */
export function endedModules<Name extends ModuleName>(
  change: ObjectChange,
  names: readonly Name[],
): EndedModule<Name>[] {
  if (change.action !== "stays") return [];
  return modulesWith(change, names, "ends").map(({ name, before, after }) => ({
    name,
    before,
    args: after ?? before,
    path: after ? "enabled" : "",
  }));
}

/**
 * True if the arguments of a module differ at a path, above it or below it. A preview may mask a part of a value on one side alone, so that
 * the sides may look different without a difference.
 */
export const isChangedAt = (
  { differences }: Pick<ModuleChange, "differences">,
  path: string,
): boolean => differences.some((difference) => areRelated(difference.path, path));

/** A text on both sides of a change. */
export type TextChange = { readonly was: string; readonly now: string };

/** A text that changes from one known value to another; `undefined` if it stays, or if either value is hidden or absent. */
export function textChange({ before, after }: BothArguments, path: string): TextChange | undefined {
  const was = textAt(before, path);
  const now = textAt(after, path);
  if (was === undefined || now === undefined || was === now) return undefined;
  return { was, now };
}
