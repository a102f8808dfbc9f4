import { classIn } from "../../core/definitions/define";
import type { SingletonDefinition } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { parseUrn } from "../../core/schema/urn";
import { isSet, UNKNOWN, type Values } from "../../core/schema/values";
import type { StackResource } from "../stack/resource";
import { MASK, Secret } from "../stack/secrets";
import { type Block, blockOf, type Entry } from "./blocks";
import { byType, type DeclaredObject, hiddenKey, type KeyOf, type ObjectKind, objectKind, tablesOf } from "./kinds";

/**
 * Reads the objects of an ingress out of resources, by their kinds and keys. A module belongs to the route or edge that it protects, whichever resource declares
 * it: so a module that moves within the program is not removed.
 */
export function declaredObjects(
  entries: readonly Entry[],
  keyOf: KeyOf,
  isAfterChange = false,
): ReadonlyMap<string, DeclaredObject> {
  const objects = new Map<string, DeclaredObject>();
  const add = (kind: ObjectKind, key: string, more: Partial<DeclaredObject>) => {
    const known = objects.get(`${kind} ${key}`);
    const modules = { ...known?.modules, ...more.modules };
    objects.set(`${kind} ${key}`, { ...more, ...known, ...(more.own && more), kind, key, modules });
  };
  const ownersOf = ownersIn(entries, keyOf, isAfterChange);
  for (const entry of entries) {
    const definition = byType.get(entry.resource.type);
    if (!definition) continue;
    const kind = objectKind(definition);
    if (definition.kind === "singleton") {
      const owners = ownersOf(definition, entry);
      for (const { key, values = entry.values, ownerUnknown } of owners) {
        const block = { ...blockOf({ ...entry, values }, definition.fields), ...(ownerUnknown && { ownerUnknown }) };
        // A module that one of several routes itself declares is on it for certain.
        const certain = owners.length > 1 ? objects.get(`${kind} ${key}`)?.modules : {};
        add(kind, key, { edgeId: values.edgeId, modules: { [definition.module]: block, ...certain } });
      }
    } else {
      const tables = tablesOf(definition);
      const stated = Object.entries(tables.modules).filter(([name]) => isSet(entry.values[name]));
      const modules = Object.fromEntries(stated.map(([name, table]) => [name, blockOf(entry, table, name)]));
      add(kind, keyOf(entry.resource.urn), { own: blockOf(entry, tables.own), entry, modules });
    }
  }
  return objects;
}

/** An object that a module belongs to, for certain or perhaps. */
interface Owner extends Pick<Block, "ownerUnknown"> {
  readonly key: string;
  /** Default: those of the module's resource. */
  readonly values?: Values;
}

/**
 * Finds the objects that modules belong to: by their ids, or, if only an apply will know an id, by the one object that is
 * created and that the id comes from. Of a new module whose id comes from several objects, each of them. In any other case
 * the module may stay where it was.
 */
function ownersIn(entries: readonly Entry[], keyOf: KeyOf, isAfterChange: boolean) {
  const isCreated = ({ op = "same" }: Entry) => /create|replace/.test(op);
  const created = new Set(entries.filter(isCreated).map(({ resource: { urn } }) => urn));
  const staying = new Set(entries.filter((entry) => !isCreated(entry)).map(({ resource: { urn } }) => keyOf(urn)));
  const isGone = (id: string) => isAfterChange && keyOf(id) !== id && !staying.has(keyOf(id));
  return ({ of, fields }: SingletonDefinition, { resource, values, previous, changed }: Entry): Owner[] => {
    const argument = pathKeys(fields).at(-1) ?? "";
    const [id, old] = [values[argument], previous?.[argument]];
    const isExternal = of.kind === "external";
    const sources = isExternal ? [] : sourcesOf(of.type, resource, argument);
    const source = sources.length === 1 ? sources[0] : undefined;
    // A module of an edge has the id of the edge.
    const keyOfId = (known: unknown) => (isExternal ? String(known) : keyOf(String(known)));
    if (id === MASK || id instanceof Secret) {
      if (source !== undefined) return [{ key: keyOf(source) }];
      // Two secret ids may be one, or two: a module with such an id is compared with itself alone.
      return [{ key: hiddenKey(resource.urn), ...(changed?.includes(argument) && { ownerUnknown: argument }) }];
    }
    // The id of an object that another one replaces is the id of nothing.
    if (!isExternal && isGone(String(id))) return [{ key: `deleted, ${String(id)}` }];
    if (id !== UNKNOWN && isSet(id)) return [{ key: keyOfId(id) }];
    if (id === UNKNOWN && sources.length > 1 && (!isSet(old) || old === UNKNOWN)) {
      return sources.map((urn) => ({ key: keyOf(urn), ownerUnknown: argument }));
    }
    if (id === UNKNOWN && source !== undefined && created.has(source)) return [{ key: keyOf(source) }];
    if (!isSet(old)) return [{ key: hiddenKey(resource.urn) }];
    return [{ key: keyOfId(old), values: { ...values, [argument]: old }, ownerUnknown: argument }];
  };
}

/** The resources of the owner's type that an id comes from. */
function sourcesOf(type: string, { deletedWith, dependencies }: StackResource, argument: string): string[] {
  const sources = [deletedWith, ...(dependencies[argument] ?? [])].filter((urn) => urn !== undefined);
  return [...new Set(sources)].filter((urn) => classIn(parseUrn(urn).type) === type);
}
