import { uncapitalized } from "../schema/case";
import type { CollectionDefinition, SingletonDefinition } from "../schema/definition";
import { bodyRows } from "../schema/field";

/** What every definition has that follows from its type. */
const namesOf = (type: string) => ({
  type,
  name: uncapitalized(type),
  token: dynamicToken(type),
  pluginToken: pluginToken(type),
});

type Derived = "kind" | "name" | "token" | "pluginToken";

/** Defines a kind of object that has an id of its own. Its path ends with it. */
export const collection = <const D extends Omit<CollectionDefinition, Derived | "madeAt">>(
  definition: D,
) => ({
  kind: "collection" as const,
  madeAt: "createdAt",
  ...namesOf(definition.type),
  ...definition,
});

/** Defines a module that is a resource of its own. */
export function singleton(
  definition: Omit<SingletonDefinition, Derived | "switchedBy" | "adoptedBy" | "configuredBy">,
): SingletonDefinition {
  const switchedBy = "enabled";
  return {
    kind: "singleton",
    switchedBy,
    adoptedBy: "adopt",
    configuredBy: bodyRows(definition.fields).flatMap(([key]) => (key === switchedBy ? [] : [key])),
    ...namesOf(definition.type),
    ...definition,
  };
}

/** The type token of a dynamic resource. Permanent. */
export const dynamicToken = (type: string): string => `pulumi-nodejs:dynamic/edge-ingress:${type}`;

/** The type token of a resource of the plugin. Permanent. */
export const pluginToken = (type: string): string => `edge-ingress:index:${type}`;

/** The class that a type token names, in either form; `undefined` for a type of another package. */
export const classIn = (token: string): string | undefined =>
  /^(?:pulumi-nodejs:dynamic\/edge-ingress|edge-ingress:index):(\w+)$/.exec(token)?.[1];

/** Whether a type token is of a dynamic resource of this package. */
export const isDynamic = (token: string): boolean =>
  classIn(token) !== undefined && token.startsWith("pulumi-nodejs:");
