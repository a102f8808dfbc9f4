import { camelCase, capitalized } from "../core/schema/case";
import {
  commented,
  identifiersIn,
  indented,
  type Language,
  type Member,
  paragraphs,
  quoted,
  Writer,
} from "./language";
import type { Declaration, Program, Table } from "./program";
import {
  isColumn,
  isResource,
  programLeaves,
  Reference,
  referenceTargets,
  TextFile,
} from "./program";
import type { Sdk, Shape } from "./sdk";

const INDENT = "\t";

export const go: Language = {
  form: identifiersIn(camelCase),
  reserved: (
    "any bool break case cfg chan config const continue ctx default defer edgeingress else err error fallthrough false float64 " +
    "for func go goto if import int interface len main make map name new nil package panic pulumi range return row select " +
    "string struct switch true type var"
  ).split(" "),
  scalar: (value, { kind }) => {
    if (typeof value === "string") return `pulumi.String(${quoted(value)})`;
    if (typeof value === "boolean") return `pulumi.Bool(${value})`;
    if (value === null) return "nil";
    // A constant that is not exact, or larger than an int, does not compile.
    return `pulumi.${kind === "number" || !Number.isSafeInteger(value) ? "Float64" : "Int"}(${value})`;
  },
  reference: (variable, { to, property }, { kind }) => {
    if (isColumn(to)) {
      if (to.kind === "secret") return `row.${variable}`;
      // A number is converted to the type that its argument has.
      return `pulumi.${TYPES[to.kind === "number" && kind === "integer" ? kind : to.kind]}(row.${variable})`;
    }
    if (!isResource(to)) return to.isSecret ? variable : `pulumi.String(${variable})`;
    if (property === undefined) return variable;
    return property === "id" ? `${variable}.ID()` : `${variable}.${capitalized(property)}`;
  },
  shared: {
    reserved: ["init"],
    functionName: (subject) => camelCase(`declare-${subject}`),
    textVariable: (path) => camelCase(path.slice(path.lastIndexOf("/"))),
  },
  file: (_, variable) => `pulumi.String(${variable})`,
  list: (items, shape) => collectionType(shape, "Array") + block(items.map((each) => `${each},`)),
  object: (members, shape) => {
    const isNamed = shape.kind === "object";
    const type = isNamed ? `&edgeingress.${shape.type}Args` : collectionType(shape, "Map");
    return (
      type +
      block(
        aligned(members.map(([key, value]) => [isNamed ? capitalized(key) : quoted(key), value])),
      )
    );
  },
};

/** Pulumi's types of values, by which their lists and maps are named. */
const TYPES = { string: "String", integer: "Int", number: "Float64", boolean: "Bool" };

function collectionType(shape: Shape, collection: "Array" | "Map"): string {
  const { kind, type } = shape.at("");
  if (kind === "object") return `edgeingress.${type}${collection}`;
  return `pulumi.${kind in TYPES ? TYPES[kind as keyof typeof TYPES] : ""}${collection}`;
}

const block = (lines: readonly string[]): string =>
  lines.length === 0 ? "{}" : `{\n${indented(lines.join("\n"), INDENT)}\n}`;

/** Values in one column where their keys follow one another; a value of several lines is beside its key. */
function aligned(members: readonly Member[], colon = ":", comma = ","): string[] {
  const widths = members.map(([key, value]) => (value.includes("\n") ? 0 : key.length));
  return members.map(([key, value], index) => {
    const column = widths.slice(widths.lastIndexOf(0, index) + 1, [...widths, 0].indexOf(0, index));
    return `${(key + colon).padEnd(Math.max(0, ...column) + colon.length)} ${value}${comma}`;
  });
}

/** Writes a program in Go, as `gofmt` formats it; or a file of a program, with a function of that name. */
export function writeGo(program: Program, sdk: Sdk, name = "main"): string {
  const { config, resources, tables = [], outputs } = program;
  const writer = new Writer(program, go, sdk);
  // A variable that nothing uses is an error in Go.
  const used = new Set([
    ...referenceTargets([...programLeaves(program), ...outputs.map(({ value }) => value)]),
    ...resources.flatMap(({ deletedWith }) => deletedWith ?? []),
  ]);
  const body = [
    ...(config.length === 0 ? [] : ['cfg := config.New(ctx, "")']),
    ...config.map((each) => {
      const type = `${each.isSecret ? "Secret" : ""}${each.isNumber ? "Int" : ""}`;
      return `${writer.variable(each)} := cfg.Require${type}(${quoted(each.name)})`;
    }),
    ...tables.map((table) => looped(table, writer)),
    ...resources.map((each, index) => {
      const variable = used.has(each) ? writer.variable(each) : "_";
      // An assignment to `_` alone declares nothing once `err` is there.
      const assigns = variable === "_" && index > 0 ? "=" : ":=";
      return checked(`${variable}, err ${assigns} ${constructed(quoted(each.name), each, writer)}`);
    }),
    ...outputs.map(({ name, value }) => `ctx.Export(${quoted(name)}, ${writer.value(value)})`),
    "return nil",
  ];
  return paragraphs(
    commented(program.comment, "//"),
    ["package main"],
    [imports(writer)],
    ...writer.symbols.embedded.map((text) => [
      `//go:embed ${text.path}`,
      `var ${writer.textVariable(text)} string`,
    ]),
    [name === "main" ? main(body) : `func ${name}(ctx *pulumi.Context) error ${block(body)}`],
  );
}

/** The file that calls the functions of the others. */
export function writeGoMain(names: readonly string[]): string {
  const functions = `[]func(*pulumi.Context) error${block(names.map((name) => `${name},`))}`;
  const loop = `for _, declare := range ${functions} ${block([`if err := declare(ctx); err != nil ${RETURN}`])}`;
  return paragraphs(["package main"], [`import ${quoted(PULUMI)}`], [main([loop, "return nil"])]);
}

const main = (body: readonly string[]): string =>
  `func main() ${block([`pulumi.Run(func(ctx *pulumi.Context) error ${block(body)})`])}`;

const RETURN = block(["return err"]);

const checked = (statement: string): string => `${statement}\nif err != nil ${RETURN}`;

/** A loop over the rows of a table. */
function looped(table: Table, writer: Writer): string {
  const { columns, comment } = table;
  const fields = columns.map(
    (each, index): Member => [writer.variable(each), columnType(table, index)],
  );
  const struct = aligned([["name", "string"], ...fields], "", "");
  const rows = writer
    .rows(table, (value) => {
      // A value of Go's own types.
      if (value instanceof Reference) return writer.variable(value.to);
      if (value instanceof TextFile) return writer.textVariable(value);
      return typeof value === "string" ? quoted(value) : String(value);
    })
    .map((members) => `{${members.map(([key, value]) => `${key}: ${value}`).join(", ")}},`);
  const body = checked(`_, err := ${constructed("row.name", table, writer)}`);
  const loop = `for _, row := range []struct ${block(struct)}${block(rows)} ${block([body])}`;
  return [...commented(comment, "//"), loop].join("\n");
}

const COLUMN_TYPES = { string: "string", secret: "pulumi.StringOutput", boolean: "bool" };

function columnType({ columns, rows }: Table, index: number): string {
  const { kind = "string" } = columns[index] ?? {};
  if (kind !== "number") return COLUMN_TYPES[kind];
  return rows.every(({ values }) => Number.isSafeInteger(values[index])) ? "int" : "float64";
}

const PULUMI = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";

const imports = ({ readsConfig, symbols, sdk }: Writer): string => {
  const paths = [PULUMI, sdk.packages.go, ...(readsConfig ? [`${PULUMI}/config`] : [])];
  const lines = paragraphs(
    symbols.embedded.length > 0 ? ['_ "embed"'] : [],
    paths.sort().map(quoted),
  );
  return `import (\n${indented(lines, INDENT)}\n)`;
};

function constructed(name: string, resource: Declaration, writer: Writer): string {
  const { type, deletedWith, isProtected } = resource;
  const all = ["ctx", name, writer.args(resource)];
  if (deletedWith) all.push(`pulumi.DeletedWith(${writer.variable(deletedWith)})`);
  if (isProtected) all.push("pulumi.Protect(true)");
  return `edgeingress.New${type}(${all.join(", ")})`;
}
