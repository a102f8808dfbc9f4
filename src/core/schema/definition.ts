import { UNKNOWN } from "../pulumi/engine-values";
import { pathKeys, type Table } from "./field";
import { isSet, type Values } from "./values";

/** What is known of a kind of object, as data: everything but how requests are sent. */
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
  /** The heading in the API's reference. */
  readonly title: string;
  /** Its path; the parameters are the path's arguments in snake_case, and `id`. */
  readonly path: string;
  readonly fields: Table;
}

/** An object with an id of its own, made by a POST to its collection. */
export interface CollectionDefinition extends CommonDefinition {
  readonly kind: "collection";
  /** Name of the array in which the collection is listed, if the API has a list. */
  readonly member?: string;
  /** The type's plural, if the API has a list. */
  readonly plural?: string;
  /** The output that says when the object was made, by which a lost create is found in the list. */
  readonly createdAtOutput: string;
  /** The arguments that configure modules at paths of their own, by the last segments of those. */
  readonly modules?: Readonly<Record<string, string>>;
  /** The arguments by which clients know the object: if they stay the same, a new object replaces the old one unnoticed. */
  readonly identity?: readonly string[];
}

/** A kind of object that has modules, and that this package does not manage. */
export interface ExternalDefinition {
  readonly kind: "external";
  readonly name: string;
  /** What messages call it. */
  readonly title: string;
  readonly path: string;
}

/** A module that is set, read and deleted at one path; the ids in that path are its id. */
export interface SingletonDefinition extends CommonDefinition {
  readonly kind: "singleton";
  /** What the module belongs to. A collection shows the module as one of its members; nothing shows an external object. */
  readonly of: CollectionDefinition | ExternalDefinition;
  /** The module's name, and the argument of a collection that configures the same module. */
  readonly module: string;
  /** The argument that turns it on and off. */
  readonly switchedBy: string;
  /** The argument by which the program permits to replace a configuration that it did not make. */
  readonly adoptedBy: string;
  /** The arguments of which one is set if the module is configured; empty if only its switch shows that. */
  readonly configuredBy: readonly string[];
}

/** A kind of object that the API lists. */
export type ListedDefinition = CollectionDefinition & {
  readonly member: string;
  readonly plural: string;
};

export const isListed = (definition: Definition): definition is ListedDefinition =>
  definition.kind === "collection" &&
  definition.member !== undefined &&
  definition.plural !== undefined;

/** What an object is imported by: its id behind the ids of what it belongs to; that of a module consists of those alone. */
export const importIdFormat = ({ kind, fields }: Definition): string =>
  [...pathKeys(fields), ...(kind === "collection" ? ["id"] : [])]
    .map((key) => `<${key}>`)
    .join("/");

/** The function that looks up one object. */
export const getFunction = ({ type }: Pick<Definition, "type">): string => `get${type}`;

/** The function that looks up every object of an account. */
export const listFunction = ({ plural }: Pick<ListedDefinition, "plural">): string =>
  `list${plural}`;

/** The path with its parameters in place; they are known to be well-formed. */
export const fillPath = (template: string, values: readonly string[]): string => {
  const left = [...values];
  return template.replace(/\{\w+\}/g, () => left.shift() ?? "");
};

/** The path of a collection, from that of its objects. */
export const collectionPath = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** The paths of the modules that a resource configures, as far as its id and arguments are known. */
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

/** The path of an object of a collection, as far as it is known. */
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
