import { bodyRows, type Row, type Table, wireName } from "../../src/core/schema/field";

/** A field of a table: its path in a program, and its path in a body. */
export interface Field {
  readonly path: string;
  readonly wirePath: string;
  readonly row: Row;
}

/**
 * Every field of a table that a body can contain, including those of nested objects with their paths; `[]` is any item.
 */
export const fieldsOf = (table: Table, path = "", wirePath = ""): Field[] =>
  bodyRows(table).flatMap(([key, row]) => {
    const field = { path: path + key, wirePath: wirePath + wireName(key, row), row };
    if (row.kind !== "object" && row.kind !== "objects") return [field];
    const step = row.kind === "object" ? "." : "[].";
    return [field, ...fieldsOf(row.fields, field.path + step, field.wirePath + step)];
  });

/** The paths of a body at which something is set, down to the fields that are known to hold no others. */
export const pathsOfBody = (
  value: unknown,
  isLeaf: (path: string) => boolean,
  path = "",
): string[] => {
  if (value === null || value === undefined) return [];
  const own = path === "" ? [] : [path];
  if (typeof value !== "object" || isLeaf(path)) return own;
  if (Array.isArray(value))
    return [...own, ...value.flatMap((item) => pathsOfItem(item, isLeaf, path))];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, member]) =>
      pathsOfBody(member, isLeaf, join(path, key)),
    ),
  ];
};

const pathsOfItem = (item: unknown, isLeaf: (path: string) => boolean, path: string): string[] =>
  typeof item === "object"
    ? pathsOfBody(item, isLeaf, `${path}[]`).filter((found) => !found.endsWith("[]"))
    : [];

const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

/** The part of a JSON schema that the local server's OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  /** Forms that an option of the local server allows; the provider sends objects, no lists of them. */
  readonly anyOf?: readonly JsonSchema[];
}

/** Every path that a schema describes. */
export const pathsOfSchema = (
  schema: JsonSchema,
  resolve: (ref: string) => JsonSchema,
  path = "",
): string[] => {
  if (schema.$ref !== undefined) return pathsOfSchema(resolve(schema.$ref), resolve, path);
  const below = Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const at = join(path, key);
    return [at, ...pathsOfSchema(member, resolve, at)];
  });
  const forms = (schema.anyOf ?? []).filter(({ items }) => items === undefined);
  const inForms = forms.flatMap((form) => pathsOfSchema(form, resolve, path));
  return [
    ...below,
    ...inForms,
    ...(schema.items ? pathsOfSchema(schema.items, resolve, `${path}[]`) : []),
  ];
};
