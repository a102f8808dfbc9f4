import { camelCase, capitalized } from "../core/schema/case";
import {
  commented,
  indented,
  type Language,
  type Member,
  paragraphs,
  quoted,
  variablesInCase,
  Writer,
} from "./language";
import type { Declaration, Named, Program, Setting, Table, Value } from "./program";
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
  variableFor: variablesInCase(camelCase),
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
    const isFloat = kind === "number" || !Number.isSafeInteger(value);
    return `pulumi.${isFloat ? "Float64" : "Int"}(${value})`;
  },
  reference,
  shared: {
    reserved: ["init"],
    functionName: (stem) => camelCase(`declare-${stem}`),
    textVariable: (path) => camelCase(path.slice(path.lastIndexOf("/") + 1)),
  },
  file: (_, variable) => `pulumi.String(${variable})`,
  list: (items, shape) => collectionType(shape, "Array") + block(items.map((item) => `${item},`)),
  object: (members, shape) => {
    const isNamedType = shape.kind === "object";
    const type = isNamedType ? `&edgeingress.${shape.type}Args` : collectionType(shape, "Map");
    const fields = members.map(([key, value]): Member => {
      return [`${isNamedType ? capitalized(key) : quoted(key)}:`, `${value},`];
    });
    return type + block(alignColumns(fields));
  },
};

function reference(variable: string, { to, property }: Reference, { kind }: Shape): string {
  if (isColumn(to)) {
    if (to.kind === "secret") return `row.${variable}`;
    // The type of a number depends on the argument, because a column does not distinguish integers.
    const isInteger = to.kind === "number" && kind === "integer";
    return `pulumi.${TYPES[isInteger ? "integer" : to.kind]}(row.${variable})`;
  }
  if (!isResource(to)) return to.isSecret ? variable : `pulumi.String(${variable})`;
  if (property === undefined) return variable;
  return property === "id" ? `${variable}.ID()` : `${variable}.${capitalized(property)}`;
}

/** Pulumi's types of scalars. The types of lists and maps begin with these names. */
const TYPES = { string: "String", integer: "Int", number: "Float64", boolean: "Bool" };

function collectionType(shape: Shape, collection: "Array" | "Map"): string {
  const { kind, type } = shape.at("");
  if (kind === "object") return `edgeingress.${type}${collection}`;
  return `pulumi.${kind in TYPES ? TYPES[kind as keyof typeof TYPES] : ""}${collection}`;
}

const block = (lines: readonly string[]): string =>
  lines.length === 0 ? "{}" : `{\n${indented(lines.join("\n"), INDENT)}\n}`;

/** Aligns values in a column, as gofmt does: a value of several lines begins a new column below it. */
function alignColumns(members: readonly Member[]): string[] {
  const lines: string[] = [];
  let section: Member[] = [];
  const endSection = () => {
    const width = Math.max(0, ...section.map(([key]) => key.length));
    lines.push(...section.map(([key, value]) => `${key.padEnd(width)} ${value}`));
    section = [];
  };
  for (const [key, value] of members) {
    if (!value.includes("\n")) {
      section.push([key, value]);
      continue;
    }
    endSection();
    lines.push(`${key} ${value}`);
  }
  endSection();
  return lines;
}

/**
 * Writes a file of a program in Go, as `gofmt` formats it.
 *
 * @param functionName The function that declares the resources of the file. Default: the file is a whole program.
 */
export function writeGo(program: Program, sdk: Sdk, functionName?: string): string {
  const writer = new Writer(program, go, sdk);
  const body = statements(program, writer);
  const declaration =
    functionName === undefined
      ? mainFunction(body)
      : `func ${functionName}(ctx *pulumi.Context) error ${block(body)}`;
  return paragraphs(
    commented(program.comment, "//"),
    ["package main"],
    [imports(writer)],
    ...writer.symbols.embedded.map((text) => [
      `//go:embed ${text.path}`,
      `var ${writer.textVariable(text)} string`,
    ]),
    [declaration],
  );
}

function statements(program: Program, writer: Writer): string[] {
  const { config, resources, tables = [], outputs } = program;
  const used = usedDeclarations(program);
  const lines: string[] = [];
  if (config.length > 0) lines.push('cfg := config.New(ctx, "")');
  for (const setting of config) lines.push(readSetting(setting, writer));
  for (const table of tables) lines.push(loop(table, writer));
  for (const [index, resource] of resources.entries()) {
    const variable = used.has(resource) ? writer.variable(resource) : "_";
    // `:=` must declare a variable, and `err` alone is new only for the first resource.
    const operator = variable === "_" && index > 0 ? "=" : ":=";
    const call = constructorCall(quoted(resource.name), resource, writer);
    lines.push(returnOnError(`${variable}, err ${operator} ${call}`));
  }
  for (const { name, value } of outputs)
    lines.push(`ctx.Export(${quoted(name)}, ${writer.value(value)})`);
  lines.push("return nil");
  return lines;
}

/** The declarations that other statements use. A variable without a use is an error in Go. */
function usedDeclarations(program: Program): ReadonlySet<Named> {
  const { resources, outputs } = program;
  const values = [...programLeaves(program), ...outputs.map(({ value }) => value)];
  const used = new Set(referenceTargets(values));
  for (const { deletedWith } of resources) if (deletedWith) used.add(deletedWith);
  return used;
}

function readSetting(setting: Setting, writer: Writer): string {
  const type = `${setting.isSecret ? "Secret" : ""}${setting.isNumber ? "Int" : ""}`;
  return `${writer.variable(setting)} := cfg.Require${type}(${quoted(setting.name)})`;
}

/** Writes the file that calls the functions of the other files. */
export function writeGoMain(functionNames: readonly string[]): string {
  const functions = `[]func(*pulumi.Context) error${block(functionNames.map((name) => `${name},`))}`;
  const check = `if err := declare(ctx); err != nil ${RETURN_ERROR}`;
  const calls = `for _, declare := range ${functions} ${block([check])}`;
  return paragraphs(
    ["package main"],
    [`import ${quoted(PULUMI)}`],
    [mainFunction([calls, "return nil"])],
  );
}

const mainFunction = (body: readonly string[]): string =>
  `func main() ${block([`pulumi.Run(func(ctx *pulumi.Context) error ${block(body)})`])}`;

const RETURN_ERROR = block(["return err"]);

const returnOnError = (statement: string): string => `${statement}\nif err != nil ${RETURN_ERROR}`;

/** A loop over the rows of a table, which are values of an anonymous struct. */
function loop(table: Table, writer: Writer): string {
  const { columns, comment } = table;
  const fields = columns.map(
    (column, index): Member => [writer.variable(column), columnType(table, index)],
  );
  const struct = alignColumns([["name", "string"], ...fields]);
  const rows = writer.rows(table, (value) => plainValue(value, writer));
  const rowLines = rows.map(
    (members) => `{${members.map(([key, value]) => `${key}: ${value}`).join(", ")}},`,
  );
  const body = returnOnError(`_, err := ${constructorCall("row.name", table, writer)}`);
  const head = `for _, row := range []struct ${block(struct)}${block(rowLines)}`;
  return [...commented(comment, "//"), `${head} ${block([body])}`].join("\n");
}

/** A value of a type of Go. Arguments have types of Pulumi. */
function plainValue(value: Value, writer: Writer): string {
  if (value instanceof Reference) return writer.variable(value.to);
  if (value instanceof TextFile) return writer.textVariable(value);
  return typeof value === "string" ? quoted(value) : String(value);
}

const COLUMN_TYPES = { string: "string", secret: "pulumi.StringOutput", boolean: "bool" };

function columnType({ columns, rows }: Table, index: number): string {
  const { kind = "string" } = columns[index] ?? {};
  if (kind !== "number") return COLUMN_TYPES[kind];
  return rows.every(({ values }) => Number.isSafeInteger(values[index])) ? "int" : "float64";
}

const PULUMI = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";

function imports({ readsConfig, symbols, sdk }: Writer): string {
  const paths = [PULUMI, sdk.packages.go];
  if (readsConfig) paths.push(`${PULUMI}/config`);
  const lines = paragraphs(
    symbols.embedded.length > 0 ? ['_ "embed"'] : [],
    paths.sort().map(quoted),
  );
  return `import (\n${indented(lines, INDENT)}\n)`;
}

function constructorCall(name: string, resource: Declaration, writer: Writer): string {
  const { type, deletedWith, isProtected } = resource;
  const args = ["ctx", name, writer.args(resource)];
  if (deletedWith) args.push(`pulumi.DeletedWith(${writer.variable(deletedWith)})`);
  if (isProtected) args.push("pulumi.Protect(true)");
  return `edgeingress.New${type}(${args.join(", ")})`;
}
