import { uncapitalized } from "../schema/case";
import type { CollectionDefinition, SingletonDefinition } from "../schema/definition";
import { bodyRows } from "../schema/field";

/** The members of a definition that follow from its type. */
const typeMembers = (type: string) => ({
  type,
  name: uncapitalized(type),
  token: dynamicToken(type),
  pluginToken: pluginToken(type),
});

type TypeMembers = "name" | "token" | "pluginToken";

/** The members of a collection's definition that its file declares. */
type DeclaredCollection = Omit<CollectionDefinition, TypeMembers | "kind" | "createdAtOutput">;

/** Defines an object with an id of its own. The path ends with the id. */
export const collection = <const D extends DeclaredCollection>(definition: D) => ({
  kind: "collection" as const,
  createdAtOutput: "createdAt",
  ...typeMembers(definition.type),
  ...definition,
});

/** The members of a module's definition that its file declares. */
type DeclaredSingleton = Omit<
  SingletonDefinition,
  TypeMembers | "kind" | "switchedBy" | "adoptedBy" | "configuredBy"
>;

/** Defines a module that is a resource of its own. */
export function singleton(definition: DeclaredSingleton): SingletonDefinition {
  const switchedBy = "enabled";
  const bodyArguments = bodyRows(definition.fields).map(([key]) => key);
  return {
    kind: "singleton",
    switchedBy,
    adoptedBy: "adopt",
    configuredBy: bodyArguments.filter((key) => key !== switchedBy),
    ...typeMembers(definition.type),
    ...definition,
  };
}

/** The type token of a dynamic resource. Permanent. */
export const dynamicToken = (type: string): string => `pulumi-nodejs:dynamic/edge-ingress:${type}`;

/** The type token of a resource of the plugin. Permanent. */
export const pluginToken = (type: string): string => `edge-ingress:index:${type}`;

/** The class of a type token, of a dynamic resource or of the plugin; `undefined` for a type of another package. */
export const resourceClassName = (token: string): string | undefined =>
  /^(?:pulumi-nodejs:dynamic\/edge-ingress|edge-ingress:index):(\w+)$/.exec(token)?.[1];

/** True if a type token belongs to a dynamic resource of this package. */
export const isDynamic = (token: string): boolean =>
  resourceClassName(token) !== undefined && token.startsWith("pulumi-nodejs:");
