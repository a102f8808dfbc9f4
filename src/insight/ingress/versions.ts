import type { Values } from "../../core/schema/values";
import type { StackResource } from "../engine/resource";

/** A resource at one moment, and the values to read its arguments from. */
export interface ResourceVersion {
  readonly resource: StackResource;
  readonly values: Values;
}

/**
 * Finds the key of an object of a collection by its id, or by the URN of its resource. The key is the URN if a resource of the stack
 * declares the object. Otherwise the key is the id, as of a route of another stack. The ids of edges must not be passed: the resource of
 * an edge's module has the id of the edge.
 */
export type KeyOf = (urnOrId: string) => string;

export function keysById(versions: readonly ResourceVersion[]): KeyOf {
  const urns = new Map(
    versions
      .filter(({ resource }) => resource.id !== "")
      .map(({ resource: { id, urn } }) => [id, urn]),
  );
  return (urnOrId) => urns.get(urnOrId) ?? urnOrId;
}
