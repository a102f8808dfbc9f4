import type { Definition } from "../schema/definition";
import { pathKeys } from "../schema/field";
import type { Values } from "../schema/values";

/** Where an object is. */
export interface Place {
  readonly id: string;
  /** The other ids in its path. */
  readonly outputs: Values;
}

/**
 * Where an object is that is to be imported. The id of one that lies below another begins with the ids in its path:
 * `<edgeId>/<id>`.
 *
 * @throws {Error} if there are more or fewer.
 */
export function importedFrom({ kind, type, fields }: Definition, given: string): Place {
  const keys = kind === "collection" ? pathKeys(fields) : [];
  const parts = keys.length === 0 ? [given] : given.split("/");
  if (parts.length !== keys.length + 1 || parts.includes("")) {
    const form = [...keys, "id"].map((key) => `<${key}>`).join("/");
    throw new Error(`the id to import a resource of type ${type} by must be ${form}`);
  }
  return { id: parts.at(-1) ?? "", outputs: Object.fromEntries(keys.map((key, index) => [key, parts[index]])) };
}
