import { createHash } from "node:crypto";
import { lostText, missingText } from "../lifecycle/ownership-texts";
import type { Resource, ResourceState } from "../lifecycle/resource";
import type { ModuleParent, Owner } from "../lifecycle/run-records";
import {
  type CollectionDefinition,
  type Definition,
  knownObjectPath,
  modulePaths,
  segmentOf,
} from "../schema/definition";
import { isSet, stableJson, type Values } from "../schema/values";
import type { Call } from "./call";
import type { ResourceLabel } from "./options";

/*
 * What the calls of one run tell of modules: which ones the running program configures, and what becomes of the others. What
 * a call records is shown by calls for other resources, too, which do not know its secrets.
 */

/**
 * A resource of the program is checked; gives the conflicts with others.
 *
 * @param inputs Without those whose arguments are refused.
 */
export function check(call: Call, olds: Values, inputs: Values | undefined): string[] {
  const { resource, label, shared } = call;
  const { definition } = resource;
  const { ownership, checked } = shared;
  ownership.facts.note("managed", ...modulePaths(definition, undefined, olds));
  ownership.facts.note("program", "");
  if (!inputs) return [];
  // The path of a route's modules needs an id, which only the call to compare brings.
  if (hasModules(definition)) checked.add(digestOf(label, inputs));
  return ownership.registerOwner(ownerOf(call), modulePaths(definition, undefined, inputs));
}

/** Compares a resource; gives conflicts with others. A refresh compares the last program, and registers nothing. */
export function compare(call: Call, { id, state }: ResourceState, inputs: Values): string[] {
  const { definition } = call.resource;
  if (!hasModules(definition) || !isOfProgram(call, inputs)) return [];
  const parent = moduleParentOf(call, { id, state: inputs });
  const { ownership } = call.shared;
  if (parent) ownership.declare(parent);
  ownership.facts.note("managed", ...modulePaths(definition, id, state));
  return ownership.registerOwner(ownerOf(call), modulePaths(definition, id, inputs));
}

/**
 * Modules that were arguments of an object and are no longer: a resource that has adopted one has to configure it again. At the
 * end of the run the object may lack one that became a resource, because the run leaves that out.
 */
export function drop(call: Call, { id, state }: ResourceState, inputs: Values, changed: readonly string[]): void {
  const { definition } = call.resource;
  if (!hasModules(definition) || inputs.retainRemovedModules === true || !isOfProgram(call, inputs)) return;
  const { modules } = definition;
  const isDropped = (key: string) => changed.includes(key) && !isSet(inputs[key]);
  const arguments_ = Object.entries(state).filter(([key]) => !(key in modules) || isDropped(key));
  const paths = modulePaths(definition, id, Object.fromEntries(arguments_));
  call.shared.ownership.facts.note("dropped", ...paths);
  const parent = moduleParentOf(call, { id, state });
  if (parent) nameMissingAtEnd(call, parent, paths.map(segmentOf));
}

/** The run warns at its end of the modules of an object that it leaves out. */
function nameMissingAtEnd(call: Call, { path, name }: ModuleParent, segments: readonly string[]): void {
  const { ownership, atEnd } = call.shared;
  atEnd.push(() => {
    const missing = segments.filter((segment) => ownership.isLeftOut(`${path}/${segment}`));
    if (missing.length > 0) call.log({ severity: "warning", text: missingText(name, missing) });
  });
}

/** Whether the object that a module belongs to gives it up in this run. */
export function isDropped({ resource, shared }: Call, object: ResourceState): boolean {
  const path = singletonPathOf(resource, object);
  return path !== undefined && shared.ownership.facts.knows("dropped", path);
}

/** An object is made; its modules with it. At the end of the run it may lack one, because the run leaves the resource out. */
export function create(call: Call, object: ResourceState, inputs: Values): void {
  const { definition } = call.resource;
  const { ownership } = call.shared;
  if (!hasModules(definition)) return;
  const parent = moduleParentOf(call, object);
  if (parent) {
    ownership.declare(parent);
    nameMissingAtEnd(call, parent, Object.values(definition.modules));
  }
  ownership.registerOwner(ownerOf(call), modulePaths(definition, object.id, inputs));
}

/** An object could not be made. */
export function notCreated({ resource, label, shared }: Call, inputs: Values): void {
  if (!hasModules(resource.definition)) return;
  shared.ownership.notCreated(label?.urn, resource.displayName?.(inputs));
}

/** An object is to be replaced by another one, with these arguments. */
export function replace(call: Call, object: ResourceState, inputs: Values): void {
  const parent = moduleParentOf(call, object);
  const next = moduleParentOf(call, { id: object.id, state: inputs });
  if (parent) call.shared.ownership.replace(parent, next);
}

/** An update of an object has ended. Other processes do not hear of a failure, and the next update that succeeds ends it. */
export function updated({ resource, shared }: Call, object: ResourceState, isDone: boolean): void {
  const path = parentPathOf(resource, object);
  const { facts } = shared.ownership;
  if (path === undefined) return;
  if (isDone) facts.forget("failed", path);
  else facts.note("failed", path);
}

/** Whether the running program declares the object that a module belongs to. */
export function isOnDeclared({ resource, shared }: Call, object: ResourceState): boolean {
  const path = singletonPathOf(resource, object);
  return path !== undefined && shared.ownership.isOnDeclared(path);
}

/**
 * Whether a module goes with the object that it belongs to, because the running program no longer declares that object. In a
 * destroy no program runs, and what else will be deleted is not known.
 */
export async function goesWithOwner(call: Call, object: ResourceState): Promise<boolean> {
  const { ownership, engineHasProgram } = call.shared;
  const path = singletonPathOf(call.resource, object) ?? "";
  if (isOnDeclared(call, object) || ownership.isLeftOut(path)) return false;
  return ownership.facts.knows("program", "") || (await engineHasProgram());
}

/** Before a resource is deleted. */
export function removing(call: Call, object: ResourceState): void {
  const { resource, label } = call;
  const { ownership } = call.shared;
  const parent = moduleParentOf(call, object);
  if (parent) ownership.remove(parent);
  const { type } = resource.definition;
  const path = singletonPathOf(resource, object);
  if (path === undefined) ownership.requireRegistered(label ? `${type} ${label.name}` : type);
  else ownership.requireDecided(path);
}

/**
 * A module resource was deleted. At the end of the run its object may still be there; nothing shows that of an edge. Without a
 * record that the stack had the object, that may be as it should be, and is no warning.
 *
 * @param wasOnDeclared The last program declared the object that the module belongs to.
 */
export function removed(call: Call, object: ResourceState, wasOnDeclared: boolean): void {
  const { definition } = call.resource;
  const path = singletonPathOf(call.resource, object);
  if (path === undefined || definition.kind !== "singleton" || definition.of.kind !== "collection") return;
  const { ownership, atEnd } = call.shared;
  atEnd.push(() => {
    if (ownership.isLostByObject(path))
      call.log({ severity: wasOnDeclared ? "warning" : "info", text: lostText(path) });
  });
}

const isOfProgram = ({ label, shared }: Call, inputs: Values): boolean => shared.checked.has(digestOf(label, inputs));

/** The engine may pass members on in another order. */
const digestOf = (label: ResourceLabel | undefined, inputs: Values): string =>
  createHash("sha256")
    .update(stableJson([label?.urn, inputs]))
    .digest("base64");

const ownerOf = ({ resource, label }: Call): Owner => ({ type: resource.definition.type, ...label });

const hasModules = (
  definition: Definition,
): definition is CollectionDefinition & Required<Pick<CollectionDefinition, "modules">> =>
  definition.kind === "collection" && definition.modules !== undefined;

const singletonPathOf = ({ definition }: Resource, { state }: ResourceState): string | undefined =>
  definition.kind === "singleton" ? modulePaths(definition, undefined, state)[0] : undefined;

const parentPathOf = ({ definition }: Resource, { id, state }: ResourceState): string | undefined =>
  hasModules(definition) ? knownObjectPath(definition, id, state) : undefined;

function moduleParentOf({ resource, redact, label }: Call, object: ResourceState): ModuleParent | undefined {
  const path = parentPathOf(resource, object);
  if (path === undefined) return undefined;
  const place = resource.displayName?.(object.state) ?? path;
  return { path, place, name: redact(place), urn: label?.urn };
}
