import { classIn } from "../../core/definitions/tokens";
import type { SingletonDefinition } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { parseUrn } from "../../core/schema/urn";
import { isSet, UNKNOWN, type Values } from "../../core/schema/values";
import type { StackResource } from "../stack/resource";
import { MASK, Secret } from "../stack/secrets";
import type { KeyOf } from "./identity";
import { byType, hiddenKey, modulesOf, type ObjectKind, objectKind } from "./kinds";
import { type Entry, type Part, partOf } from "./parts";

/** What is declared of an object: its own arguments, and the modules that protect and serve it. */
export interface Configuration {
  readonly own?: Part;
  readonly modules: Modules;
  /** All modules that a request has to pass: those of the object, and those of the edge that a route is on. */
  readonly passed: Modules;
}

/** Modules by their names. */
export type Modules = Readonly<Record<string, Part>>;

/** A route, an edge, or an object of the account. */
export interface IngressObject extends Omit<Configuration, "passed"> {
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
export function ingressOf(
  entries: readonly Entry[],
  keyOf: KeyOf,
  isAfterChange = false,
): ReadonlyMap<string, IngressObject> {
  const objects = new Map<string, IngressObject>();
  const add = (kind: ObjectKind, key: string, more: Partial<IngressObject>) => {
    const known = objects.get(`${kind} ${key}`);
    const modules = { ...known?.modules, ...more.modules };
    objects.set(`${kind} ${key}`, { ...more, ...known, ...(more.own && more), kind, key, modules });
  };
  const isCreated = ({ op }: Entry) => /create|replace/.test(op);
  const created = new Set(entries.filter(isCreated).map(({ resource: { urn } }) => urn));
  const staying = new Set(entries.filter((entry) => !isCreated(entry)).map(({ resource: { urn } }) => keyOf(urn)));
  const isGone = (id: string) => isAfterChange && keyOf(id) !== id && !staying.has(keyOf(id));
  for (const entry of entries) {
    const definition = byType.get(entry.resource.type);
    if (!definition) continue;
    const kind = objectKind(definition);
    if (definition.kind === "singleton") {
      const { key, values, unknownPlace } = ownerOf(definition, entry, keyOf, created, isGone);
      const own = { ...partOf({ ...entry, values }, definition.fields), ...(unknownPlace && { unknownPlace }) };
      add(kind, key, { edgeId: values.edgeId, modules: { [definition.module]: own } });
    } else {
      const stated = Object.entries(modulesOf(definition)).filter(([name]) => isSet(entry.values[name]));
      const modules = Object.fromEntries(stated.map(([name, table]) => [name, partOf(entry, table, name)]));
      add(kind, keyOf(entry.resource.urn), { own: partOf(entry, definition.fields), entry, modules });
    }
  }
  return objects;
}

/** Which object a module belongs to, by which values, and whether it may have left that object. */
interface Owner {
  readonly key: string;
  readonly values: Values;
  readonly unknownPlace?: string;
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
): Owner {
  const { resource, values, previous } = entry;
  const argument = pathKeys(definition.fields).at(-1) ?? "";
  const id = values[argument];
  const source = sourceOf(definition, resource, argument);
  const urn = id === UNKNOWN && source !== undefined && created.has(source) ? source : undefined;
  // A module of an edge has the id of the edge.
  const keyOfId = (known: unknown) => (definition.of.kind === "external" ? String(known) : keyOf(String(known)));
  if (id === MASK || id instanceof Secret) {
    if (source !== undefined) return { key: keyOf(source), values };
    // Two secret ids may be one, or two: a module with such an id is compared with itself alone.
    const isMoved = entry.changed.some((path) => path === argument);
    return { key: hiddenKey(resource.urn), values, ...(isMoved && { unknownPlace: argument }) };
  }
  // The id of an object that another one replaces is the id of nothing.
  if (definition.of.kind !== "external" && isGone(String(id))) return { key: `deleted, ${String(id)}`, values };
  if (id !== UNKNOWN && isSet(id)) return { key: keyOfId(id), values };
  if (urn !== undefined) return { key: keyOf(urn), values };
  const old = previous?.[argument];
  return isSet(old)
    ? { key: keyOfId(old), values: { ...values, [argument]: old }, unknownPlace: argument }
    : { key: hiddenKey(resource.urn), values };
}

/** The only resource of the owner's type that an id comes from. */
function sourceOf(
  { of }: SingletonDefinition,
  { deletedWith, dependencies }: StackResource,
  argument: string,
): string | undefined {
  const sources = [deletedWith, ...(dependencies[argument] ?? [])].filter((urn) => urn !== undefined);
  const [urn, ...others] = new Set(
    sources.filter((each) => of.kind !== "external" && classIn(parseUrn(each).type) === of.type),
  );
  return others.length === 0 ? urn : undefined;
}
