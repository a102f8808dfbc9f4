import { classIn } from "../../core/definitions/tokens";
import type { SingletonDefinition } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { parseUrn } from "../../core/schema/urn";
import { isSet, UNKNOWN } from "../../core/schema/values";
import type { KeyOf } from "./identity";
import { byType, modulesOf, type ObjectKind, objectKind } from "./kinds";
import { type Entry, type Part, partOf } from "./parts";

/** What is declared of an object: its own arguments, and the modules that protect and serve it. */
export interface Configuration {
  readonly own?: Part;
  readonly modules: Readonly<Record<string, Part>>;
}

/** A route, an edge, or an object of the account. */
export interface IngressObject extends Configuration {
  readonly kind: ObjectKind;
  readonly key: string;
  /** The resource that declares it; none for an edge, or for a route that is managed elsewhere. */
  readonly entry?: Entry;
  /** For a module whose route is managed elsewhere: the route's edge. */
  readonly edgeId?: unknown;
}

/**
 * Reads the objects of an ingress out of resources, by their kinds and keys. A module belongs to the route or edge that it protects, whichever resource declares
 * it: so a module that moves within the program is not removed.
 */
export function ingressOf(entries: readonly Entry[], keyOf: KeyOf): ReadonlyMap<string, IngressObject> {
  const objects = new Map<string, IngressObject>();
  const add = (kind: ObjectKind, key: string, more: Partial<IngressObject>) => {
    const known = objects.get(`${kind} ${key}`);
    const modules = { ...known?.modules, ...more.modules };
    objects.set(`${kind} ${key}`, { ...more, ...known, ...(more.own && more), kind, key, modules });
  };
  for (const entry of entries) {
    const definition = byType.get(entry.resource.type);
    if (!definition) continue;
    const kind = objectKind(definition);
    const own = partOf(entry, definition.fields);
    if (definition.kind === "singleton") {
      const { edgeId } = entry.values;
      add(kind, ownerKey(definition, entry, keyOf), { edgeId, modules: { [definition.module]: own } });
    } else {
      const stated = Object.entries(modulesOf(definition)).filter(([name]) => isSet(entry.values[name]));
      const modules = Object.fromEntries(stated.map(([name, table]) => [name, partOf(entry, table, name)]));
      add(kind, keyOf(entry.resource.urn), { own, entry, modules });
    }
  }
  return objects;
}

/** The object that a module belongs to: by its id, or by the resource that the id comes from if only an apply will know it. */
function ownerKey({ of, fields }: SingletonDefinition, { resource, values }: Entry, keyOf: KeyOf): string {
  const argument = pathKeys(fields).at(-1) ?? "";
  const id = values[argument];
  if (of.kind === "external") return isSet(id) && id !== UNKNOWN ? String(id) : `known at apply, of ${resource.urn}`;
  if (id !== UNKNOWN) return keyOf(String(id));
  const urns = resource.dependencies[argument] ?? [];
  const owner = resource.deletedWith ?? urns.map(String).find((urn) => classIn(parseUrn(urn).type) === of.type);
  return keyOf(owner ?? `known at apply, of ${resource.name}`);
}
