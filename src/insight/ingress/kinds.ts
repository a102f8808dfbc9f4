import * as definitions from "../../core/definitions";
import { routeModules } from "../../core/definitions/modules";
import type { CollectionDefinition, Definition } from "../../core/schema/definition";
import { canonical } from "../../core/schema/diff";
import type { Table } from "../../core/schema/field";
import { UNKNOWN, type Values } from "../../core/schema/values";
import type { StackResource } from "../stack/resource";
import { type Block, type Entry, isOpaque } from "./blocks";

/** The kinds of objects of an ingress: what identifies an object of each, and what people call it. */

/** What an object of the ingress is: the name of its definition, or the kind of an edge. */
export type ObjectKind = keyof typeof definitions | "httpsEdge" | "tlsEdge" | "tcpEdge";

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

/** The definitions by their types. */
export const byType: ReadonlyMap<string, Definition> = new Map(
  Object.values<Definition>(definitions).map((each) => [each.type, each]),
);

/** The kind of the object that a resource is, or whose module it is. */
export const objectKind = (definition: Definition): ObjectKind =>
  (definition.kind === "singleton" ? definition.of.name : definition.name) as ObjectKind;

/** The arguments of an object, and the tables of the modules that others of its arguments configure. */
export function tablesOf({ fields, modules }: CollectionDefinition) {
  const tables: Readonly<Record<string, Table>> = modules === undefined ? {} : routeModules;
  const own: Table = Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(tables, name)));
  return { own, modules: tables };
}

/** The key of an object, by the URN of its resource or by its id. */
export type KeyOf = (urnOrId: string) => string;

/**
 * Finds which object a resource is, before and after a change: by its URN, which a replacement keeps, or, under another URN,
 * by what identifies it to its clients.
 */
export function keysOf(before: readonly Entry[], after: readonly Entry[] = []): KeyOf {
  const [ofBefore, ofAfter] = [before, after].map((entries) => new Set(entries.map(({ resource: { urn } }) => urn)));
  const keys = new Map(before.flatMap(({ resource: { id, urn } }) => (id === "" ? [] : [[id, urn]])));
  const removed = before.filter(({ resource: { urn } }) => !ofAfter?.has(urn));
  const old = new Map(removed.map(({ resource, values }) => [identityOf(resource, values), resource.urn]));
  for (const { resource, values } of after) {
    const identity = ofBefore?.has(resource.urn) ? undefined : identityOf(resource, values);
    const urn = identity === undefined ? undefined : old.get(identity);
    if (urn !== undefined) keys.set(resource.urn, urn);
  }
  return (urnOrId) => keys.get(urnOrId) ?? urnOrId;
}

/** What identifies an object to its clients, as far as it is known. */
function identityOf({ type }: StackResource, values: Values): string | undefined {
  const definition = byType.get(type);
  if (definition?.kind !== "collection" || !definition.identity) return undefined;
  const parts = definition.identity.map((name) =>
    canonical(definition.fields[name] ?? { kind: "string" }, values[name]),
  );
  const isKnown = parts.every((block) => typeof block === "string" && !isOpaque(block));
  return isKnown ? [type, ...parts].join(" ") : undefined;
}

const HIDDEN = "hidden id, of ";

/** The key of an object whose id the preview does not show: the resource tells such objects apart. */
export const hiddenKey = (urn: string): string => `${HIDDEN}${urn}`;

/** Of a resource whose id the preview does not show, the key is the URN. */
const shownKey = (key: string): string => (key.startsWith(HIDDEN) || key.startsWith("urn:") ? "(hidden id)" : key);

const owners = new Map(
  [...byType.values()].map((each) => [objectKind(each), each.kind === "singleton" ? each.of : each] as const),
);

/** What people call an object: by what its clients know, else by its resource. */
export function titleOf({ kind, key, own, edgeId }: DeclaredObject): string {
  const definition = owners.get(kind);
  const values = own?.values ?? { edgeId };
  if (kind === "httpsEdgeRoute") return routeTitle(values, key);
  if (definition?.kind === "external") return `${definition.title} ${shownKey(key)}`;
  const identity = definition?.identity?.map((name) => textOrUnknown(values[name])).join(" ");
  return `${inSentence(definition?.title ?? kind)} ${identity ?? own?.source.name}`;
}

function routeTitle({ match, matchType, edgeId }: Values, key: string): string {
  const edge = `on edge ${textOrUnknown(edgeId)}`;
  if (match === undefined) return `route ${shownKey(key)} ${edge}`;
  return `route ${textOrUnknown(match)} (${matchType === "exact_path" ? "exact" : "prefix"}) ${edge}`;
}

const textOrUnknown = (value: unknown): string =>
  value === UNKNOWN || value === undefined ? "(known at apply)" : String(value);

/** A heading of the API's reference as part of a sentence: an abbreviation stays as it is. */
const inSentence = (title: string): string => title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
