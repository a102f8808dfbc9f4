import { type Arguments, isInForce } from "../ingress/arguments";
import type { DeclaredObject } from "../ingress/declared-object";
import { withIdsHiddenIn } from "../ingress/objects";
import { differences } from "./differences";
import {
  type ArgumentsChange,
  isThere,
  type ModuleChange,
  type ObjectChange,
  type Transition,
} from "./objects";
import type { OperationsOfSides } from "./resource-operations";
import { isModuleResource, type RetainedModules, retainedModules } from "./retained-modules";
import type { RetainReason } from "./retention";

/** The change of an object, and a second change for the old object if it stays beside the object that replaces it. */
export function objectChanges(
  before: DeclaredObject,
  after: DeclaredObject,
  operations: OperationsOfSides,
): ObjectChange<DeclaredObject>[] {
  const retainedBy = operations.after.retainReason(after.args);
  const change = compareObjects(before, after, operations, retainedBy);
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
  retainedBy: RetainReason,
): ObjectChange<DeclaredObject> {
  const old = { ...before, key: `${before.key}, left behind` };
  const stated = Object.entries(before.modules).filter(([, module]) => !isModuleResource(module));
  const left = { ...old, modules: Object.fromEntries(stated) };
  return compareObjects(old, left, operations, retainedBy);
}

/** @param retainedBy The reason why the object stays on the server although the program no longer declares it. */
function compareObjects(
  declaredBefore: DeclaredObject,
  declaredAfter: DeclaredObject,
  operations: OperationsOfSides,
  retainedBy: RetainReason | undefined,
): ObjectChange<DeclaredObject> {
  const named = namingSide(declaredBefore, declaredAfter);
  const { kind, key, title } = named;
  const action = actionOf(declaredBefore, declaredAfter, retainedBy);
  const isOther = isOtherObject(declaredBefore, declaredAfter, operations);
  const retained = retainedModules(declaredBefore, declaredAfter, operations, retainedBy);
  const before = withNameOf(named, declaredBefore);
  const after = withNameOf(named, objectAfter(before, declaredAfter, retained, isOther));
  const reportedPaths = (args: Arguments) => operations.after.reportedPaths(args);
  return {
    kind,
    key,
    title,
    before,
    after,
    args: compareArguments(
      { name: "", before: before.args, after: after.args, retainedBy },
      reportedPaths,
    ),
    modules: Object.keys({ ...before.modules, ...after.modules }).map((name) => {
      const module = { name, before: before.modules[name], after: after.modules[name] };
      // A module that an argument configures stays with its object. `versionsAfter` also has module resources that the program no longer
      // declares and that stay on the server: each has a reason of its own.
      const moduleAfter = declaredAfter.modules[name];
      const moduleAfterRetainedBy =
        moduleAfter && isModuleResource(moduleAfter)
          ? operations.after.retainReason(moduleAfter)
          : retainedBy;
      const moduleRetainedBy = moduleAfter ? moduleAfterRetainedBy : retained[name];
      return compareModule({ ...module, retainedBy: moduleRetainedBy }, reportedPaths);
    }),
    action,
    isReplaced: action === "stays" && isOther,
    isLeftBehind: false,
    isDisabled: action === "deleted" && operations.before.removal(before.args).effect === "disable",
    isImported: operations.after.imports(after.args),
  };
}

/**
 * The side of a change that names the object. If a resource declares the object, that is the last side with the resource. If only modules
 * name the object, that is the side after the change, unless no module is left there. An id that either side hides as a secret is hidden.
 */
function namingSide(before: DeclaredObject, after: DeclaredObject): DeclaredObject {
  if (after.args) return after;
  if (before.args || !isThere(after)) return before;
  return withIdsHiddenIn(before.path, after);
}

const withNameOf = (named: DeclaredObject, side: DeclaredObject): DeclaredObject => ({
  ...side,
  title: named.title,
  id: named.id,
  path: named.path,
});

function actionOf(
  before: DeclaredObject,
  after: DeclaredObject,
  retainedBy: RetainReason | undefined,
): ObjectChange["action"] {
  if (retainedBy) return "retained";
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

/** The arguments of an object or of a module on both sides, not compared yet. */
type BothSides = Omit<ArgumentsChange, "differences">;

/** The paths that the engine found different in arguments. */
type ReportedPaths = (args: Arguments) => readonly string[];

function compareModule(sides: BothSides, reportedPaths: ReportedPaths): ModuleChange {
  const change = compareArguments(sides, reportedPaths);
  return { ...change, transition: transitionOf(change) };
}

function transitionOf({ before, after, retainedBy }: ArgumentsChange): Transition {
  if (retainedBy) return "retained";
  if (isInForce(after)) return isInForce(before) ? "stays" : "starts";
  return isInForce(before) ? "ends" : "inactive";
}

function compareArguments(sides: BothSides, reportedPaths: ReportedPaths): ArgumentsChange {
  const { before, after } = sides;
  const isOnBothSides = before && after;
  const found = isOnBothSides ? differences(before, after, reportedPaths(after)) : [];
  return { ...sides, differences: found };
}
