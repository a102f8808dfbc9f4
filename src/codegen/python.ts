import { camelCase, snakeCase } from "../core/schema/case";
import { commented, indented, type Language, paragraphs, quoted, written } from "./language";
import { formOf, type Variables, variablesOf } from "./names";
import {
  filesOf,
  isSetting,
  Json,
  leavesIn,
  type Program,
  type Resource,
  readsConfig,
  type Setting,
  type Table,
} from "./program";
import { argsShape, memberShape, type Sdk } from "./sdk";

const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
  "is lambda nonlocal not or pass raise return try while with yield";

/** Names that no variable of a program in Python has. */
export const RESERVED = `${KEYWORDS} compact_json config edge_ingress json name pathlib pulumi`.split(" ");

const INDENT = "    ";

/** Writes a program in Python. */
export function inPython(program: Program, sdk: Sdk): string {
  const { config, resources, tables = [], outputs } = program;
  const variables = variablesOf(
    program,
    formOf((text) => snakeCase(camelCase(text))),
    RESERVED,
  );
  const language = languageOf(variables);
  const usesPulumi = readsConfig(program) || outputs.length > 0 || [...resources, ...tables].some(hasOptions);
  const hasJson = leavesIn(program).some((each) => each instanceof Json);
  const text = paragraphs(
    [...(hasJson ? ["import json"] : []), ...(filesOf(program).length === 0 ? [] : ["import pathlib"])],
    [...(usesPulumi ? ["import pulumi"] : []), `import ${sdk.packages.python} as edge_ingress`],
    hasJson ? COMPACT_JSON : [],
    readsConfig(program)
      ? ["config = pulumi.Config()", ...config.map((each) => read(each, variables, quoted(each.name)))]
      : [],
    ...tables.map((table) => [looped(table, variables, language, sdk)]),
    ...resources.map((resource) => [
      `${variables(resource)} = ${called(quoted(resource.name), resource, variables, language, sdk)}`,
    ]),
    outputs.map(({ name, value }) => `pulumi.export(${quoted(name)}, ${language.reference(value, { kind: "any" })})`),
  );
  return `${commented(program.comment, "#")}${text}`;
}

/** As the objects have it: without blanks, and with letters of all scripts. */
const COMPACT_JSON = [
  "def compact_json(value):",
  `${INDENT}return json.dumps(value, separators=(",", ":"), ensure_ascii=False)`,
];

const languageOf = (variables: Variables): Language => ({
  scalar: (value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    return typeof value === "string" ? quoted(value) : String(value);
  },
  reference: ({ to, property }) => {
    if (property === undefined) return variables(to);
    return variables(to) + (isSetting(to) ? `[${quoted(property)}]` : `.${snakeCase(property)}`);
  },
  json: (object) => `compact_json(${object})`,
  file: (path) => `pathlib.Path(${quoted(path)}).read_bytes().decode()`,
  list: (items) => `[${items.join(", ")}]`,
  object: (members, { kind }) => {
    const lines = members.map(([key, value]) => `${quoted(kind === "object" ? snakeCase(key) : key)}: ${value},`);
    return lines.length === 0 ? "{}" : `{\n${lines.map((line) => indented(line, INDENT)).join("\n")}\n}`;
  },
});

const read = (setting: Setting, variables: Variables, name: string): string =>
  `${variables(setting)} = config.${setting.isSecret ? "require_secret" : "require"}${setting.members ? "_object" : ""}(${name})`;

/** A loop over the rows of a table. */
function looped(table: Table, variables: Variables, language: Language, sdk: Sdk): string {
  const lines = table.rows.map(({ name, values }) =>
    tuple([quoted(name), ...values.map((value) => written(value, { kind: "any" }, language))]),
  );
  const columns = ["name", ...table.columns.map(variables)].join(", ");
  const rows = lines.map((line) => `${INDENT}${line},`).join("\n");
  const secrets = table.secrets ? `${read(table.secrets, variables, "name")}\n` : "";
  return `for ${columns} in [\n${rows}\n]:\n${indented(secrets + called("name", table, variables, language, sdk), INDENT)}`;
}

const hasOptions = (each: Resource | Table): boolean => "deletedWith" in each || "isProtected" in each;

const tuple = (values: readonly string[]): string => (values.length === 1 ? `${values[0]}` : `(${values.join(", ")})`);

type Called = Pick<Resource, "type" | "args" | "deletedWith" | "isProtected">;

function called(name: string, resource: Called, variables: Variables, language: Language, sdk: Sdk): string {
  const { type, args, deletedWith, isProtected } = resource;
  const options = [
    ...(deletedWith ? [`deleted_with=${variables(deletedWith)}`] : []),
    ...(isProtected ? ["protect=True"] : []),
  ];
  const shape = argsShape(sdk, type);
  const stated = [
    name,
    ...Object.entries(args).map(
      ([key, value]) => `\n${indented(`${keyword(key)}=${written(value, memberShape(shape, key), language)}`, INDENT)}`,
    ),
    ...(options.length > 0 ? [`\n${INDENT}opts=pulumi.ResourceOptions(${options.join(", ")})`] : []),
  ];
  return `edge_ingress.${type}(${stated.join(",")})`;
}

/** The name of an argument: Pulumi's generator sets `_` behind those that are keywords. */
const keyword = (key: string): string =>
  KEYWORDS.split(" ").includes(snakeCase(key)) ? `${snakeCase(key)}_` : snakeCase(key);
