import type { ModuleParent } from "../lifecycle/ownership/successors";
import type { ResourceState } from "../lifecycle/resource";
import {
  type CollectionDefinition,
  type Definition,
  knownObjectPath,
  modulePaths,
} from "../schema/definition";
import type { Call } from "./call";

export const hasModules = (
  definition: Definition,
): definition is CollectionDefinition & Required<Pick<CollectionDefinition, "modules">> =>
  definition.kind === "collection" && definition.modules !== undefined;

/** Whether a definition is that of a module of an object that the API creates, and not of an edge. */
export const isOfObject = (definition: Definition): boolean =>
  definition.kind === "singleton" && definition.of.kind === "collection";

export const modulePathOf = (
  { resource: { definition } }: Call,
  { state }: ResourceState,
): string | undefined =>
  definition.kind === "singleton" ? modulePaths(definition, undefined, state)[0] : undefined;

const parentPathOf = (
  { resource: { definition } }: Call,
  { id, state }: ResourceState,
): string | undefined =>
  hasModules(definition) ? knownObjectPath(definition, id, state) : undefined;

export function moduleParentOf(call: Call, object: ResourceState): ModuleParent | undefined {
  const path = parentPathOf(call, object);
  if (path === undefined) return undefined;
  const place = call.resource.displayName?.(object.state) ?? path;
  return { path, place, name: call.redact(place), urn: call.label?.urn };
}
