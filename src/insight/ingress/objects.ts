import { classIn } from "../../core/definitions/define";
import { routeModules } from "../../core/definitions/modules";
import type { CollectionDefinition, SingletonDefinition } from "../../core/schema/definition";
import { canonical } from "../../core/schema/diff";
import { pathKeys, type Table } from "../../core/schema/field";
import { parseUrn } from "../../core/schema/urn";
import { isSet, UNKNOWN } from "../../core/schema/values";
import { MASK, Secret } from "../engine/secrets";
import { type Arguments, isHidden, type ResourceVersion, readArguments } from "./arguments";
import { byType, type DeclaredObject, type ObjectKind, titleOf } from "./kinds";

/** The key of an object, by the URN of its resource or by its id. */
type KeyOf = (urnOrId: string) => string;

/** Finds which object a resource is before and after a change: by its URN, or else by what identifies it to its clients. */
export function keysOf(before: readonly ResourceVersion[], after: readonly ResourceVersion[] = []): KeyOf {
  const missingIn = (others: readonly ResourceVersion[]) => {
    const urns = new Set(others.map(({ resource }) => resource.urn));
    return ({ resource }: ResourceVersion) => !urns.has(resource.urn);
  };
  const removed = new Map(before.filter(missingIn(after)).map((each) => [identityOf(each), each.resource.urn]));
  const keys = new Map([
    ...before.map(({ resource: { id, urn } }) => [id === "" ? urn : id, urn] as const),
    ...after.filter(missingIn(before)).map((each) => [each.resource.urn, removed.get(identityOf(each))] as const),
  ]);
  return (urnOrId) => keys.get(urnOrId) ?? urnOrId;
}

/** What identifies an object to its clients; if that is not known, its URN. */
function identityOf({ resource: { type, urn }, values }: ResourceVersion): string {
  const definition = byType.get(type);
  if (definition?.kind !== "collection" || !definition.identity) return urn;
  const { identity, fields } = definition;
  const parts = identity.map((name) => canonical(fields[name] ?? { kind: "string" }, values[name]));
  const isKnown = parts.every((part) => typeof part === "string" && !isHidden(part));
  return isKnown ? [type, ...parts].join(" ") : urn;
}

/**
 * Reads objects by kind and key. A module belongs to what it protects, so that moving it in the program removes nothing.
 * Entries have the engine's order, in which a route comes before the module resources that take its id.
 */
export function declaredObjects(
  entries: readonly ResourceVersion[],
  keyOf: KeyOf,
): ReadonlyMap<string, DeclaredObject> {
  const objects = new Map<string, DeclaredObject>();
  const ownersOf = ownersIn(entries, keyOf);
  for (const entry of entries) {
    const definition = byType.get(entry.resource.type);
    if (definition?.kind === "singleton") {
      const owners = ownersOf(definition, entry);
      for (const owner of owners) add(objects, moduleObject(definition, entry, owner), owners.length > 1);
    } else if (definition) {
      add(objects, resourceObject(definition, entry, keyOf(entry.resource.urn)));
    }
  }
  return objects;
}

/** What one resource declares of an object. */
type Declared = Omit<DeclaredObject, "isServing">;

/** Adds to what is known of an object: what its own resource declares replaces what its modules show of it. */
function add(objects: Map<string, DeclaredObject>, declared: Declared, isOneOfSeveral = false): void {
  const key = `${declared.kind} ${declared.key}`;
  const known = objects.get(key);
  // A module that one of several routes itself declares is on it for certain.
  const modules = { ...known?.modules, ...declared.modules, ...(isOneOfSeveral && known?.modules) };
  const isServing = modules.backend?.values.enabled !== false;
  objects.set(key, { ...(known && !declared.args ? known : declared), modules, isServing });
}

/** What the resource of a module shows of the object that it belongs to, or may belong to. */
function moduleObject({ of, module, fields }: SingletonDefinition, entry: ResourceVersion, owner: Owner): Declared {
  const { key, values = entry.values, ownerUnknown } = owner;
  const args = { ...readArguments({ ...entry, values }, fields), ...(ownerUnknown && { ownerUnknown }) };
  const isHidden = args.values[ownerArgument(fields)] === MASK;
  const title = titleOf(of, isHidden ? entry.resource.urn : key, args.values);
  return { kind: of.name as ObjectKind, key, title, modules: { [module]: args }, outputs: {} };
}

/** An object of a resource, with the modules that its arguments configure. */
function resourceObject(definition: CollectionDefinition, entry: ResourceVersion, key: string): Declared {
  const { name, outputs } = entry.resource;
  const tables: Readonly<Record<string, Table>> = definition.modules === undefined ? {} : routeModules;
  const isOwn = ([argument]: readonly [string, unknown]) => !Object.hasOwn(tables, argument);
  const args = readArguments(entry, Object.fromEntries(Object.entries(definition.fields).filter(isOwn)));
  const stated = Object.entries(tables).filter(([argument]) => isSet(entry.values[argument]));
  const modules = Object.fromEntries(stated.map(([module, table]) => [module, readArguments(entry, table, module)]));
  const title = titleOf(definition, key, args.values, name);
  return { kind: definition.name as ObjectKind, key, title, args, modules, outputs };
}

/** The argument that says which object a module belongs to. */
const ownerArgument = (fields: Table): string => pathKeys(fields).at(-1) ?? "";

/** An object that a module belongs to, for certain or perhaps. The values are by default those of the module's resource. */
type Owner = Pick<DeclaredObject, "key"> & Pick<Arguments, "ownerUnknown"> & Partial<Pick<ResourceVersion, "values">>;

/**
 * Finds the objects that modules belong to: by their ids, or, if only an apply will know an id, by the one object that is
 * created and that the id comes from. Of a new module whose id comes from several objects, each of them. In any other case
 * the module may stay where it was.
 */
function ownersIn(entries: readonly ResourceVersion[], keyOf: KeyOf) {
  const isCreated = ({ op = "same" }: ResourceVersion) => /create|replace/.test(op);
  const urnsOf = (all: readonly ResourceVersion[]) => all.map(({ resource }) => resource.urn);
  const created = new Set(urnsOf(entries.filter(isCreated)));
  const staying = new Set(urnsOf(entries.filter((entry) => !isCreated(entry))).map(keyOf));
  const isGone = (id: string) => keyOf(id) !== id && !staying.has(keyOf(id));
  return ({ of, fields }: SingletonDefinition, { resource, values, previous, changed }: ResourceVersion): Owner[] => {
    const argument = ownerArgument(fields);
    const id = values[argument];
    const old = previous?.[argument];
    const isExternal = of.kind === "external";
    const { urn, deletedWith = "", dependencies } = resource;
    // The resources of the owner's type that the id comes from.
    const isOwner = (each: string) => of.kind !== "external" && classIn(parseUrn(each).type) === of.type;
    const sources = [...new Set([deletedWith, ...(dependencies[argument] ?? [])])].filter(isOwner);
    const source = sources.length === 1 ? sources[0] : undefined;
    // A module of an edge has the id of the edge.
    const keyOfId = (known: unknown) => (isExternal ? String(known) : keyOf(String(known)));
    const hiddenKey = `hidden id, of ${urn}`;
    const isSecret = id === MASK || id instanceof Secret;
    const isFromSource = source !== undefined && (isSecret || (id === UNKNOWN && created.has(source)));
    if (isFromSource) return [{ key: keyOf(source) }];
    // Two secret ids may be one, or two: a module with such an id is compared with itself alone.
    if (isSecret) return [{ key: hiddenKey, ...(changed?.includes(argument) && { ownerUnknown: argument }) }];
    if (id !== UNKNOWN && isSet(id)) {
      // The id of an object that another one replaces is the id of nothing.
      return [{ key: !isExternal && isGone(String(id)) ? `deleted, ${String(id)}` : keyOfId(id) }];
    }
    if (id === UNKNOWN && sources.length > 1 && (!isSet(old) || old === UNKNOWN)) {
      return sources.map((each) => ({ key: keyOf(each), ownerUnknown: argument }));
    }
    if (!isSet(old)) return [{ key: hiddenKey }];
    return [{ key: keyOfId(old), values: { ...values, [argument]: old }, ownerUnknown: argument }];
  };
}
