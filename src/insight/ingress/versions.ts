import type { Values } from "../../core/schema/values";
import type { StackResource } from "../engine/resource";

/** A resource at one moment, and the values to read its arguments from. */
export interface ResourceVersion {
  readonly resource: StackResource;
  readonly values: Values;
}

/** Gives the key of an object by the URN of its resource or by its id. */
export type KeyOf = (urnOrId: string) => string;

/** The key of an object by its id or URN. The key of a resource is its URN. An id that no resource has, such as that of an edge, is itself the key. */
export function keysById(versions: readonly ResourceVersion[]): KeyOf {
  const keys = new Map(versions.map(({ resource: { id, urn } }) => [id === "" ? urn : id, urn]));
  return (urnOrId) => keys.get(urnOrId) ?? urnOrId;
}
