import { code, table } from "../../base/markdown-table.mts";
import { asFound } from "./schema/resources.mts";
import { packageSchema } from "./schema/schema.mts";

/** A property of the package schema. */
export interface Property {
  type?: string;
  $ref?: string;
  items?: Property;
  additionalProperties?: Property;
  description?: string;
  secret?: boolean;
}

export interface ObjectType {
  description?: string;
  properties?: Readonly<Record<string, Property>>;
  required?: readonly string[];
}

type Properties = Readonly<Record<string, Property>>;

/** An object type that properties refer to, and the paths of these properties. */
interface SupportingType {
  name: string;
  type: ObjectType;
  paths: string[];
}

/** Returns the properties as a table, the required properties first. */
export const propertyTable = ({ properties = {}, required = [] }: ObjectType): string => {
  const names = Object.keys(properties);
  const sorted = [
    ...names.filter((name) => required.includes(name)),
    ...names.filter((name) => !required.includes(name)),
  ];
  return table(
    ["Name", "Type", "Description"],
    sorted.map((name) => propertyRow(name, properties[name] ?? {}, required.includes(name))),
  );
};

function propertyRow(name: string, property: Property, isRequired: boolean): string[] {
  const { secret = false, description = "" } = property;
  return [
    isRequired ? `${code(name)} **required**` : code(name),
    secret ? `${typeText(property)}, secret` : typeText(property),
    cell(description),
  ];
}

/** Returns a description as a cell of a table, whose first column states that a property is required. */
const cell = (description: string): string =>
  description
    .replaceAll(/(^|\s)Required\.(?=\s|$)/g, "")
    .trim()
    .replaceAll(/\n+- /g, "<br>")
    .replaceAll(/\n+/g, " ")
    .replaceAll("|", "\\|");

function typeText({ type, $ref, items, additionalProperties }: Property): string {
  if (items) return `list of ${typeText(items)}`;
  if (additionalProperties) return `map of ${typeText(additionalProperties)}`;
  if ($ref === undefined) return type ?? "any";
  return objectType($ref) ? typeLink(typeName($ref)) : "any";
}

const typeLink = (name: string): string => `[${name}](#${name.toLowerCase()})`;

const typeName = (ref: string): string => ref.replace(/^.*:/, "");

/** Returns the object type of a reference; undefined if any value is accepted. */
const objectType = (ref: string): ObjectType | undefined =>
  (packageSchema().types as Readonly<Record<string, ObjectType>>)[ref.replace("#/types/", "")];

/**
 * Returns a section for each object type that the properties refer to, at any depth, in the order of the properties. A type of
 * outputs alone has no required properties, because a program does not set them.
 */
export function supportingTypes(inputs: Properties, outputs: Properties): string[] {
  const found = new Map<string, SupportingType>();
  collectTypes(inputs, "", found);
  const inputTypes = new Set(found.keys());
  collectTypes(outputs, "", found);
  return [...found.values()].map((property) =>
    typeSection(
      inputTypes.has(property.name) ? property : { ...property, type: asOutputType(property.type) },
    ),
  );
}

function collectTypes(
  properties: Properties,
  parent: string,
  found: Map<string, SupportingType>,
): void {
  for (const [key, { $ref, items }] of Object.entries(properties)) {
    const ref = $ref ?? items?.$ref;
    const type = ref === undefined ? undefined : objectType(ref);
    if (ref === undefined || type === undefined) continue;
    const name = typeName(ref);
    const path = `${parent}${key}${items ? "[]" : ""}`;
    const known = found.get(name);
    if (known) known.paths.push(path);
    else found.set(name, { name, type, paths: [path] });
    collectTypes(type.properties ?? {}, `${path}.`, found);
  }
}

/** Returns a type without what applies only to the arguments of a program. */
export const asOutputType = ({ description = "", properties = {} }: ObjectType): ObjectType => ({
  description,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, asOutputProperty(property)]),
  ),
});

function asOutputProperty(property: Property): Property {
  const { description = "" } = property;
  return { ...property, description: asFound(description) || description };
}

const typeSection = ({ name, type, paths }: SupportingType): string =>
  [
    `### ${name}`,
    `${type.description ?? ""} Type of ${paths.map(code).join(", ")}.`.trim(),
    propertyTable(type),
  ].join("\n\n");
