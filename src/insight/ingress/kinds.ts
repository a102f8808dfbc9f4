import * as definitions from "../../core/definitions";
import { routeModules } from "../../core/definitions/modules";
import type { CollectionDefinition, Definition } from "../../core/schema/definition";
import type { Table } from "../../core/schema/field";

/** What an object of the ingress is: the name of its definition, or the kind of an edge. */
export type ObjectKind = keyof typeof definitions | "httpsEdge" | "tlsEdge" | "tcpEdge";

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

/** The key of an object whose id the preview does not show: the resource tells such objects apart. */
export const hiddenKey = (urn: string): string => `${HIDDEN}${urn}`;

/** Of a resource whose id the preview does not show, the key is the URN. */
export const shownKey = (key: string): string =>
  key.startsWith(HIDDEN) || key.startsWith("urn:") ? "(hidden id)" : key;

const HIDDEN = "hidden id, of ";
