import * as definitions from "../../core/definitions";
import { type Definition, importIdFormat } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { formatProblem } from "../../core/schema/leaves";
import type { Values } from "../../core/schema/values";

/**
 * The definitions by their type tokens, those of dynamic resources included: in the update that migrates a stack to the plugin, the
 * engine has an explicit provider delete dynamic resources.
 */
const byToken = new Map<string, Definition>();
for (const definition of Object.values<Definition>(definitions)) {
  byToken.set(definition.pluginToken, definition);
  byToken.set(definition.token, definition);
}

/** @throws {Error} if no resource type has the token. */
export function definitionForToken(token: string): Definition {
  const definition = byToken.get(token);
  if (!definition) throw new Error(`there is no resource type ${token}`);
  return definition;
}

/** An object to import. */
export interface ImportedObject {
  readonly id: string;
  /** The other ids in the path of the object. */
  readonly outputs: Values;
}

/**
 * Parses the id for an import.
 *
 * @throws {Error} if the id does not have the format of the type, or a part of it is not an id.
 */
export function parseImportId(definition: Definition, importId: string): ImportedObject {
  const { kind, fields, type } = definition;
  const keys = pathKeys(fields);
  const names = kind === "collection" ? [...keys, "id"] : keys;
  const parts = names.length === 1 ? [importId] : importId.split("/");
  const format = importIdFormat(definition);
  if (parts.length !== names.length || parts.includes(""))
    throw new Error(`the id to import a resource of type ${type} by must be ${format}`);
  for (const [index, part] of parts.entries()) {
    const problem = formatProblem("id", part);
    if (problem !== undefined)
      throw new Error(
        `${names[index]} ${problem} (a resource of type ${type} is imported by ${format})`,
      );
  }
  if (kind === "singleton") return { id: importId, outputs: {} };
  return {
    id: parts.at(-1) ?? "",
    outputs: Object.fromEntries(keys.map((key, index) => [key, parts[index]])),
  };
}
