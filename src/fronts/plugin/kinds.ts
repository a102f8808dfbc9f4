import * as definitions from "../../core/definitions";
import type { ResourceName } from "../../core/definitions/names";
import { pluginToken } from "../../core/definitions/tokens";
import { type Definition, getFunction, isListed, listFunction } from "../../core/schema/definition";
import { parseUrn } from "../../core/schema/urn";

/** A kind of object, and its name in the provider. */
export interface Kind {
  readonly name: ResourceName;
  readonly definition: Definition;
}

const kinds: readonly Kind[] = Object.values(definitions).map((definition) => ({
  name: definition.name as ResourceName,
  definition,
}));

/** In the update that moves a stack to the plugin, the engine lets an explicit provider delete dynamic resources, too. */
const byToken = new Map(
  kinds.flatMap((kind) => [kind.definition.pluginToken, kind.definition.token].map((token) => [token, kind] as const)),
);

/** @throws {Error} if no kind of object has this token. */
export function kindOf(token: string): Kind {
  const kind = byToken.get(token);
  if (!kind) throw new Error(`there is no resource type ${token}`);
  return kind;
}

/** The kind of object that a URN names. */
export const kindIn = (urn: string): Kind => kindOf(parseUrn(urn).type);

/** The name of the resource that a URN names. */
export const nameIn = (urn: string): string => parseUrn(urn).name;

/** A function of the provider. */
export interface ProviderFunction {
  readonly kind: Kind;
  readonly does: "get" | "list";
}

/** Modules are looked up with the object that they belong to. */
const functions = new Map<string, ProviderFunction>(
  kinds.flatMap((kind) => {
    const { definition } = kind;
    if (definition.kind === "singleton") return [];
    const get = [pluginToken(getFunction(definition)), { kind, does: "get" as const }] as const;
    return isListed(definition)
      ? [get, [pluginToken(listFunction(definition)), { kind, does: "list" as const }] as const]
      : [get];
  }),
);

/** @throws {Error} if no function has this token. */
export function functionOf(token: string): ProviderFunction {
  const found = functions.get(token);
  if (!found) throw new Error(`there is no function ${token}`);
  return found;
}
