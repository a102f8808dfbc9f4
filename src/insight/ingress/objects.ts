import { routeModules } from "../../core/definitions/modules";
import type { CollectionDefinition, SingletonDefinition } from "../../core/schema/definition";
import type { Table } from "../../core/schema/field";
import { isSet } from "../../core/schema/values";
import { type Arguments, readArguments } from "./arguments";
import { byType, type DeclaredObject, type ObjectKind } from "./declared-object";
import { type Owner, ownerArgument } from "./owners";
import { titleOf } from "./titles";
import { SECRET } from "./value";
import type { KeyOf, ResourceVersion } from "./versions";

/** Finds the objects that may have a module. */
export type OwnersOf<Version extends ResourceVersion> = (
  definition: SingletonDefinition,
  version: Version,
) => readonly Owner[];

/**
 * Reads objects by kind and key. A module belongs to the object that it protects, not to the resource that declares it: a program
 * that moves the module to another resource removes nothing. The versions have to be in the order of `inStableOrder`: a route
 * comes before the module resources with its id.
 */
export function declaredObjects<Version extends ResourceVersion>(
  versions: readonly Version[],
  keyOf: KeyOf,
  ownersOf: OwnersOf<Version>,
): ReadonlyMap<string, DeclaredObject> {
  const objects = new Map<string, DeclaredObject>();
  for (const version of versions) {
    const definition = byType.get(version.resource.type);
    if (definition?.kind === "singleton")
      addModule(objects, definition, version, ownersOf(definition, version));
    else if (definition) addResource(objects, definition, version, keyOf(version.resource.urn));
  }
  return objects;
}

/** Adds a module resource to the objects that may have it. */
function addModule(
  objects: Map<string, DeclaredObject>,
  definition: SingletonDefinition,
  version: ResourceVersion,
  owners: readonly Owner[],
): void {
  for (const owner of owners) {
    const args = moduleArguments(definition, version, owner);
    const known =
      objects.get(`${definition.of.name} ${owner.key}`) ??
      objectOfModule(definition, version, owner, args);
    // A module that may be on several routes does not replace a module that a route certainly has.
    if (owners.length > 1 && definition.module in known.modules) continue;
    put(objects, { ...known, modules: { ...known.modules, [definition.module]: args } });
  }
}

function moduleArguments(
  { fields }: SingletonDefinition,
  version: ResourceVersion,
  owner: Owner,
): Arguments {
  const args = readArguments(version.resource, owner.values ?? version.values, fields);
  return owner.uncertainBy === undefined ? args : { ...args, uncertainOwner: owner.uncertainBy };
}

/** An object of which only modules are declared: an edge, or a route that another program manages. */
function objectOfModule(
  { of, fields }: SingletonDefinition,
  { resource }: ResourceVersion,
  { key }: Owner,
  args: Arguments,
): DeclaredObject {
  const isSecretId = args.values[ownerArgument(fields)] === SECRET;
  const title = titleOf(of, isSecretId ? resource.urn : key, args.values);
  return { kind: of.name as ObjectKind, key, title, modules: {}, isServing: true, outputs: {} };
}

/** Adds the object of a resource, with the modules that its arguments configure. */
function addResource(
  objects: Map<string, DeclaredObject>,
  definition: CollectionDefinition,
  { resource, values }: ResourceVersion,
  key: string,
): void {
  const tables: Readonly<Record<string, Table>> =
    definition.modules === undefined ? {} : routeModules;
  const fields = Object.entries(definition.fields).filter(
    ([argument]) => !Object.hasOwn(tables, argument),
  );
  const args = readArguments(resource, values, Object.fromEntries(fields));
  const stated = Object.entries(tables).filter(([argument]) => isSet(values[argument]));
  const modules = stated.map(([module, table]) => [
    module,
    readArguments(resource, values, table, module),
  ]);
  const kind = definition.name as ObjectKind;
  const known = objects.get(`${kind} ${key}`)?.modules;
  put(objects, {
    kind,
    key,
    title: titleOf(definition, key, args.values, resource.name),
    args,
    modules: { ...known, ...Object.fromEntries(modules) },
    isServing: true,
    outputs: resource.outputs,
  });
}

/** Stores an object. A route without a declared backend may serve requests. */
function put(objects: Map<string, DeclaredObject>, object: DeclaredObject): void {
  const isServing = object.modules.backend?.values.enabled !== false;
  objects.set(`${object.kind} ${object.key}`, { ...object, isServing });
}
