import type { ResourceState } from "../lifecycle/resource";
import type { Owner } from "../lifecycle/run-records";
import { lastSegment, modulePaths } from "../schema/definition";
import { type Problem, REQUIRED } from "../schema/problem";
import { isSet, type Values } from "../schema/values";
import type { Call } from "./call";
import { hasModules, moduleParentOf, modulePathOf } from "./module-paths";
import { nameMissingAtEnd } from "./modules-at-end";

/*
 * What the calls of one run tell of modules: which ones the running program configures, and what becomes of the others. What
 * a call records is shown by calls for other resources, too, which do not know its secrets.
 */

/** A resource of the program is checked, with arguments unless they are refused; gives the conflicts with others. */
export function check(call: Call, olds: Values, inputs: Values | undefined): string[] {
  const { definition } = call.resource;
  const { ownership, checked } = call.shared;
  ownership.note("managed", ...modulePaths(definition, undefined, olds));
  ownership.note("program", "");
  if (!inputs) return [];
  // The path of a route's modules needs an id, which only the call to compare brings.
  if (hasModules(definition) || definition.kind === "singleton" || call.marked.length > 0)
    checked.set(call.digestOf(inputs), call.owner);
  return register(call, { id: undefined, inputs }, modulePaths(definition, undefined, olds));
}

/** Compares a resource; gives conflicts with others. A refresh compares the last program, and registers nothing. */
export function compare(call: Call, { id, state }: ResourceState, inputs: Values): string[] {
  const { definition } = call.resource;
  if (!hasModules(definition) || !isOfProgram(call, inputs)) return [];
  const parent = moduleParentOf(call, { id, state: inputs });
  const { ownership } = call.shared;
  if (parent) ownership.declare(parent);
  ownership.note("managed", ...modulePaths(definition, id, state));
  return register(call, { id, inputs }, modulePaths(definition, id, state));
}

/** @throws {EdgeIngressError} if another resource of the program has a module in the state that this resource is about to configure. */
export function requireOwned(call: Call, { id, inputs }: Configuration): void {
  const paths = modulePaths(call.resource.definition, id, inputs);
  call.shared.ownership.owners.requireNoOtherHolder(ownerOf(call, inputs), paths);
}

/** A resource has configured its modules. */
export function hold(call: Call, { id, inputs }: Configuration): void {
  const paths = modulePaths(call.resource.definition, id, inputs);
  call.shared.ownership.owners.hold(ownerOf(call, inputs), paths);
}

/**
 * Modules that were arguments of an object and are no longer: a resource that has adopted one has to configure it again. At the
 * end of the run the object may lack one that became a resource, because the run leaves that out.
 */
export function drop(
  call: Call,
  { id, state }: ResourceState,
  inputs: Values,
  changed: readonly string[],
): void {
  const { definition } = call.resource;
  if (!hasModules(definition) || inputs.retainRemovedModules === true || !isOfProgram(call, inputs))
    return;
  const isKept = (key: string) =>
    key in definition.modules && !(changed.includes(key) && !isSet(inputs[key]));
  const dropped = Object.entries(state).filter(([key]) => !isKept(key));
  const paths = modulePaths(definition, id, Object.fromEntries(dropped));
  call.shared.ownership.note("dropped", ...paths);
  nameMissingAtEnd(call, moduleParentOf(call, { id, state }), paths.map(lastSegment));
}

/** Whether the object that a module belongs to gives it up in this run. */
export function isDropped(call: Call, object: ResourceState): boolean {
  const path = modulePathOf(call, object);
  return path !== undefined && call.shared.ownership.knows("dropped", path);
}

/** An object is made; its modules with it. At the end of the run it may lack one, because the run leaves the resource out. */
export function create(call: Call, object: ResourceState, inputs: Values): void {
  const { definition } = call.resource;
  hold(call, { id: object.id, inputs });
  if (!hasModules(definition)) return;
  register(call, { id: object.id, inputs }, []);
  const parent = moduleParentOf(call, object);
  if (parent) call.shared.ownership.declare(parent);
  nameMissingAtEnd(call, parent, Object.values(definition.modules));
}

/** An object is to be replaced by another one, with these arguments. */
export function replace(call: Call, object: ResourceState, inputs: Values): void {
  const parent = moduleParentOf(call, object);
  if (parent)
    call.shared.ownership.replace(parent, moduleParentOf(call, { id: object.id, state: inputs }));
}

/**
 * Names the failure that a missing argument is likely to follow from. The outputs of a failed resource are unknown, and
 * SDKs before 3.248 and other languages register what depends on it without them.
 */
export function explainMissing({ shared }: Call, problems: readonly Problem[]): readonly Problem[] {
  const reason = shared.ownership.missingReason();
  if (reason === undefined) return problems;
  return problems.map((problem) =>
    problem.reason === REQUIRED ? { ...problem, reason } : problem,
  );
}

/** A resource of the program has failed. */
export function failed({ owner, shared }: Call): void {
  shared.ownership.fail(owner);
}

/** Whether the running program declares the object that a module belongs to. */
export function isOnDeclared(call: Call, object: ResourceState): boolean {
  const path = modulePathOf(call, object);
  return path !== undefined && call.shared.ownership.isOnDeclared(path);
}

/** Whether a module goes with its object, which the running program no longer declares. What a destroy deletes is not known. */
export async function goesWithOwner(call: Call, object: ResourceState): Promise<boolean> {
  const { ownership, engineHasProgram } = call.shared;
  const path = modulePathOf(call, object) ?? "";
  if (isOnDeclared(call, object) || ownership.isLeftOut(path)) return false;
  return ownership.knows("program", "") || (await engineHasProgram());
}

/** A resource is about to be deleted. */
export function removing(call: Call, object: ResourceState): void {
  const { label, resource, shared } = call;
  const { ownership } = shared;
  const parent = moduleParentOf(call, object);
  if (parent) ownership.remove(parent);
  const path = modulePathOf(call, object);
  const { type } = resource.definition;
  const name = label ? `${type} ${label.name}` : `this ${type}`;
  ownership.requireComplete(path === undefined ? name : `the module at ${path}`, path);
}

/** What a resource states, and its id if it has one. */
interface Configuration {
  readonly id: string | undefined;
  readonly inputs: Values;
}

/** Records which modules the resource of a call configures, and which of them it has in the state; gives the conflicts with others. */
function register(call: Call, { id, inputs }: Configuration, held: readonly string[]): string[] {
  const paths = modulePaths(call.resource.definition, id, inputs);
  return call.shared.ownership.owners.register(ownerOf(call, inputs), paths, held);
}

/** The resource of a call, as it was checked: the host of dynamic resources does not say later which resource a call is for. */
export const ownerOf = (call: Call, inputs: Values): Owner =>
  call.shared.checked.get(call.digestOf(inputs)) ?? call.owner;

/** Whether a call brings what the running program states, and not, as in a refresh, what the last program has stated. */
export const isOfProgram = (call: Call, inputs: Values): boolean =>
  call.shared.checked.has(call.digestOf(inputs));
