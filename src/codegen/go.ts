import { camelCase, capitalized } from "../core/schema/case";
import { indented, type Language, quoted, written } from "./language";
import { formOf, type Variables, variablesOf } from "./names";
import {
  type Column,
  isColumn,
  isResource,
  type Named,
  type Program,
  Reference,
  type Resource,
  type Scalar,
  type Setting,
  type Table,
  type Value,
} from "./program";
import { argsShape, type Sdk, type Shape } from "./sdk";

/** Names that no variable of a program in Go has. */
export const RESERVED = (
  "any bool break case cfg chan config const continue ctx default defer edgeingress else err error fallthrough false float64 for " +
  "func go goto if import int interface len main make map name new nil package panic pulumi range return row select string struct switch " +
  "true type var"
).split(" ");

const INDENT = "\t";

/** Writes a program in Go, as `gofmt` formats it. */
export function inGo(program: Program, sdk: Sdk): string {
  const { config, resources, tables = [], outputs } = program;
  const variables = variablesOf(program, formOf(camelCase), RESERVED);
  const language = languageOf(variables);
  const used = resourcesReferredTo(program);
  const body = [
    ...(config.length === 0 ? [] : ['cfg := config.New(ctx, "")', ...config.map((each) => read(each, variables))]),
    ...tables.map((table) => looped(table, variables, language, sdk)),
    ...resources.map((each, index) => {
      const variable = used.has(each) ? variables(each) : "_";
      // An assignment to `_` alone declares nothing once `err` is there.
      const assigns = variable === "_" && index > 0 ? "=" : ":=";
      return checked(`${variable}, err ${assigns} ${constructed(quoted(each.name), each, variables, language, sdk)}`);
    }),
    ...outputs.map(
      ({ name, value }) => `ctx.Export(${quoted(name)}, ${language.reference(value, { kind: "string" })})`,
    ),
    "return nil",
  ];
  return `${imports(config.length > 0, sdk)}

func main() {
${INDENT}pulumi.Run(func(ctx *pulumi.Context) error {
${indented(body.join("\n"), INDENT.repeat(2))}
${INDENT}})
}`;
}

const checked = (statement: string): string => `${statement}\nif err != nil {\n${INDENT}return err\n}`;

/** A loop over the rows of a table. */
function looped(table: Table, variables: Variables, language: Language, sdk: Sdk): string {
  const fields = [
    ["name", "string"],
    ...table.columns.map((each, index) => [variables(each), columnType(each, table, index)]),
  ];
  const width = Math.max(...fields.map(([name = ""]) => name.length));
  const struct = fields.map(([name = "", type]) => `${INDENT}${name.padEnd(width)} ${type}\n`).join("");
  const rows = table.rows.map(({ name, values }) => {
    const texts = [quoted(name), ...values.map((value) => plain(value, variables))];
    return `${INDENT}{${texts.join(", ")}},\n`;
  });
  const body = checked(`_, err := ${constructed("row.name", table, variables, language, sdk)}`);
  return `for _, row := range []struct {\n${struct}}{\n${rows.join("")}} {\n${indented(body, INDENT)}\n}`;
}

const COLUMN_TYPES = { string: "string", secret: "pulumi.StringOutput", boolean: "bool" };

function columnType({ kind }: Column, { rows }: Table, index: number): string {
  if (kind !== "number") return COLUMN_TYPES[kind];
  return rows.every(({ values }) => Number.isSafeInteger(values[index])) ? "int" : "float64";
}

/** A value of Go's own types. */
const plain = (value: Value, variables: Variables): string => {
  if (value instanceof Reference) return variables(value.to);
  return typeof value === "string" ? quoted(value) : String(value);
};

/** A variable that nothing uses is an error in Go. */
function resourcesReferredTo({ resources, outputs }: Program): ReadonlySet<Named> {
  const inValue = (value: Value): Named[] => {
    if (value instanceof Reference) return [value.to];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(inValue) : [];
  };
  const all = resources.flatMap(({ args, deletedWith }) => [...inValue(args), ...(deletedWith ? [deletedWith] : [])]);
  return new Set([...all, ...outputs.map(({ value }) => value.to)]);
}

const imports = (readsConfig: boolean, sdk: Sdk): string => {
  const paths = ["github.com/pulumi/pulumi/sdk/v3/go/pulumi"];
  if (readsConfig) paths.push("github.com/pulumi/pulumi/sdk/v3/go/pulumi/config");
  const lines = [sdk.packages.go, ...paths].sort().map((path) => `${INDENT}${quoted(path)}`);
  return `package main\n\nimport (\n${lines.join("\n")}\n)`;
};

const read = (setting: Setting, variables: Variables): string =>
  `${variables(setting)} := cfg.${setting.isSecret ? "RequireSecret" : "Require"}(${quoted(setting.name)})`;

type Constructed = Pick<Resource, "type" | "args" | "deletedWith">;

function constructed(name: string, resource: Constructed, variables: Variables, language: Language, sdk: Sdk): string {
  const { type, args, deletedWith } = resource;
  const all = ["ctx", name, written(args, argsShape(sdk, type), language)];
  if (deletedWith) all.push(`pulumi.DeletedWith(${variables(deletedWith)})`);
  return `edgeingress.New${type}(${all.join(", ")})`;
}

const languageOf = (variables: Variables): Language => ({
  scalar,
  reference: ({ to, property }, shape) => {
    if (isColumn(to)) return columnText(to, `row.${variables(to)}`, shape);
    if (isResource(to)) return property === "id" ? `${variables(to)}.ID()` : fieldOf(variables(to), property);
    return to.isSecret ? variables(to) : `pulumi.String(${variables(to)})`;
  },
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
