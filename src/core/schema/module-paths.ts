import { type CollectionDefinition, type Definition, pathWith } from "./definition";
import { pathKeys } from "./field";
import { isSet, UNKNOWN, type Values } from "./values";

/** The paths of the modules that a resource configures, as far as its id and arguments are known. */
export function modulePaths(definition: Definition, id: string | undefined, inputs: Values): string[] {
  const ids = pathKeys(definition.fields).map((key) => inputs[key]);
  if (!ids.every(isKnown)) return [];
  if (definition.kind === "singleton") return [pathWith(definition.path, ids)];
  if (id === undefined) return [];
  return Object.entries(definition.modules ?? {})
    .filter(([name]) => isSet(inputs[name]))
    .map(([, segment]) => `${objectPath(definition, id, inputs)}/${segment}`);
}

/** The path of an object of a collection, as far as it is known. */
export const knownObjectPath = (definition: CollectionDefinition, id: string, inputs: Values): string | undefined =>
  pathKeys(definition.fields).every((key) => isKnown(inputs[key])) ? objectPath(definition, id, inputs) : undefined;

/** The path of an object of a collection. */
export const objectPath = (definition: CollectionDefinition, id: string, inputs: Values): string =>
  pathWith(definition.path, [...pathKeys(definition.fields).map((key) => String(inputs[key])), id]);

const isKnown = (value: unknown): value is string => isSet(value) && value !== UNKNOWN;
