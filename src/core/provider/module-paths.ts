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

/** True for a module of a route. False for a module of an edge, which the API cannot show. */
export const isModuleOfObject = (definition: Definition): boolean =>
  definition.kind === "singleton" && definition.of.kind === "collection";

export const getModulePath = (
  { resource: { definition } }: Call,
  { state }: ResourceState,
): string | undefined =>
  definition.kind === "singleton" ? modulePaths(definition, undefined, state)[0] : undefined;

const getParentPath = (
  { resource: { definition } }: Call,
  { id, state }: ResourceState,
): string | undefined =>
  hasModules(definition) ? knownObjectPath(definition, id, state) : undefined;

export function getModuleParent(call: Call, object: ResourceState): ModuleParent | undefined {
  const path = getParentPath(call, object);
  if (path === undefined) return undefined;
  const place = call.resource.displayName?.(object.state) ?? path;
  return { path, identityKey: place, name: call.redact(place), urn: call.label?.urn };
}
