import { camelCase, snakeCase } from "../core/schema/case";
import {
  commented,
  indented,
  type Language,
  paragraphs,
  quoted,
  variablesInCase,
  Writer,
} from "./language";
import type { Declaration, Program, Setting, Table } from "./program";
import { isColumn, isSetting, Json, programLeaves } from "./program";
import { ANY, argsShape, type Sdk } from "./sdk";

const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
  "is lambda nonlocal not or pass raise return try while with yield";

/** Names that the written program uses. A variable of a resource would hide them. */
const USED_NAMES =
  "Any Secrets compact_json config dict edge_ingress int json list name pathlib pulumi row rows str";

const INDENT = "    ";

/** The width of the usual formatters. */
const LINE_WIDTH = 88;

export const python: Language = {
  variableFor: variablesInCase((text) => snakeCase(camelCase(text))),
  reserved: `${KEYWORDS} ${USED_NAMES}`.split(" "),
  scalar: (value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    return typeof value === "string" ? quoted(value) : String(value);
  },
  reference: (variable, { to, property, isNumber }) => {
    if (isColumn(to)) return `row[${quoted(variable)}]`;
    if (property === undefined) return variable;
    if (!isSetting(to)) return `${variable}.${snakeCase(property)}`;
    return `${variable}[${quoted(property)}]${isNumber ? ".apply(int)" : ""}`;
  },
  json: (object) => `compact_json(${object})`,
  file: (path) => `pathlib.Path(${quoted(path)}).read_bytes().decode()`,
  list: (items) => `[${items.join(", ")}]`,
  object: (members, { kind }) => {
    const isNamedType = kind === "object";
    const lines = members.map(
      ([key, value]) => `${quoted(isNamedType ? snakeCase(key) : key)}: ${value},`,
    );
    return lines.length === 0 ? "{}" : `{\n${indented(lines.join("\n"), INDENT)}\n}`;
  },
};

/** Writes a file of a program in Python. */
export function writePython(program: Program, sdk: Sdk): string {
  const { config, resources, tables = [], outputs } = program;
  const writer = new Writer(program, python, sdk);
  const hasJson = programLeaves(program).some((value) => value instanceof Json);
  return paragraphs(
    commented(program.comment, "#"),
    standardImports(program, writer, hasJson),
    packageImports(program, writer),
    hasJson ? COMPACT_JSON : [],
    ...configStatements(config, writer),
    // Without the type, a type checker would infer a common type for the values of all columns.
    tables.length > 0 ? ["rows: list[dict[str, Any]]"] : [],
    ...tables.map((table) => loop(table, writer)),
    ...resources.map((resource) => [
      `${writer.variable(resource)} = ${constructorCall(quoted(resource.name), resource, writer)}`,
    ]),
    outputs.map(({ name, value }) => `pulumi.export(${quoted(name)}, ${writer.value(value)})`),
  );
}

function standardImports({ tables = [] }: Program, writer: Writer, hasJson: boolean): string[] {
  const lines: string[] = [];
  if (hasJson) lines.push("import json");
  if (writer.hasTexts) lines.push("import pathlib");
  if (tables.length > 0 || writer.hasSecretObjects) lines.push("from typing import Any");
  return lines;
}

function packageImports({ resources, tables = [], outputs }: Program, writer: Writer): string[] {
  const hasOptions = [...resources, ...tables].some(
    ({ deletedWith, isProtected }) => deletedWith ?? isProtected,
  );
  const sdk = `import ${writer.sdk.packages.python} as edge_ingress`;
  const usesPulumi = writer.readsConfig || outputs.length > 0 || hasOptions;
  return usesPulumi ? ["import pulumi", sdk] : [sdk];
}

/** Groups of lines that read the stack's config. */
function configStatements(config: readonly Setting[], writer: Writer): string[][] {
  if (!writer.readsConfig) return [];
  const open = "config = pulumi.Config()";
  const reads = config.map((setting) => readSetting(setting, writer, quoted(setting.name)));
  return writer.hasSecretObjects ? [[open], SECRETS, reads] : [[open, ...reads]];
}

/** Serializes JSON as the API returns it: without blanks, and without escapes for letters. */
const COMPACT_JSON = [
  "def compact_json(value):",
  `${INDENT}return json.dumps(value, separators=(",", ":"), ensure_ascii=False)`,
];

/**
 * Reads the secrets of a resource. Its error names the command that sets a member: Pulumi would
 * suggest to set a text.
 */
const SECRETS = `\
class Secrets:
    """Secrets of a resource, in one object of the stack's configuration."""

    def __init__(self, name: str) -> None:
        self.path = f"{pulumi.get_project()}:{name}"
        self.values: Any = config.get_secret_object(name)

    def __getitem__(self, key: str) -> pulumi.Output[Any]:
        def find(values: Any) -> Any:
            if key in values:
                return values[key]
            path = f"{self.path}.{key}"
            command = f"pulumi config set --secret --path {path}"
            raise pulumi.RunError(f"{path} is not set: run \`{command}\`")

        values = {} if self.values is None else self.values
        return pulumi.Output.from_input(values).apply(find)`.split("\n");

function readSetting(setting: Setting, writer: Writer, name: string): string {
  const reader = setting.isSecret ? "config.require_secret" : "config.require";
  return `${writer.variable(setting)} = ${setting.members ? "Secrets" : reader}(${name})`;
}

/** A loop over the rows of a table. A row is on one line if it fits. */
function loop(table: Table, writer: Writer): string[] {
  const rows = writer.rows(table).map((members) => {
    const line = `{${members.map(([key, value]) => `${quoted(key)}: ${value}`).join(", ")}},`;
    return INDENT.length + line.length <= LINE_WIDTH ? line : `${python.object(members, ANY)},`;
  });
  const body = [constructorCall(ROW_NAME, table, writer)];
  if (table.secrets) body.unshift(readSetting(table.secrets, writer, ROW_NAME));
  return [
    ...commented(table.comment, "#"),
    `rows = [\n${indented(rows.join("\n"), INDENT)}\n]`,
    "for row in rows:",
    indented(body.join("\n"), INDENT),
  ];
}

/** The name of the resource of a row. */
const ROW_NAME = 'row["name"]';

function constructorCall(name: string, resource: Declaration, writer: Writer): string {
  const { type, args } = resource;
  const members = writer.members(args, argsShape(writer.sdk, type));
  const lines = members.map(([key, value]) => `${argumentName(key)}=${value}`);
  const options = writer.options(resource).map(([key, value]) => `${snakeCase(key)}=${value}`);
  if (options.length > 0) lines.push(`opts=pulumi.ResourceOptions(${options.join(", ")})`);
  const all = [name, ...lines.map((line) => `\n${indented(line, INDENT)}`)];
  return `edge_ingress.${type}(${all.join(",")})`;
}

/** The name of an argument in Python. Pulumi's generator appends `_` to a keyword. */
function argumentName(key: string): string {
  const name = snakeCase(key);
  return KEYWORDS.split(" ").includes(name) ? `${name}_` : name;
}
