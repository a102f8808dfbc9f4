import { UNKNOWN } from "../pulumi/engine-values";
import { pathKeys, type Table } from "./field";
import { isSet, type Values } from "./values";

/** The definition of a resource type, as data: everything except the sending of requests. */
export type Definition = CollectionDefinition | SingletonDefinition;

interface CommonDefinition {
  /** Name of the class, and the last part of the type tokens. */
  readonly type: string;
  /** The name by which a state refers to the provider of a dynamic resource. Permanent. */
  readonly name: string;
  /** Type token of the dynamic resource. Permanent. */
  readonly token: string;
  /** Type token of the resource of the plugin. Permanent. */
  readonly pluginToken: string;
  /** The heading in the API reference. */
  readonly title: string;
  /** The path of an object. Its parameters are the arguments in the path, in snake_case, and `id`. */
  readonly path: string;
  readonly fields: Table;
}

/** An object with an id of its own, created by a POST to its collection. */
export interface CollectionDefinition extends CommonDefinition {
  readonly kind: "collection";
  /** Name of the array in the response of the list, if the API has a list. */
  readonly member?: string;
  /** Plural of the type, if the API has a list. */
  readonly plural?: string;
  /** The output with the time of creation, by which the provider finds the object of a create with an unknown outcome in the list. */
  readonly createdAtOutput: string;
  /** The last path segments of the modules that have paths of their own, by the arguments that configure them. */
  readonly modules?: Readonly<Record<string, string>>;
  /** The arguments by which clients address the object: if they stay the same, clients do not notice a replacement. */
  readonly identity?: readonly string[];
}

/** An object that has modules, and that this package does not manage: an edge. */
export interface ExternalDefinition {
  readonly kind: "external";
  readonly name: string;
  /** The name in messages. */
  readonly title: string;
  readonly path: string;
}

/** A module that is set, read and deleted at a single path. The ids in the path are its id. */
export interface SingletonDefinition extends CommonDefinition {
  readonly kind: "singleton";
  /**
   * The object that the module belongs to. The response for an object of a collection contains the module; no request returns
   * an external object.
   */
  readonly of: CollectionDefinition | ExternalDefinition;
  /** Name of the module, and of the argument of a collection that configures the same module. */
  readonly module: string;
  /** The argument that enables the module. */
  readonly switchedBy: string;
  /** The argument by which the program permits the provider to replace a configuration that the stack did not create. */
  readonly adoptedBy: string;
  /** Arguments, at least one of which is set if the module is configured; empty if only `switchedBy` reveals that. */
  readonly configuredBy: readonly string[];
}

/** A collection for which the API has a list. */
export type ListedDefinition = CollectionDefinition & {
  readonly member: string;
  readonly plural: string;
};

export const isListed = (definition: Definition): definition is ListedDefinition =>
  definition.kind === "collection" &&
  definition.member !== undefined &&
  definition.plural !== undefined;

/** The format of the id for an import: the ids in the path of the object. The path of a module has no id of its own. */
export function importIdFormat({ kind, fields }: Definition): string {
  const ids = kind === "collection" ? [...pathKeys(fields), "id"] : pathKeys(fields);
  return ids.map((key) => `<${key}>`).join("/");
}

/** Name of the function that looks up an object by its id. */
export const getFunction = ({ type }: Pick<Definition, "type">): string => `get${type}`;

/** Name of the function that looks up every object of an account. */
export const listFunction = ({ plural }: Pick<ListedDefinition, "plural">): string =>
  `list${plural}`;

/** The path with its parameters, which the caller knows to be well-formed. */
export function fillPath(template: string, values: readonly string[]): string {
  const remaining = [...values];
  return template.replace(/\{\w+\}/g, () => remaining.shift() ?? "");
}

/** The path of a collection, from the path of its objects. */
export const collectionPath = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** The paths of the modules that a resource configures; none if its id or an argument in the path is unknown. */
export function modulePaths(
  definition: Definition,
  id: string | undefined,
  inputs: Values,
): string[] {
  const ids = pathKeys(definition.fields).map((key) => inputs[key]);
  if (!ids.every(isKnown)) return [];
  if (definition.kind === "singleton") return [fillPath(definition.path, ids)];
  if (id === undefined) return [];
  return Object.entries(definition.modules ?? {})
    .filter(([name]) => isSet(inputs[name]))
    .map(([, segment]) => `${fillPath(definition.path, [...ids, id])}/${segment}`);
}

/** The path of an object of a collection; undefined if an argument in the path is unknown. */
export const knownObjectPath = (
  definition: CollectionDefinition,
  id: string,
  inputs: Values,
): string | undefined =>
  pathKeys(definition.fields).every((key) => isKnown(inputs[key]))
    ? objectPath(definition, id, inputs)
    : undefined;

export const objectPath = (definition: CollectionDefinition, id: string, inputs: Values): string =>
  fillPath(definition.path, [...pathKeys(definition.fields).map((key) => String(inputs[key])), id]);

/** The last part of a module's path. */
export const lastSegment = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const isKnown = (value: unknown): value is string => isSet(value) && value !== UNKNOWN;
