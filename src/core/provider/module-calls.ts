import type { Owner } from "../lifecycle/ownership/records";
import type { ResourceState } from "../lifecycle/resource";
import { lastSegment, modulePaths } from "../schema/definition";
import type { Diff } from "../schema/diff";
import { type Problem, REQUIRED } from "../schema/problem";
import { isSet, type Values } from "../schema/values";
import type { Call } from "./call";
import { hasModules, moduleParentOf, modulePathOf } from "./module-paths";
import { warnOfMissingModules } from "./modules-at-end";

/*
 * The events that the calls of a run report to `ModuleOwnership`, and what calls ask it. Records must not contain secrets: calls
 * for other resources show them, and do not know these secrets.
 */

/** What a resource configures. Without an id, the object does not exist yet. */
interface Configuration {
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
  const { ownership, checked } = call.shared;
  const pathsInState = modulePaths(definition, undefined, olds);
  ownership.recordManaged(pathsInState);
  ownership.recordProgram();
  if (!inputs) return [];
  // Only the comparison has the id of a route, which is in the paths of the route's modules.
  if (hasModules(definition) || definition.kind === "singleton" || call.marked.length > 0)
    checked.set(call.digestOf(inputs), call.owner);
  return register(call, { id: undefined, inputs }, pathsInState);
}

/**
 * Reports, before the comparison, that the program declares an object with modules. A refresh compares the arguments of the last
 * program, which count for nothing.
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
  const { ownership } = call.shared;
  const parent = moduleParentOf(call, { id, state: inputs });
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
  const parent = moduleParentOf(call, object);
  if (parent && replaces.length > 0) {
    const next = moduleParentOf(call, { id: object.id, state: inputs });
    call.shared.ownership.replace(parent, next);
  }
}

/** If a resource has adopted such a module, it configures the module again. If the run leaves that resource out, the object lacks it. */
function recordDropped(
  call: Call,
  { id, state }: ResourceState,
  inputs: Values,
  changed: readonly string[],
): void {
  const { definition } = call.resource;
  if (!hasModules(definition)) return;
  const isDropped = (name: string) => changed.includes(name) && !isSet(inputs[name]);
  const remaining = Object.keys(definition.modules).filter((name) => !isDropped(name));
  const others = Object.entries(state).filter(([name]) => !remaining.includes(name));
  const paths = modulePaths(definition, id, Object.fromEntries(others));
  call.shared.ownership.drop(paths);
  warnOfMissingModules(call, moduleParentOf(call, { id, state }), paths.map(lastSegment));
}

/** Reports that an object is created, and its modules with it. */
export function recordCreated(call: Call, object: ResourceState, inputs: Values): void {
  const { definition } = call.resource;
  recordConfigured(call, { id: object.id, inputs });
  if (!hasModules(definition)) return;
  register(call, { id: object.id, inputs }, []);
  const parent = moduleParentOf(call, object);
  if (parent) call.shared.ownership.declare(parent);
  warnOfMissingModules(call, parent, Object.values(definition.modules));
}

/** Reports that a resource has configured its modules. */
export function recordConfigured(call: Call, { id, inputs }: Configuration): void {
  const paths = modulePaths(call.resource.definition, id, inputs);
  call.shared.ownership.owners.hold(ownerOf(call, inputs), paths);
}

/**
 * Reports that an object or a module is about to be deleted.
 *
 * @throws {EdgeIngressError} if a resource of the program has failed, so that the program may still declare it.
 */
export function recordDeletion(call: Call, object: ResourceState): void {
  const { label, resource, shared } = call;
  const parent = moduleParentOf(call, object);
  if (parent) shared.ownership.remove(parent);
  const path = modulePathOf(call, object);
  const { type } = resource.definition;
  const name = label ? `${type} ${label.name}` : `this ${type}`;
  shared.ownership.requireComplete(path === undefined ? name : `the module at ${path}`, path);
}

/** Reports that a resource of the program has failed. */
export function recordFailure({ owner, shared }: Call): void {
  shared.ownership.fail(owner);
}

/** @throws {EdgeIngressError} if another resource of the program has a module in the state that this resource is about to configure. */
export function requireOwned(call: Call, { id, inputs }: Configuration): void {
  const paths = modulePaths(call.resource.definition, id, inputs);
  call.shared.ownership.owners.requireNoOtherHolder(ownerOf(call, inputs), paths);
}

/** True if the object of a module gives the module up in this run. */
export function isDropped(call: Call, object: ResourceState): boolean {
  const path = modulePathOf(call, object);
  return path !== undefined && call.shared.ownership.isDropped(path);
}

/** True if the program declares the object of a module. */
export function isOnDeclared(call: Call, object: ResourceState): boolean {
  const path = modulePathOf(call, object);
  return path !== undefined && call.shared.ownership.isOnDeclared(path);
}

/** True if a module goes with its object, which the program no longer declares. The objects that a destroy deletes are not known. */
export async function goesWithParent(call: Call, object: ResourceState): Promise<boolean> {
  const { ownership, engineHasProgram } = call.shared;
  const path = modulePathOf(call, object) ?? "";
  if (isOnDeclared(call, object) || ownership.isLeftOut(path)) return false;
  return ownership.hasProgram() || (await engineHasProgram());
}

/**
 * Names the failure that an absent argument is likely to follow from. The outputs of a failed resource are unknown, and SDKs before
 * 3.248 and other languages register the resources that depend on it without them.
 */
export function explainMissing({ shared }: Call, problems: readonly Problem[]): readonly Problem[] {
  const reason = shared.ownership.missingReason();
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
  return call.shared.ownership.owners.register(ownerOf(call, inputs), paths, pathsInState);
}

/** The resource of a call, as it was checked: the host of dynamic resources passes the resource on only to the check. */
export const ownerOf = (call: Call, inputs: Values): Owner =>
  call.shared.checked.get(call.digestOf(inputs)) ?? call.owner;

/** True if a call has the arguments of the running program, and not, as in a refresh, the arguments of the last program. */
export const isOfProgram = (call: Call, inputs: Values): boolean =>
  call.shared.checked.has(call.digestOf(inputs));
