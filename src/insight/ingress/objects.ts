import { classIn } from "../../core/definitions/define";
import type { SingletonDefinition } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { parseUrn } from "../../core/schema/urn";
import { isSet, UNKNOWN, type Values } from "../../core/schema/values";
import type { StackResource } from "../stack/resource";
import { MASK, Secret } from "../stack/secrets";
import { type Block, blockOf, type Entry } from "./blocks";
import type { KeyOf } from "./identity";
import { byType, hiddenKey, modulesOf, type ObjectKind, objectKind } from "./kinds";

/** Modules by their names. */
export type Modules = Readonly<Record<string, Block>>;

/** What resources declare of a route, an edge, or an object of the account. */
export interface DeclaredObject {
  readonly kind: ObjectKind;
  readonly key: string;
  readonly own?: Block;
  readonly modules: Modules;
  /** The resource that declares it; none for an edge, or for a route that is managed elsewhere. */
  readonly entry?: Entry;
  /** For a module whose route is managed elsewhere: the route's edge. */
  readonly edgeId?: unknown;
}

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
  const isCreated = ({ op = "same" }: Entry) => /create|replace/.test(op);
  const created = new Set(entries.filter(isCreated).map(({ resource: { urn } }) => urn));
  const staying = new Set(entries.filter((entry) => !isCreated(entry)).map(({ resource: { urn } }) => keyOf(urn)));
  const isGone = (id: string) => isAfterChange && keyOf(id) !== id && !staying.has(keyOf(id));
  for (const entry of entries) {
    const definition = byType.get(entry.resource.type);
    if (!definition) continue;
    const kind = objectKind(definition);
    if (definition.kind === "singleton") {
      const candidates = candidatesOf(definition, entry);
      for (const urn of candidates) {
        const ownerUnknown = pathKeys(definition.fields).at(-1) ?? "";
        const module = { [definition.module]: { ...blockOf(entry, definition.fields), ownerUnknown } };
        // A module that the route itself declares is on it for certain.
        add(kind, keyOf(urn), { modules: { ...module, ...objects.get(`${kind} ${keyOf(urn)}`)?.modules } });
      }
      if (candidates.length > 0) continue;
      const { key, values, ownerUnknown } = ownerOf(definition, entry, keyOf, created, isGone);
      const own = { ...blockOf({ ...entry, values }, definition.fields), ...(ownerUnknown && { ownerUnknown }) };
      add(kind, key, { edgeId: values.edgeId, modules: { [definition.module]: own } });
    } else {
      const stated = Object.entries(modulesOf(definition)).filter(([name]) => isSet(entry.values[name]));
      const modules = Object.fromEntries(stated.map(([name, table]) => [name, blockOf(entry, table, name)]));
      add(kind, keyOf(entry.resource.urn), { own: blockOf(entry, definition.fields), entry, modules });
    }
  }
  return objects;
}

/**
 * The object that a module belongs to: by its id, or, if only an apply will know the id, by the one object that is created
 * and that the id comes from. In any other case the module may stay where it was.
 */
function ownerOf(
  definition: SingletonDefinition,
  entry: Entry,
  keyOf: KeyOf,
  created: ReadonlySet<string>,
  isGone: (id: string) => boolean,
): { readonly key: string; readonly values: Values; readonly ownerUnknown?: string } {
  const { resource, values, previous } = entry;
  const argument = pathKeys(definition.fields).at(-1) ?? "";
  const id = values[argument];
  const sources = sourcesOf(definition, resource, argument);
  const source = sources.length === 1 ? sources[0] : undefined;
  // A module of an edge has the id of the edge.
  const keyOfId = (known: unknown) => (definition.of.kind === "external" ? String(known) : keyOf(String(known)));
  if (id === MASK || id instanceof Secret) {
    if (source !== undefined) return { key: keyOf(source), values };
    // Two secret ids may be one, or two: a module with such an id is compared with itself alone.
    const isMoved = entry.changed?.some((path) => path === argument);
    return { key: hiddenKey(resource.urn), values, ...(isMoved && { ownerUnknown: argument }) };
  }
  // The id of an object that another one replaces is the id of nothing.
  if (definition.of.kind !== "external" && isGone(String(id))) return { key: `deleted, ${String(id)}`, values };
  if (id !== UNKNOWN && isSet(id)) return { key: keyOfId(id), values };
  if (id === UNKNOWN && source !== undefined && created.has(source)) return { key: keyOf(source), values };
  const old = previous?.[argument];
  return isSet(old)
    ? { key: keyOfId(old), values: { ...values, [argument]: old }, ownerUnknown: argument }
    : { key: hiddenKey(resource.urn), values };
}

/** The resources of the owner's type that an id comes from. */
function sourcesOf(
  { of }: SingletonDefinition,
  { deletedWith, dependencies }: StackResource,
  argument: string,
): string[] {
  const sources = [deletedWith, ...(dependencies[argument] ?? [])].filter((urn) => urn !== undefined);
  return [...new Set(sources)].filter((each) => of.kind !== "external" && classIn(parseUrn(each).type) === of.type);
}

/** The objects of which a new module is on one: its id comes from all of them, and only an apply will know it. */
function candidatesOf(definition: SingletonDefinition, { resource, values, previous }: Entry): string[] {
  const argument = pathKeys(definition.fields).at(-1) ?? "";
  const old = previous?.[argument];
  if (values[argument] !== UNKNOWN || (isSet(old) && old !== UNKNOWN)) return [];
  const sources = sourcesOf(definition, resource, argument);
  return sources.length > 1 ? sources : [];
}
