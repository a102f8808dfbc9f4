import { resourceClassName } from "../../core/definitions/define";
import { parseUrn } from "../../core/pulumi/urn";
import type { SingletonDefinition } from "../../core/schema/definition";
import { pathKeys, type Table } from "../../core/schema/field";
import { isSet, type Values } from "../../core/schema/values";
import { HIDDEN_ID } from "./titles";
import { hiddenIn, type Item, isHidden, UNKNOWN } from "./value";
import type { KeyOf, ResourceVersion } from "./versions";

/** An object that has a module, for certain or perhaps. */
export interface Owner {
  /** The key of the object. */
  readonly key: string;
  /** The argument that decides which object has the module, if its value is hidden and may be the id of another object. */
  readonly uncertainBy?: string;
  /** The values to read the module from, if the id is taken from the state before a change. Default: the values of its resource. */
  readonly values?: Values;
}

/**
 * The objects that may have a module. If the id of the owner is plain, it decides. A hidden id comes from a resource that the module
 * depends on: the object of a single such resource has the module. If there are several and only an apply will know the id, each of
 * their objects may have the module. Otherwise, nothing shows the owner, and the module gets an owner that no other module has.
 */
export function findOwners(
  definition: SingletonDefinition,
  version: ResourceVersion,
  keyOf: KeyOf,
): Owner[] {
  const argument = ownerArgument(definition.fields);
  const id = version.values[argument];
  const hidden = hiddenIn(id);
  if (!hidden && isSet(id)) return [ownerById(definition, id, keyOf)];
  const sources = ownerSources(definition, version);
  const [source, ...otherSources] = sources;
  const isFromSeveral = otherSources.length > 0;
  if (hidden && source !== undefined && !isFromSeveral) return [{ key: keyOf(source) }];
  if (hidden === UNKNOWN && isFromSeveral) {
    return sources.map((urn) => ({ key: keyOf(urn), uncertainBy: argument }));
  }
  return [hiddenOwner(version)];
}

/** The argument of a module resource that has the id of the module's route or edge. */
export const ownerArgument = (fields: Table): string => pathKeys(fields).at(-1) ?? "";

/** The object with an id. The package does not manage edges, so the key of an edge is its id, which resources of its modules have, too. */
export const ownerById = ({ of }: SingletonDefinition, id: unknown, keyOf: KeyOf): Owner => ({
  key: of.kind === "external" ? String(id) : keyOf(String(id)),
});

/** The URNs of the resources that the id of the owner may come from: resources of the owner's class that the module depends on. */
export function ownerSources(
  { of, fields }: SingletonDefinition,
  { resource }: ResourceVersion,
): string[] {
  if (of.kind === "external") return [];
  const { deletedWith = "", dependencies } = resource;
  const sources = new Set([deletedWith, ...(dependencies[ownerArgument(fields)] ?? [])]);
  return [...sources].filter((urn) => resourceClassName(parseUrn(urn).type) === of.type);
}

const HIDDEN_OWNER = "hidden id, of ";

/** The owner of a module with a hidden id. Two secret ids may differ, so no other module has this owner. */
export const hiddenOwner = ({ resource }: ResourceVersion): Owner => ({
  key: HIDDEN_OWNER + resource.urn,
});

/** The id of an object by its key. The keys of resources and of hidden owners contain no id. */
export const idOfKey = (key: string): Item =>
  key.startsWith("urn:") || key.startsWith(HIDDEN_OWNER) ? UNKNOWN : key;

/** The id of an object in a title, by its key. */
export function idInTitle(key: string): string {
  const id = idOfKey(key);
  return isHidden(id) ? HIDDEN_ID : id;
}
