import { camelCase, snakeCase } from "../core/schema/case";
import { indented, type Language, paragraphs, quoted, written } from "./language";
import { formOf, type Variables, variablesOf } from "./names";
import type { Program, Resource, Setting } from "./program";
import { argsShape, memberShape, type Sdk } from "./sdk";

const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
  "is lambda nonlocal not or pass raise return try while with yield";

/** Names that no variable of a program in Python has. */
export const RESERVED = `${KEYWORDS} config edge_ingress pulumi`.split(" ");

const INDENT = "    ";

/** Writes a program in Python. */
export function inPython(program: Program, sdk: Sdk): string {
  const { config, resources, outputs } = program;
  const variables = variablesOf(
    program,
    formOf((text) => snakeCase(camelCase(text))),
    RESERVED,
  );
  const language = languageOf(variables);
  const usesPulumi = config.length + outputs.length > 0 || resources.some(({ deletedWith }) => deletedWith);
  return paragraphs(
    [...(usesPulumi ? ["import pulumi"] : []), `import ${sdk.packages.python} as edge_ingress`],
    config.length === 0 ? [] : ["config = pulumi.Config()", ...config.map((each) => read(each, variables))],
    ...resources.map((resource) => [called(resource, variables, language, sdk)]),
    outputs.map(({ name, value }) => `pulumi.export(${quoted(name)}, ${language.reference(value, { kind: "any" })})`),
  );
}

const languageOf = (variables: Variables): Language => ({
  scalar: (value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    return typeof value === "string" ? quoted(value) : String(value);
  },
  reference: ({ to, property }) => (property === undefined ? variables(to) : `${variables(to)}.${snakeCase(property)}`),
  list: (items) => `[${items.join(", ")}]`,
  object: (members, { kind }) => {
    const lines = members.map(([key, value]) => `${quoted(kind === "object" ? snakeCase(key) : key)}: ${value},`);
    return lines.length === 0 ? "{}" : `{\n${lines.map((line) => indented(line, INDENT)).join("\n")}\n}`;
  },
});

const read = (setting: Setting, variables: Variables): string =>
  `${variables(setting)} = config.${setting.isSecret ? "require_secret" : "require"}(${quoted(setting.name)})`;

function called(resource: Resource, variables: Variables, language: Language, sdk: Sdk): string {
  const { type, name, args, deletedWith } = resource;
  const shape = argsShape(sdk, type);
  const stated = [
    quoted(name),
    ...Object.entries(args).map(
      ([key, value]) => `\n${indented(`${keyword(key)}=${written(value, memberShape(shape, key), language)}`, INDENT)}`,
    ),
    ...(deletedWith ? [`\n${INDENT}opts=pulumi.ResourceOptions(deleted_with=${variables(deletedWith)})`] : []),
  ];
  return `${variables(resource)} = edge_ingress.${type}(${stated.join(",")})`;
}

/** The name of an argument: Pulumi's generator sets `_` behind those that are keywords. */
const keyword = (key: string): string =>
  KEYWORDS.split(" ").includes(snakeCase(key)) ? `${snakeCase(key)}_` : snakeCase(key);
