import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The package schema of the plugin in the repository. */

/** The path of the schema. */
export const SCHEMA_FILE = join(__dirname, "../../src/fronts/plugin/schema.json");

export interface PropertySpec {
  readonly type?: string;
  readonly description?: string;
  readonly secret?: boolean;
  readonly willReplaceOnChanges?: boolean;
  readonly default?: string | number;
  readonly defaultInfo?: { readonly environment: readonly string[] };
  readonly $ref?: string;
  readonly items?: PropertySpec;
  readonly additionalProperties?: PropertySpec;
  readonly oneOf?: readonly PropertySpec[];
}

export type PropertySpecs = Readonly<Record<string, PropertySpec>>;

export interface ObjectSpec {
  readonly description?: string;
  readonly properties: PropertySpecs;
  readonly required?: readonly string[];
}

/** A text with a fixed set of values. */
export interface EnumSpec {
  readonly description?: string;
  readonly enum: readonly {
    readonly name: string;
    readonly description?: string;
    readonly value: string;
  }[];
  /** Only objects have properties. */
  readonly properties?: never;
}

export interface ResourceSpec extends ObjectSpec {
  readonly inputProperties: PropertySpecs;
  readonly requiredInputs?: readonly string[];
  readonly stateInputs?: ObjectSpec;
  readonly listInputs?: ObjectSpec;
  readonly aliases: readonly { readonly type: string }[];
}

export interface FunctionSpec {
  readonly description: string;
  readonly inputs?: ObjectSpec;
  readonly outputs: ObjectSpec;
}

export interface PackageSchema {
  readonly name: string;
  readonly version: string;
  readonly config: { readonly variables: PropertySpecs };
  readonly provider: { readonly inputProperties: PropertySpecs };
  readonly types: Readonly<Record<string, ObjectSpec | EnumSpec>>;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
}

/** The program of a language in the description of a resource; empty if there is none. */
export const blockOf = (description: string, language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(description)?.[1] ?? "";

/** True if a type is an object, and not an enumeration. */
export const isObject = (type: ObjectSpec | EnumSpec | undefined): type is ObjectSpec =>
  type !== undefined && "properties" in type;

export const readSchema = (): PackageSchema => JSON.parse(readFileSync(SCHEMA_FILE, "utf8"));

/** A property with its path; `[]` is any item. */
export interface FoundProperty {
  readonly path: string;
  readonly spec: PropertySpec;
}

/** Every property, including the properties of named types, with their paths. */
export const propertiesAt = (
  schema: PackageSchema,
  properties: PropertySpecs,
  path = "",
): FoundProperty[] =>
  Object.entries(properties).flatMap(([name, spec]) => {
    const at = path + name;
    const type = schema.types[(spec.$ref ?? spec.items?.$ref ?? "").replace("#/types/", "")];
    const below = isObject(type)
      ? propertiesAt(schema, type.properties, `${at}${spec.items ? "[]" : ""}.`)
      : [];
    return [{ path: at, spec }, ...below];
  });
