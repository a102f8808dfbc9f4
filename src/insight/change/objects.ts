import type { Arguments } from "../ingress/arguments";
import type { DeclaredObject } from "../ingress/declared-object";
import type { IngressObject } from "../ingress/ingress";
import type { Difference } from "./differences";
import type { RetainReason } from "./retention";

/**
 * The change of a module: it stays in force, starts or ends to be in force, or is inactive before and after the change. A module
 * is retained if the program no longer declares it and it stays on the server.
 */
export type Transition = "stays" | "starts" | "ends" | "inactive" | "retained";

/** The arguments of an object or of a module on both sides of a change. */
export interface ArgumentsChange {
  /** The name of the module; empty for the arguments of the object itself. */
  readonly name: string;
  readonly before: Arguments | undefined;
  readonly after: Arguments | undefined;
  /** The differences between the two sides; empty if there is only one side. */
  readonly differences: readonly Difference[];
  /** The reason why the arguments stay on the server although the program no longer declares them. */
  readonly retainedBy: RetainReason | undefined;
}

/** A module of an object on both sides of a change. */
export interface ModuleChange<Of extends Transition = Transition> extends ArgumentsChange {
  readonly transition: Of;
  readonly before: Of extends "stays" | "ends" ? Arguments : Arguments | undefined;
  readonly after: Of extends "stays" | "starts" | "retained" ? Arguments : Arguments | undefined;
}

/** A route, an edge, or an object of the account, before and after a change. */
export interface ObjectChange<Side extends DeclaredObject = IngressObject>
  extends Pick<DeclaredObject, "kind" | "key" | "title"> {
  /** Without modules and arguments if the object is new. */
  readonly before: Side;
  /** With the modules that stay on the server although the program no longer declares them. */
  readonly after: Side;
  readonly args: ArgumentsChange;
  readonly modules: readonly ModuleChange[];
  /** `retained`: the program no longer manages the object, and it stays on the server as it is. */
  readonly action: "stays" | "created" | "deleted" | "retained";
  /** True if another object takes the place of the old object, which is gone. */
  readonly isReplaced: boolean;
  /** True if another object takes the place of the old object, which stays on the server: that is a change of its own. */
  readonly isLeftBehind: boolean;
  /** True if the program removes the object, and the provider disables it in place of deleting it. */
  readonly isDisabled: boolean;
  /** True if the engine imports the object, which is on the server already. */
  readonly isImported: boolean;
}

/** The arguments of an object on both sides: those of the object itself, and those of its modules. */
export const argumentChangesOf = ({ args, modules }: ObjectChange): readonly ArgumentsChange[] => [
  args,
  ...modules,
];

/** True if anything is declared of an object on a side. */
export const isThere = ({ args, modules }: DeclaredObject): boolean =>
  args !== undefined || Object.keys(modules).length > 0;
