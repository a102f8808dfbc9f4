import { type Definition, importIdFormat } from "../schema/definition";
import { pathKeys } from "../schema/field";
import type { Values } from "../schema/values";

/** Where an object is. */
export interface Place {
  readonly id: string;
  /** The other ids in its path. */
  readonly outputs: Values;
}

/**
 * Where an object is that is to be imported.
 *
 * @throws {Error} if the id is not of its kind's format.
 */
export function importedFrom(definition: Definition, given: string): Place {
  const keys = definition.kind === "collection" ? pathKeys(definition.fields) : [];
  const parts = keys.length === 0 ? [given] : given.split("/");
  if (parts.length !== keys.length + 1 || parts.includes(""))
    throw new Error(`the id to import a resource of type ${definition.type} by must be ${importIdFormat(definition)}`);
  return { id: parts.at(-1) ?? "", outputs: Object.fromEntries(keys.map((key, index) => [key, parts[index]])) };
}
