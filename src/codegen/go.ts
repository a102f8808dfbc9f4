import { camelCase } from "../core/schema/case";
import { fileVariable, INDENT, languageOf } from "./go-values";
import { commented, indented, type Language, quoted, written } from "./language";
import { formOf, type Variables, variablesOf } from "./names";
import {
  type Column,
  filesOf,
  leavesIn,
  type Named,
  type Program,
  Reference,
  type Resource,
  type Setting,
  type Table,
  TextFile,
  type Value,
} from "./program";
import { argsShape, type Sdk } from "./sdk";

/** Names that no variable of a program in Go has. */
export const RESERVED = (
  "any bool break case cfg chan config const continue ctx default defer edgeingress else err error fallthrough false float64 for " +
  "func go goto if import int interface len main make map name new nil package panic pulumi range return row select string struct switch " +
  "true type var"
).split(" ");

/** Writes a program in Go, as `gofmt` formats it; or, in a file of one, a function of that name. */
export function inGo(program: Program, sdk: Sdk, name = "main"): string {
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
  const files = filesOf(program).map(({ path }) => `//go:embed ${path}\nvar ${fileVariable(path)} string\n\n`);
  return `${commented(program.comment, "//")}${imports(program, sdk)}

${files.join("")}${name === "main" ? main(body) : declaring(name, body)}`;
}

/** The file that calls the functions of the others. */
export function mainInGo(names: readonly string[], comment?: string): string {
  const calls = [
    `for _, declare := range []func(*pulumi.Context) error{\n${names.map((name) => `${INDENT}${name},\n`).join("")}} {`,
    `${INDENT}if err := declare(ctx); err != nil {\n${INDENT}${INDENT}return err\n${INDENT}}\n}`,
    "return nil",
  ];
  return `${commented(comment, "//")}package main\n\nimport ${quoted(PULUMI)}\n\n${main(calls)}`;
}

const main = (body: readonly string[]): string =>
  `func main() {\n${INDENT}pulumi.Run(func(ctx *pulumi.Context) error {\n${indented(body.join("\n"), INDENT.repeat(2))}\n${INDENT}})\n}`;

const declaring = (name: string, body: readonly string[]): string =>
  `func ${name}(ctx *pulumi.Context) error {\n${indented(body.join("\n"), INDENT)}\n}`;

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
  if (value instanceof TextFile) return fileVariable(value.path);
  return typeof value === "string" ? quoted(value) : String(value);
};

/** A variable that nothing uses is an error in Go. */
function resourcesReferredTo(program: Program): ReadonlySet<Named> {
  const references = leavesIn(program).filter((each) => each instanceof Reference);
  const owners = program.resources.flatMap(({ deletedWith }) => deletedWith ?? []);
  return new Set(
    [...references, ...program.outputs.map(({ value }) => value)].map(({ to }): Named => to).concat(owners),
  );
}

const PULUMI = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";

const imports = (program: Program, sdk: Sdk): string => {
  const paths = [PULUMI, sdk.packages.go, ...(program.config.length > 0 ? [`${PULUMI}/config`] : [])];
  const lines = paths
    .sort()
    .map((path) => `${INDENT}${quoted(path)}\n`)
    .join("");
  const embed = filesOf(program).length > 0 ? `${INDENT}_ "embed"\n\n` : "";
  return `package main\n\nimport (\n${embed}${lines})`;
};

const read = (setting: Setting, variables: Variables): string =>
  `${variables(setting)} := cfg.${setting.isSecret ? "RequireSecret" : "Require"}(${quoted(setting.name)})`;

type Constructed = Pick<Resource, "type" | "args" | "deletedWith" | "isProtected">;

function constructed(name: string, resource: Constructed, variables: Variables, language: Language, sdk: Sdk): string {
  const { type, args, deletedWith, isProtected } = resource;
  const all = ["ctx", name, written(args, argsShape(sdk, type), language)];
  if (deletedWith) all.push(`pulumi.DeletedWith(${variables(deletedWith)})`);
  if (isProtected) all.push("pulumi.Protect(true)");
  return `edgeingress.New${type}(${all.join(", ")})`;
}
