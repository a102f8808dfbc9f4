import { camelCase, capitalized } from "../core/schema/case";
import { indented, type Language, quoted } from "./language";
import type { Variables } from "./names";
import { type Column, isColumn, isResource, type Scalar } from "./program";
import type { Shape } from "./sdk";

export const INDENT = "\t";

/** How Go writes values. */
export const languageOf = (variables: Variables): Language => ({
  scalar,
  reference: ({ to, property }, shape) => {
    if (isColumn(to)) return columnText(to, `row.${variables(to)}`, shape);
    if (isResource(to)) return property === "id" ? `${variables(to)}.ID()` : fieldOf(variables(to), property);
    return to.isSecret ? variables(to) : `pulumi.String(${variables(to)})`;
  },
  file: (path) => `pulumi.String(${fileVariable(path)})`,
  list: (items, shape) =>
    block(
      `${listType(shape)}`,
      items.map((each) => `${each},`),
    ),
  object: (members, shape) =>
    shape.kind === "object"
      ? block(
          `&edgeingress.${shape.type}Args`,
          aligned(members.map(([key, value]) => [`${capitalized(key)}:`, `${value},`])),
        )
      : block(mapType(shape), aligned(members.map(([key, value]) => [`${quoted(key)}:`, `${value},`]))),
});

/** A number of a column is converted to the type that its argument has. */
function columnText({ kind }: Column, field: string, shape: Shape): string {
  if (kind === "secret") return field;
  if (kind === "number") return `pulumi.${shape.kind === "integer" ? "Int" : "Float64"}(${field})`;
  return `pulumi.${TYPES[kind]}(${field})`;
}

const fieldOf = (variable: string, property: string | undefined): string =>
  property === undefined ? variable : `${variable}.${capitalized(property)}`;

function scalar(value: Scalar, { kind }: Shape): string {
  if (typeof value === "string") return `pulumi.String(${quoted(value)})`;
  if (typeof value === "boolean") return `pulumi.Bool(${value})`;
  if (value === null) return "nil";
  // A constant that is not exact, or larger than an int, does not compile.
  return `pulumi.${kind === "number" || !Number.isSafeInteger(value) ? "Float64" : "Int"}(${value})`;
}

/** Pulumi's types of values, by which their lists and maps are named. */
const TYPES = { string: "String", integer: "Int", number: "Float64", boolean: "Bool" };

const listType = (shape: Shape): string => collectionType(shape, "Array");

const mapType = (shape: Shape): string => collectionType(shape, "Map");

function collectionType(shape: Shape, collection: "Array" | "Map"): string {
  const item = "item" in shape ? shape.item : undefined;
  if (item?.kind === "object") return `edgeingress.${item.type}${collection}`;
  return `pulumi.${item && item.kind in TYPES ? TYPES[item.kind as keyof typeof TYPES] : ""}${collection}`;
}

const block = (type: string, lines: readonly string[]): string =>
  lines.length === 0 ? `${type}{}` : `${type}{\n${lines.map((line) => indented(line, INDENT)).join("\n")}\n}`;

/** Values in one column where their keys follow one another; a value of several lines is beside its key. */
function aligned(members: readonly (readonly [key: string, value: string])[]): string[] {
  const isShort = (index: number) => members[index] !== undefined && !members[index][1].includes("\n");
  const widthAt = (index: number) => {
    let [first, last] = [index, index];
    while (isShort(first - 1)) first -= 1;
    while (isShort(last + 1)) last += 1;
    return Math.max(...members.slice(first, last + 1).map(([key]) => key.length));
  };
  return members.map(([key, value], index) => `${isShort(index) ? key.padEnd(widthAt(index)) : key} ${value}`);
}

/** The variable that has the text of a file. */
export const fileVariable = (path: string): string => camelCase(path.slice(path.lastIndexOf("/")));
