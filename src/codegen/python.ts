import { camelCase, snakeCase } from "../core/schema/case";
import {
  commented,
  identifiersIn,
  indented,
  type Language,
  paragraphs,
  quoted,
  Writer,
} from "./language";
import type { Declaration, Program, Setting, Table } from "./program";
import { isColumn, isSetting, Json, programLeaves } from "./program";
import { ANY, argsShape, type Sdk } from "./sdk";

const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
  "is lambda nonlocal not or pass raise return try while with yield";

const INDENT = "    ";

/** The width of the usual formatters. */
const LINE_WIDTH = 88;

export const python: Language = {
  form: identifiersIn((text) => snakeCase(camelCase(text))),
  reserved:
    `${KEYWORDS} Any Secrets compact_json config edge_ingress json name pathlib pulumi row rows`.split(
      " ",
    ),
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
    const lines = members.map(
      ([key, value]) => `${quoted(kind === "object" ? snakeCase(key) : key)}: ${value},`,
    );
    return lines.length === 0 ? "{}" : `{\n${indented(lines.join("\n"), INDENT)}\n}`;
  },
};

export function writePython(program: Program, sdk: Sdk): string {
  const { config, resources, tables = [], outputs } = program;
  const writer = new Writer(program, python, sdk);
  const hasOptions = [...resources, ...tables].some(
    ({ deletedWith, isProtected }) => deletedWith ?? isProtected,
  );
  const hasJson = programLeaves(program).some((each) => each instanceof Json);
  const reads = config.map((each) => read(each, writer, quoted(each.name)));
  return paragraphs(
    commented(program.comment, "#"),
    [
      ...(hasJson ? ["import json"] : []),
      ...(writer.hasTexts ? ["import pathlib"] : []),
      ...(tables.length > 0 || writer.hasSecretObjects ? ["from typing import Any"] : []),
    ],
    [
      ...(writer.readsConfig || outputs.length > 0 || hasOptions ? ["import pulumi"] : []),
      `import ${sdk.packages.python} as edge_ingress`,
    ],
    hasJson ? COMPACT_JSON : [],
    writer.readsConfig
      ? ["config = pulumi.Config()", ...(writer.hasSecretObjects ? [] : reads)]
      : [],
    ...(writer.hasSecretObjects ? [SECRETS, reads] : []),
    // A type checker would take what the values of different columns have in common for the type of all.
    tables.length > 0 ? ["rows: list[dict[str, Any]]"] : [],
    ...tables.map((table) => looped(table, writer)),
    ...resources.map((each) => [
      `${writer.variable(each)} = ${called(quoted(each.name), each, writer)}`,
    ]),
    outputs.map(({ name, value }) => `pulumi.export(${quoted(name)}, ${writer.value(value)})`),
  );
}

/** As the objects have it: without blanks, and with letters of all scripts. */
const COMPACT_JSON = [
  "def compact_json(value):",
  `${INDENT}return json.dumps(value, separators=(",", ":"), ensure_ascii=False)`,
];

/** Reads the secrets of a resource, and names what is missing with the command that sets it: Pulumi would suggest to set a text. */
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

function read(setting: Setting, writer: Writer, name: string): string {
  const require = setting.isSecret ? "config.require_secret" : "config.require";
  return `${writer.variable(setting)} = ${setting.members ? "Secrets" : require}(${name})`;
}

/** A loop over the rows of a table, each in a line if that is not too long. */
function looped(table: Table, writer: Writer): string[] {
  const rows = writer.rows(table).map((members) => {
    const line = `{${members.map(([key, value]) => `${quoted(key)}: ${value}`).join(", ")}},`;
    return INDENT.length + line.length <= LINE_WIDTH ? line : `${python.object(members, ANY)},`;
  });
  return [
    ...commented(table.comment, "#"),
    `rows = [\n${indented(rows.join("\n"), INDENT)}\n]`,
    "for row in rows:",
    ...(table.secrets ? [`${INDENT}${read(table.secrets, writer, NAME)}`] : []),
    indented(called(NAME, table, writer), INDENT),
  ];
}

/** The name of a row's resource. */
const NAME = 'row["name"]';

function called(name: string, resource: Declaration, writer: Writer): string {
  const { type, args } = resource;
  const options = writer.options(resource).map(([key, value]) => `${snakeCase(key)}=${value}`);
  const stated = [
    ...writer
      .members(args, argsShape(writer.sdk, type))
      .map(([key, value]) => `${keyword(key)}=${value}`),
    ...(options.length > 0 ? [`opts=pulumi.ResourceOptions(${options.join(", ")})`] : []),
  ];
  return `edge_ingress.${type}(${[name, ...stated.map((each) => `\n${indented(each, INDENT)}`)].join(",")})`;
}

/** The name of an argument: Pulumi's generator sets `_` behind those that are keywords. */
const keyword = (key: string): string =>
  KEYWORDS.split(" ").includes(snakeCase(key)) ? `${snakeCase(key)}_` : snakeCase(key);
