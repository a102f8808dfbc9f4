import * as definitions from "../../core/definitions";
import { type Definition, importIdFormat } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { formatProblem } from "../../core/schema/leaves";
import type { Values } from "../../core/schema/values";

/** In the update that moves a stack to the plugin, the engine lets an explicit provider delete dynamic resources, too. */
const byToken = new Map(
  Object.values<Definition>(definitions).flatMap((each) =>
    [each.pluginToken, each.token].map((token) => [token, each]),
  ),
);

/** @throws {Error} if no kind of object has this token. */
export function definitionForToken(token: string): Definition {
  const definition = byToken.get(token);
  if (!definition) throw new Error(`there is no resource type ${token}`);
  return definition;
}

/**
 * The id of an object to import, and the other ids in its path.
 *
 * @throws {Error} if the id is not of its kind's format, or a part of it is not an id.
 */
export function parseImportId(
  definition: Definition,
  given: string,
): { readonly id: string; readonly outputs: Values } {
  const { kind, fields, type } = definition;
  const keys = pathKeys(fields);
  const names = kind === "collection" ? [...keys, "id"] : keys;
  const parts = names.length === 1 ? [given] : given.split("/");
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
  if (kind === "singleton") return { id: given, outputs: {} };
  return {
    id: parts.at(-1) ?? "",
    outputs: Object.fromEntries(keys.map((key, index) => [key, parts[index]])),
  };
}
