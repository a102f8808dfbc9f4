import { routeModules } from "../../core/definitions/modules";
import type { CollectionDefinition, SingletonDefinition } from "../../core/schema/definition";
import { pathKeys, type Table } from "../../core/schema/field";
import { isSet } from "../../core/schema/values";
import { type Arguments, readArguments, readModuleArguments } from "./arguments";
import { byType, type DeclaredObject, type ModulePath, type ObjectKind } from "./declared-object";
import { idInTitle, idOfKey, type Owner, ownerArgument } from "./owners";
import { HIDDEN_ID, titleOfOwner, titleOfResource } from "./titles";
import { isHidden, SECRET } from "./value";
import type { KeyOf, ResourceVersion } from "./versions";

/** Finds the objects that may have a module. */
export type FindOwners<Version extends ResourceVersion> = (
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
  findOwners: FindOwners<Version>,
): ReadonlyMap<string, DeclaredObject> {
  const objects = new Map<string, DeclaredObject>();
  for (const version of versions) {
    const definition = byType.get(version.resource.type);
    if (definition?.kind === "singleton")
      addModule(objects, definition, version, findOwners(definition, version));
    if (definition?.kind === "collection")
      addObject(objects, definition, version, keyOf(version.resource.urn));
  }
  return objects;
}

/** Adds the object of a resource, with the modules that its arguments configure. */
function addObject(
  objects: Map<string, DeclaredObject>,
  definition: CollectionDefinition,
  { resource, values }: ResourceVersion,
  key: string,
): void {
  // Only a route has modules among its arguments.
  const moduleTables: Readonly<Record<string, Table>> = definition.modules ? routeModules : {};
  const ownFields = Object.entries(definition.fields).filter(
    ([argument]) => !Object.hasOwn(moduleTables, argument),
  );
  const args = readArguments(resource, values, Object.fromEntries(ownFields));
  const modules = Object.entries(moduleTables)
    .filter(([argument]) => isSet(values[argument]))
    .map(([argument, table]) => [argument, readModuleArguments(resource, values, table, argument)]);
  const kind = definition.name as ObjectKind;
  // An object may have several versions, such as the steps of a replacement. A module of an earlier version stays unless this one has it.
  const earlierModules = objects.get(objectId(kind, key))?.modules;
  store(objects, {
    kind,
    key,
    title: titleOfResource(definition, idInTitle(key), args.values, resource.name),
    args,
    modules: { ...earlierModules, ...Object.fromEntries(modules) },
    outputs: resource.outputs,
  });
}

/** Adds the module of a resource to the objects that may have it. */
function addModule(
  objects: Map<string, DeclaredObject>,
  definition: SingletonDefinition,
  version: ResourceVersion,
  owners: readonly Owner[],
): void {
  for (const owner of owners) {
    const args = moduleArguments(definition, version, owner);
    const known = objects.get(objectId(definition.of.name, owner.key));
    const object = objectWithModule(known, definition, owner, args);
    // A module that may be on several routes does not replace a module that a route certainly has.
    if (owners.length > 1 && definition.module in object.modules) continue;
    store(objects, { ...object, modules: { ...object.modules, [definition.module]: args } });
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

/**
 * The object that has a module. If no resource declares the object, it is an edge, or a route that another program manages, and its modules
 * name it.
 */
function objectWithModule(
  known: DeclaredObject | undefined,
  { of, fields }: SingletonDefinition,
  { key }: Owner,
  { values }: Arguments,
): Omit<DeclaredObject, "isServing"> {
  if (known?.args) return known;
  const argument = ownerArgument(fields);
  const id = isHidden(values[argument]) ? values[argument] : idOfKey(key);
  const ids = pathKeys(fields).map((name) => [name, name === argument ? id : values[name]]);
  const path: ModulePath = { owner: of, ids: Object.fromEntries(ids) };
  if (known) return withIdsHiddenIn(path, known);
  return { kind: of.name as ObjectKind, key, ...namesOf(path), modules: {}, outputs: {} };
}

/** An object that only modules name, without the ids that another module, or the other side of a change, hides. */
export function withIdsHiddenIn<Named extends Pick<DeclaredObject, "path">>(
  hiding: ModulePath | undefined,
  object: Named,
): Named {
  const { path } = object;
  if (!path || !hiding) return object;
  const ids = Object.entries(path.ids).map(([name, id]) => [
    name,
    hiding.ids[name] === SECRET ? SECRET : id,
  ]);
  return { ...object, ...namesOf({ ...path, ids: Object.fromEntries(ids) }) };
}

/** The id and the title of an object that only modules name, with the path that they are made of. */
function namesOf(path: ModulePath): Pick<DeclaredObject, "path" | "id" | "title"> {
  const id = Object.values(path.ids).at(-1);
  const shownId = typeof id === "string" ? id : undefined;
  return {
    path,
    id: isHidden(id) ? id : shownId,
    title: titleOfOwner(path.owner, shownId ?? HIDDEN_ID, path.ids),
  };
}

/** Stores an object. It may serve requests unless its backend is declared as disabled. */
function store(
  objects: Map<string, DeclaredObject>,
  object: Omit<DeclaredObject, "isServing">,
): void {
  const isServing = object.modules.backend?.values.enabled !== false;
  objects.set(objectId(object.kind, object.key), { ...object, isServing });
}

const objectId = (kind: string, key: string): string => `${kind} ${key}`;
