import { indented, type Language, paragraphs, quoted, written } from "./language";
import { camelCase, formOf, type Variables, variablesOf } from "./names";
import type { Program, Resource, Setting } from "./program";
import { argsShape, type Sdk } from "./sdk";

const RESERVED =
  "arguments await break case catch class config const continue debugger default delete do edge_ingress else enum eval export " +
  "extends false finally for function if implements import in instanceof interface let new null package private protected " +
  "public pulumi return static super switch this throw true try typeof undefined var void while with yield";

/** Writes a program in TypeScript. An output whose name is no identifier gets the nearest that is. */
export function inTypeScript(program: Program, sdk: Sdk): string {
  const { config, resources, outputs } = program;
  const outputNames = outputs.map(({ name }) => camelCase(name));
  const variables = variablesOf(program, formOf(camelCase), [...RESERVED.split(" "), ...outputNames]);
  const language = languageOf(variables);
  return paragraphs(
    [
      ...(config.length === 0 ? [] : ['import * as pulumi from "@pulumi/pulumi";']),
      `import * as edge_ingress from "${sdk.packages.typescript}";`,
    ],
    config.length === 0 ? [] : ["const config = new pulumi.Config();", ...config.map((each) => read(each, variables))],
    ...resources.map((resource) => [constructed(resource, variables, language, sdk)]),
    outputs.map(
      ({ value }, index) => `export const ${outputNames[index]} = ${language.reference(value, { kind: "any" })};`,
    ),
  );
}

const languageOf = (variables: Variables): Language => ({
  scalar: (value) => (typeof value === "string" ? quoted(value) : String(value)),
  reference: ({ to, property }) => (property === undefined ? variables(to) : `${variables(to)}.${property}`),
  list: (items) => `[${items.join(", ")}]`,
  object: (members) =>
    members.length === 0
      ? "{}"
      : `{\n${members.map(([key, value]) => indented(`${member(key, value)},`)).join("\n")}\n}`,
});

function member(key: string, value: string): string {
  if (key === value) return key;
  // As a plain key it would set the object's prototype.
  if (key === "__proto__") return `["__proto__"]: ${value}`;
  return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${value}`;
}

const read = (setting: Setting, variables: Variables): string =>
  `const ${variables(setting)} = config.${setting.isSecret ? "requireSecret" : "require"}(${quoted(setting.name)});`;

function constructed(resource: Resource, variables: Variables, language: Language, sdk: Sdk): string {
  const { type, name, args, deletedWith } = resource;
  const options = deletedWith ? [language.object([["deletedWith", variables(deletedWith)]], { kind: "any" })] : [];
  const all = [quoted(name), written(args, argsShape(sdk, type), language), ...options];
  return `const ${variables(resource)} = new edge_ingress.${type}(${all.join(", ")});`;
}
