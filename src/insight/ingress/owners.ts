import { resourceClassName } from "../../core/definitions/define";
import { parseUrn } from "../../core/pulumi/urn";
import type { SingletonDefinition } from "../../core/schema/definition";
import { pathKeys, type Table } from "../../core/schema/field";
import { isSet, type Values } from "../../core/schema/values";
import { hiddenIn, UNKNOWN } from "./value";
import type { KeyOf, ResourceVersion } from "./versions";

/** An object that has a module, for certain or perhaps. */
export interface Owner {
  /** The key of the object. */
  readonly key: string;
  /** The argument that decides which object has the module, if only an apply will know its value. */
  readonly uncertainBy?: string;
  /** The values to read the module from, if they are not those of its resource. */
  readonly values?: Values;
}

/** The argument of a module resource that has the id of the module's route or edge. */
export const ownerArgument = (fields: Table): string => pathKeys(fields).at(-1) ?? "";

/** The resources of the owner's class that the id of a module's owner comes from. */
export function ownerSources(
  { of, fields }: SingletonDefinition,
  { resource }: ResourceVersion,
): string[] {
  if (of.kind === "external") return [];
  const { deletedWith = "", dependencies } = resource;
  const sources = new Set([deletedWith, ...(dependencies[ownerArgument(fields)] ?? [])]);
  return [...sources].filter((urn) => resourceClassName(parseUrn(urn).type) === of.type);
}

/** The owner of a module with a hidden id. Two secret ids may differ, so no other module has this owner. */
export const hiddenOwner = ({ resource }: ResourceVersion): Owner => ({
  key: `hidden id, of ${resource.urn}`,
});

/** The object with an id. An edge is no resource, so that its id is its key. */
export const ownerById = ({ of }: SingletonDefinition, id: unknown, keyOf: KeyOf): Owner => ({
  key: of.kind === "external" ? String(id) : keyOf(String(id)),
});

/**
 * The objects that may have a module: the object with the stated id; if the id is hidden, the resource that it comes from. If only
 * an apply will know the id and it comes from several resources, each of them may have the module.
 */
export function ownersOf(
  definition: SingletonDefinition,
  version: ResourceVersion,
  keyOf: KeyOf,
): Owner[] {
  const argument = ownerArgument(definition.fields);
  const id = version.values[argument];
  const hidden = hiddenIn(id);
  if (!hidden && isSet(id)) return [ownerById(definition, id, keyOf)];
  const sources = ownerSources(definition, version);
  const [source] = sources;
  if (hidden && source !== undefined && sources.length === 1) return [{ key: keyOf(source) }];
  if (hidden === UNKNOWN && sources.length > 1) {
    return sources.map((urn) => ({ key: keyOf(urn), uncertainBy: argument }));
  }
  return [hiddenOwner(version)];
}
