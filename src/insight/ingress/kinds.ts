import * as definitions from "../../core/definitions";
import { routeModules } from "../../core/definitions/modules";
import type { ResourceName } from "../../core/definitions/names";
import type { CollectionDefinition, Definition } from "../../core/schema/definition";
import type { Table } from "../../core/schema/field";
import { UNKNOWN, type Values } from "../../core/schema/values";
import type { IngressObject } from "./ingress";

/** What an object of the ingress is: the name of its definition, or the kind of an edge. */
export type ObjectKind = ResourceName | "httpsEdge" | "tlsEdge" | "tcpEdge";

/** The definitions by their types. */
export const byType: ReadonlyMap<string, Definition> = new Map(
  Object.values<Definition>(definitions).map((each) => [each.type, each]),
);

/** The kind of the object that a resource is, or whose module it is. */
export const objectKind = (definition: Definition): ObjectKind =>
  (definition.kind === "singleton" ? definition.of.name : definition.name) as ObjectKind;

/** The tables of the modules that are arguments of an object. */
export const modulesOf = (definition: CollectionDefinition): Readonly<Record<string, Table>> =>
  definition.modules === undefined ? {} : routeModules;

const owners = new Map(
  [...byType.values()].map((each) => [objectKind(each), each.kind === "singleton" ? each.of : each] as const),
);

/** What people call an object: by what its clients know, else by its resource. */
export function titleOf({ kind, key, own, edgeId }: IngressObject): string {
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

/** The key of an object whose id the preview does not show: the resource tells such objects apart. */
export const hiddenKey = (urn: string): string => `${HIDDEN}${urn}`;

const HIDDEN = "hidden id, of ";

/** Of a resource whose id the preview does not show, the key is the URN. */
const shownKey = (key: string): string => (key.startsWith(HIDDEN) || key.startsWith("urn:") ? "(hidden id)" : key);

const textOrUnknown = (value: unknown): string =>
  value === UNKNOWN || value === undefined ? "(known at apply)" : String(value);

/** A heading of the API's reference as part of a sentence: an abbreviation stays as it is. */
const inSentence = (title: string): string => title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
