import type { Owner } from "../lifecycle/ownership/records";
import type { ResourceState } from "../lifecycle/resource";
import { lastSegment, modulePaths } from "../schema/definition";
import type { Diff } from "../schema/diff";
import { type Problem, REQUIRED } from "../schema/problem";
import { isSet, type Values } from "../schema/values";
import type { Call } from "./call";
import { getModuleParent, getModulePath, hasModules } from "./module-paths";
import { warnOfMissingModules } from "./modules-at-end";

/*
 * The events that the calls of a run report to `ModuleOwnership`, and the questions that calls ask. Records must not contain
 * secrets, because calls for other resources show records, and cannot redact the secrets.
 */

/** The modules of a resource, as its arguments configure them. */
interface Configuration {
  /** Undefined if the object does not exist yet, and in a check, which does not get the id. */
  readonly id: string | undefined;
  readonly inputs: Values;
}

/**
 * Reports that a resource of the program is checked.
 *
 * @param inputs Undefined if the arguments are refused.
 * @returns The conflicts with other resources.
 */
export function recordCheck(call: Call, olds: Values, inputs: Values | undefined): string[] {
  const { definition } = call.resource;
  const { ownership, checkedResources } = call.context;
  const pathsInState = modulePaths(definition, undefined, olds);
  ownership.recordManaged(pathsInState);
  ownership.recordProgram();
  if (!inputs) return [];
  // Later calls look for the resource that was checked with these arguments: a call for a module, or for an object with modules, to find
  // the owner; a call with marked arguments, to distinguish the program from a refresh.
  if (hasModules(definition) || definition.kind === "singleton" || call.markedPaths.length > 0)
    checkedResources.set(call.digestInputs(inputs), call.owner);
  return register(call, { id: undefined, inputs }, pathsInState);
}

/**
 * Reports, before the comparison, that the program declares an object with modules. A refresh compares the arguments of the last
 * program, which declare nothing.
 *
 * @returns The conflicts with other resources.
 */
export function recordBeforeDiff(
  call: Call,
  { id, state }: ResourceState,
  inputs: Values,
): string[] {
  const { definition } = call.resource;
  if (!hasModules(definition) || !isOfProgram(call, inputs)) return [];
  const { ownership } = call.context;
  const parent = getModuleParent(call, { id, state: inputs });
  if (parent) ownership.declare(parent);
  const pathsInState = modulePaths(definition, id, state);
  ownership.recordManaged(pathsInState);
  return register(call, { id, inputs }, pathsInState);
}

/** Reports, after the comparison, the modules that an object gives up, and that the object is replaced. */
export function recordAfterDiff(
  call: Call,
  object: ResourceState,
  inputs: Values,
  { changed, replaces }: Diff,
): void {
  if (inputs.retainRemovedModules !== true && isOfProgram(call, inputs))
    recordDropped(call, object, inputs, changed);
  // A refresh does not force a replacement, because a response with another value of such an argument is an error.
  if (replaces.length === 0) return;
  const parent = getModuleParent(call, object);
  const next = getModuleParent(call, { id: object.id, state: inputs });
  if (parent) call.context.ownership.replace(parent, next);
}

/**
 * Records the modules that an object gives up. If the program declares such a module as a resource, that resource configures the
 * module again, and the object lacks the module if the run leaves the resource out.
 */
function recordDropped(
  call: Call,
  { id, state }: ResourceState,
  inputs: Values,
  changed: readonly string[],
): void {
  const { definition } = call.resource;
  if (!hasModules(definition) || changed.length === 0) return;
  const isKept = (name: string) => !changed.includes(name) || isSet(inputs[name]);
  // Arguments that are not modules stay: the ids in the path of the object are a part of the paths of its modules.
  const withoutKept = Object.entries(state).filter(
    ([name]) => !(name in definition.modules && isKept(name)),
  );
  const paths = modulePaths(definition, id, Object.fromEntries(withoutKept));
  call.context.ownership.drop(paths);
  warnOfMissingModules(call, getModuleParent(call, { id, state }), paths.map(lastSegment));
}

/** Reports that an object is created, and its modules with it. */
export function recordCreated(call: Call, object: ResourceState, inputs: Values): void {
  const { definition } = call.resource;
  recordConfigured(call, { id: object.id, inputs });
  if (!hasModules(definition)) return;
  register(call, { id: object.id, inputs }, []);
  const parent = getModuleParent(call, object);
  if (parent) call.context.ownership.declare(parent);
  warnOfMissingModules(call, parent, Object.values(definition.modules));
}

/** Reports that a resource has configured its modules. */
export function recordConfigured(call: Call, { id, inputs }: Configuration): void {
  const paths = modulePaths(call.resource.definition, id, inputs);
  call.context.ownership.owners.recordInState(getOwner(call, inputs), paths);
}

/**
 * Reports that an object or a module is about to be deleted.
 *
 * @throws {EdgeIngressError} if a resource of the program has failed, so that the program may still declare it.
 */
export function recordDeletion(call: Call, object: ResourceState): void {
  const { label, resource, context } = call;
  const parent = getModuleParent(call, object);
  if (parent) context.ownership.remove(parent);
  const path = getModulePath(call, object);
  const { type } = resource.definition;
  const name = label ? `${type} ${label.name}` : `this ${type}`;
  context.ownership.requireComplete(path === undefined ? name : `the module at ${path}`, path);
}

/** Reports that an object or a module is gone. */
export function recordDeleted(call: Call, object: ResourceState): void {
  const path = getModulePath(call, object);
  if (path !== undefined) call.context.ownership.confirmDeletion(path);
}

/** Reports that a resource of the program has failed. */
export function recordFailure({ owner, context }: Call): void {
  context.ownership.fail(owner);
}

/** @throws {EdgeIngressError} if another resource of the program has a module in the state that this resource is about to configure. */
export function requireOwned(call: Call, { id, inputs }: Configuration): void {
  const paths = modulePaths(call.resource.definition, id, inputs);
  call.context.ownership.owners.requireNoOtherOwner(getOwner(call, inputs), paths);
}

/** True if the object of a module gives the module up in this run. */
export function isDropped(call: Call, object: ResourceState): boolean {
  const path = getModulePath(call, object);
  return path !== undefined && call.context.ownership.isDropped(path);
}

/** True if the program declares the object of a module. */
export function isParentDeclared(call: Call, object: ResourceState): boolean {
  const path = getModulePath(call, object);
  return path !== undefined && call.context.ownership.isParentDeclared(path);
}

/**
 * True if a module is left to its object: the program declares neither of them any longer. False in a destroy, which runs no program:
 * it is not known which objects it deletes.
 */
export async function goesWithParent(call: Call, object: ResourceState): Promise<boolean> {
  const { ownership, engineHasProgram } = call.context;
  const path = getModulePath(call, object) ?? "";
  if (isParentDeclared(call, object) || ownership.isConfigured(path)) return false;
  return ownership.hasProgram() || (await engineHasProgram());
}

/**
 * Explains absent arguments by the failure of another resource. The outputs of a failed resource are unknown. SDKs before 3.248,
 * and those of other languages, register the dependent resources without these arguments.
 */
export function explainMissing(
  { context }: Call,
  problems: readonly Problem[],
): readonly Problem[] {
  const reason = context.ownership.missingReason();
  if (reason === undefined) return problems;
  return problems.map((problem) =>
    problem.reason === REQUIRED ? { ...problem, reason } : problem,
  );
}

/** Registers the resource of a call as the owner of its modules, and returns the conflicts with others. */
function register(
  call: Call,
  { id, inputs }: Configuration,
  pathsInState: readonly string[],
): string[] {
  const paths = modulePaths(call.resource.definition, id, inputs);
  return call.context.ownership.owners.register(getOwner(call, inputs), paths, pathsInState);
}

/** Returns the resource of a call, as it was checked: the host of dynamic resources passes the resource on only to the check. */
export const getOwner = (call: Call, inputs: Values): Owner =>
  call.context.checkedResources.get(call.digestInputs(inputs)) ?? call.owner;

/** True if a call has the arguments of the running program, and not, as in a refresh, the arguments of the last program. */
export const isOfProgram = (call: Call, inputs: Values): boolean =>
  call.context.checkedResources.has(call.digestInputs(inputs));
