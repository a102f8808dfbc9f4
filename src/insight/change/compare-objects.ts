import { type Arguments, isInForce } from "../ingress/arguments";
import type { DeclaredObject } from "../ingress/declared-object";
import { differences } from "./differences";
import type { ArgumentsChange, ModuleChange, ObjectChange, Transition } from "./objects";
import type { OperationsOfSides } from "./resource-operations";
import { type RetainedModules, retainedModules } from "./retained-modules";
import type { RetainReason } from "./retention";

/** The change of an object, and a second change for the old object if it stays beside the object that replaces it. */
export function objectChanges(
  before: DeclaredObject,
  after: DeclaredObject,
  operations: OperationsOfSides,
): ObjectChange<DeclaredObject>[] {
  const retainReason = operations.after.retainReason(after.args);
  const change = compareObjects(before, after, operations, retainReason);
  const removal = operations.before.removal(before.args);
  const isReplacedByEngine = before.args !== undefined && operations.after.replaces(after.args);
  if (!isReplacedByEngine || removal.effect !== "retain") return [change];
  return [
    { ...change, isReplaced: false, isLeftBehind: true },
    leftBehind(before, operations, removal.reason),
  ];
}

/** The change of an object that its replacement leaves on the server, with the modules that its resource states. */
function leftBehind(
  before: DeclaredObject,
  operations: OperationsOfSides,
  reason: RetainReason,
): ObjectChange<DeclaredObject> {
  const old = { ...before, key: `${before.key}, left behind` };
  const stated = Object.entries(before.modules).filter(
    ([, { declaration }]) => declaration.prefix !== "",
  );
  const left = { ...old, modules: Object.fromEntries(stated) };
  return compareObjects(old, left, operations, reason);
}

/** @param retainReason The reason why the object stays on the server although the program no longer declares it. */
function compareObjects(
  declaredBefore: DeclaredObject,
  declaredAfter: DeclaredObject,
  operations: OperationsOfSides,
  retainReason: RetainReason | undefined,
): ObjectChange<DeclaredObject> {
  const { kind, key, title } = declaredAfter.args ? declaredAfter : declaredBefore;
  const action = actionOf(declaredBefore, declaredAfter, retainReason);
  const isOther = isOtherObject(declaredBefore, declaredAfter, operations);
  const retained = retainedModules(declaredBefore, declaredAfter, operations, retainReason);
  const before = { ...declaredBefore, title };
  const after = { ...objectAfter(before, declaredAfter, retained, isOther), title };
  return {
    kind,
    key,
    title,
    before,
    after,
    args: compareArguments("", before.args, after.args, operations, retainReason),
    modules: Object.keys({ ...before.modules, ...after.modules }).map((name) => {
      const declared = declaredAfter.modules[name];
      const reason = declared ? operations.after.retainReason(declared) : retained[name];
      return compareModule(name, before.modules[name], after.modules[name], operations, reason);
    }),
    action,
    isReplaced: action === "stays" && isOther,
    isLeftBehind: false,
    isDisabled: action === "deleted" && operations.before.removal(before.args).effect === "disable",
    isImported: operations.after.imports(after.args),
  };
}

function actionOf(
  before: DeclaredObject,
  after: DeclaredObject,
  retainReason: RetainReason | undefined,
): ObjectChange["action"] {
  if (retainReason) return "retained";
  if (before.args && !after.args) return "deleted";
  if (!before.args && after.args) return "created";
  // An object of which only modules are declared has no arguments on either side, and stays.
  return "stays";
}

/** True if the two sides are not one object on the server: the engine replaces it, or another resource, or none, declares it. */
const isOtherObject = (
  before: DeclaredObject,
  after: DeclaredObject,
  operations: OperationsOfSides,
): boolean =>
  operations.after.replaces(after.args) ||
  before.args?.declaration.urn !== after.args?.declaration.urn;

/** The object after the change, with the modules that stay although the program no longer declares them. */
function objectAfter(
  before: DeclaredObject,
  after: DeclaredObject,
  retained: RetainedModules,
  isOther: boolean,
): DeclaredObject {
  const staying = Object.entries(before.modules).filter(([name]) => Object.hasOwn(retained, name));
  const modules = { ...Object.fromEntries(staying), ...after.modules };
  return {
    ...after,
    modules,
    isServing: mayServe(before.modules.backend, modules.backend),
    // The outputs of the old object are not those of the object that replaces it.
    outputs: isOther ? after.outputs : { ...before.outputs, ...after.outputs },
  };
}

/** True if a route may serve requests after the change, by its backend on both sides. */
function mayServe(before: Arguments | undefined, after: Arguments | undefined): boolean {
  if (after) return isInForce(after);
  // The provider disables a backend that the program removes. A backend that no program declares may be in force.
  return before === undefined;
}

function compareModule(
  name: string,
  before: Arguments | undefined,
  after: Arguments | undefined,
  operations: OperationsOfSides,
  retainReason: RetainReason | undefined,
): ModuleChange {
  const change = compareArguments(name, before, after, operations, retainReason);
  return { ...change, transition: transitionOf(change) };
}

function transitionOf({ before, after, retainedBy }: ArgumentsChange): Transition {
  if (retainedBy) return "retained";
  if (isInForce(after)) return isInForce(before) ? "stays" : "starts";
  return isInForce(before) ? "ends" : "inactive";
}

function compareArguments(
  name: string,
  before: Arguments | undefined,
  after: Arguments | undefined,
  operations: OperationsOfSides,
  retainedBy: RetainReason | undefined,
): ArgumentsChange {
  const isOnBothSides = before && after;
  const found = isOnBothSides
    ? differences(before, after, operations.after.reportedPaths(after))
    : [];
  return { name, before, after, differences: found, retainedBy };
}
