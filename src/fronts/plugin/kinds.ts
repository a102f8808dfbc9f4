import * as definitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";
import { parseUrn } from "../../core/schema/urn";

/** In the update that moves a stack to the plugin, the engine lets an explicit provider delete dynamic resources, too. */
const byToken = new Map<string, Definition>(
  Object.values(definitions).flatMap((definition) =>
    [definition.pluginToken, definition.token].map((token) => [token, definition] as const),
  ),
);

/** @throws {Error} if no kind of object has this token. */
export function definitionOf(token: string): Definition {
  const definition = byToken.get(token);
  if (!definition) throw new Error(`there is no resource type ${token}`);
  return definition;
}

/** The kind of object that a URN names. */
export const definitionIn = (urn: string): Definition => definitionOf(parseUrn(urn).type);

/** The name of the resource that a URN names. */
export const nameIn = (urn: string): string => parseUrn(urn).name;
