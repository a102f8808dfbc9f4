import { type Arguments, isInForce } from "../ingress/arguments";
import type { DeclaredObject, Modules } from "../ingress/declared-object";
import type { IngressObject } from "../ingress/ingress";
import { type Difference, differences } from "./differences";
import { isRetained, type Removal, type RetainReason } from "./retention";
import type { Operations } from "./versions";

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
  /** Another object takes its place, and the old object is gone. */
  readonly isReplaced: boolean;
  /** Another object takes its place, and the old object stays on the server: that is a change of its own. */
  readonly isLeftBehind: boolean;
  /** The program removes it, and the provider disables the object in place of deleting it. */
  readonly isDisabled: boolean;
  /** The engine imports the object, which is on the server already. */
  readonly isImported: boolean;
}

/** The operations of the engine on the resources of both sides of a change. */
export interface OperationsOfSides {
  readonly before: Operations;
  readonly after: Operations;
}

/** The change of an object, and that of the old object if it stays beside the object that replaces it. */
export function objectChanges(
  before: DeclaredObject,
  after: DeclaredObject,
  operations: OperationsOfSides,
): ObjectChange<DeclaredObject>[] {
  const removal = operations.before.removal(before.args);
  const change = objectChange(before, after, operations, operations.after.retainedBy(after.args));
  const staysBeside = before.args && isRetained(removal) && operations.after.isReplaced(after.args);
  if (!staysBeside) return [change];
  return [
    { ...change, isReplaced: false, isLeftBehind: true },
    leftBehind(before, operations, removal),
  ];
}

/** The change of an object that its replacement leaves on the server, with the modules that its resource states. */
function leftBehind(
  before: DeclaredObject,
  operations: OperationsOfSides,
  { retainedBy }: Exclude<Removal, string>,
): ObjectChange<DeclaredObject> {
  const object = { ...before, key: `${before.key}, left behind` };
  const stated = Object.entries(before.modules).filter(
    ([, { declaration }]) => declaration.prefix !== "",
  );
  return objectChange(
    object,
    { ...object, modules: Object.fromEntries(stated) },
    operations,
    retainedBy,
  );
}

function objectChange(
  old: DeclaredObject,
  next: DeclaredObject,
  operations: OperationsOfSides,
  retainedBy: RetainReason | undefined,
): ObjectChange<DeclaredObject> {
  const { kind, key, title } = next.args ? next : old;
  const action = actionOf(old, next, retainedBy);
  const isOther = isOtherObject(old, next, operations);
  const retained = retainedModules(old.modules, next.args, operations, retainedBy);
  const before = { ...old, title };
  const after = objectAfter(before, next, Object.keys(retained), isOther);
  const reported = (args: Arguments) => operations.after.reportedPaths(args);
  return {
    kind,
    key,
    title,
    before,
    after,
    args: argumentsChange("", before.args, after.args, reported, retainedBy),
    modules: Object.keys({ ...before.modules, ...after.modules }).map((name) => {
      const declared = next.modules[name];
      const reason = declared ? operations.after.retainedBy(declared) : retained[name];
      return moduleChange(name, before.modules[name], after.modules[name], reported, reason);
    }),
    action,
    isReplaced: action === "stays" && isOther,
    isLeftBehind: false,
    isDisabled: action === "deleted" && operations.before.removal(old.args) === "disable",
    isImported: operations.after.isImported(next.args),
  };
}

function actionOf(
  before: DeclaredObject,
  after: DeclaredObject,
  retainedBy: RetainReason | undefined,
): ObjectChange["action"] {
  if (retainedBy) return "retained";
  if (before.args && !after.args) return "deleted";
  // An object of which only modules are declared has no arguments on either side, and stays.
  return after.args && !before.args ? "created" : "stays";
}

/** Whether the two sides are not one object on the server: the engine replaces it, or another resource, or none, declares it. */
const isOtherObject = (
  before: DeclaredObject,
  after: DeclaredObject,
  operations: OperationsOfSides,
): boolean =>
  operations.after.isReplaced(after.args) ||
  before.args?.declaration.urn !== after.args?.declaration.urn;

/** The object after the change, with the modules that stay although the program no longer declares them. */
function objectAfter(
  before: DeclaredObject,
  after: DeclaredObject,
  retained: readonly string[],
  isReplaced: boolean,
): DeclaredObject {
  const staying = Object.fromEntries(
    Object.entries(before.modules).filter(([name]) => retained.includes(name)),
  );
  const modules = { ...staying, ...after.modules };
  const isServing = servesAfter(before.modules.backend, modules.backend);
  // The outputs of the old object are not those of the object that replaces it.
  const outputs = isReplaced ? after.outputs : { ...before.outputs, ...after.outputs };
  return { ...after, title: before.title, modules, isServing, outputs };
}

/** Whether a route may serve requests after the change, by its backend on both sides. */
function servesAfter(before: Arguments | undefined, after: Arguments | undefined): boolean {
  if (after) return isInForce(after);
  // The provider disables a backend that the program removes. A backend that no program declares may be in force.
  return before === undefined;
}

/** The modules that stay on the server if the program no longer declares them, with the reasons, by their names. */
function retainedModules(
  modules: Modules,
  after: Arguments | undefined,
  operations: OperationsOfSides,
  retainedBy: RetainReason | undefined,
): Readonly<Record<string, RetainReason>> {
  const reasons = Object.entries(modules).flatMap(([name, module]) => {
    const reason = retainReasonOf(module, after, operations, retainedBy);
    return reason ? [[name, reason]] : [];
  });
  return Object.fromEntries(reasons);
}

function retainReasonOf(
  module: Arguments,
  route: Arguments | undefined,
  operations: OperationsOfSides,
  retainedBy: RetainReason | undefined,
): RetainReason | undefined {
  if (hasOwnResource(module)) {
    return operations.before.staysWithRoute(module) ? retainedBy : undefined;
  }
  return isKeptByRoute(module, route, operations) ? "retainRemovedModules" : undefined;
}

const hasOwnResource = ({ declaration }: Arguments): boolean => declaration.prefix === "";

/** Whether a route keeps a module that its resource no longer states. The route that replaces another route does not. */
const isKeptByRoute = (
  { declaration }: Arguments,
  route: Arguments | undefined,
  { after }: OperationsOfSides,
): boolean =>
  route?.values.retainRemovedModules === true &&
  route.declaration.urn === declaration.urn &&
  !after.isReplaced(route);

function argumentsChange(
  name: string,
  before: Arguments | undefined,
  after: Arguments | undefined,
  reported: (args: Arguments) => readonly string[],
  retainedBy: RetainReason | undefined,
): ArgumentsChange {
  const isOnBothSides = before && after;
  const found = isOnBothSides ? differences(before, after, reported(after)) : [];
  return { name, before, after, differences: found, retainedBy };
}

function moduleChange(
  name: string,
  before: Arguments | undefined,
  after: Arguments | undefined,
  reported: (args: Arguments) => readonly string[],
  retainedBy: RetainReason | undefined,
): ModuleChange {
  const change = argumentsChange(name, before, after, reported, retainedBy);
  return { ...change, transition: transitionOf(change) };
}

function transitionOf({ before, after, retainedBy }: ArgumentsChange): Transition {
  if (retainedBy) return "retained";
  if (isInForce(after)) return isInForce(before) ? "stays" : "starts";
  return isInForce(before) ? "ends" : "inactive";
}

/** The arguments of an object on both sides: those of the object itself, and those of its modules. */
export const argumentChangesOf = ({ args, modules }: ObjectChange): readonly ArgumentsChange[] => [
  args,
  ...modules,
];

/** Whether anything is declared of an object on a side. */
export const isThere = ({ args, modules }: DeclaredObject): boolean =>
  args !== undefined || Object.keys(modules).length > 0;
