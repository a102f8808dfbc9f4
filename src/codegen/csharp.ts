import { indented, type Language, paragraphs, quoted, written } from "./language";
import { camelCase, capitalized, formOf, type Variables, variablesOf } from "./names";
import type { Program, Resource, Scalar, Setting } from "./program";
import { argsShape, memberShape, type Sdk } from "./sdk";

/** Names that no variable of a program in C# has. */
const RESERVED = (
  "abstract as async await base bool break byte case catch char checked class config const continue decimal default delegate do " +
  "double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is " +
  "lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed " +
  "short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using " +
  "virtual void volatile while"
).split(" ");

const INDENT = "    ";

/** Writes a program in C#. */
export function inCSharp(program: Program, sdk: Sdk): string {
  const { config, resources, outputs } = program;
  const variables = variablesOf(program, formOf(camelCase), RESERVED);
  const language = languageOf(variables);
  const exported = outputs.map(
    ({ name, value }) => `[${quoted(name)}] = ${language.reference(value, { kind: "any" })},`,
  );
  const body = paragraphs(
    config.length === 0 ? [] : ["var config = new Config();", ...config.map((each) => read(each, variables))],
    ...resources.map((each) => [constructed(each, variables, language, sdk)]),
    outputs.length === 0 ? [] : [`return ${block("new Dictionary<string, object?>", exported)};`],
  );
  return stackOf(body, sdk.packages.csharp);
}

/** The file around the statements of a stack. */
export const stackOf = (body: string, namespace: string): string =>
  paragraphs(
    [
      ...(body.includes("Dictionary<") ? ["using System.Collections.Generic;"] : []),
      "using Pulumi;",
      `using EdgeIngress = ${namespace};`,
    ],
    ["return await Deployment.RunAsync(() =>", `{\n${indented(body, INDENT)}\n});`],
  );

const languageOf = (variables: Variables): Language => ({
  scalar: (value: Scalar) => (typeof value === "string" ? quoted(value) : String(value)),
  reference: ({ to, property }) =>
    property === undefined ? variables(to) : `${variables(to)}.${capitalized(property)}`,
  // Of a list or map that has a type, the property is there to be added to; an untyped value is made.
  list: (items, { kind }) => block(kind === "list" ? "" : "new object?[]", commas(items)),
  object: (members, shape) =>
    shape.kind === "object"
      ? block(`new EdgeIngress.Inputs.${shape.type}Args`, commas(members.map(assigned)))
      : block(
          shape.kind === "map" ? "" : "new Dictionary<string, object?>",
          members.map(([key, value]) => `{ ${quoted(key)}, ${value} },`),
        ),
});

const commas = (values: readonly string[]): string[] => values.map((value) => `${value},`);

/** What is added to stands below its name. */
const assigned = ([key, value]: readonly [key: string, value: string]): string =>
  `${capitalized(key)} =${value.startsWith("{\n") ? "\n" : " "}${value}`;

const read = (setting: Setting, variables: Variables): string =>
  `var ${variables(setting)} = config.${setting.isSecret ? "RequireSecret" : "Require"}(${quoted(setting.name)});`;

function constructed(resource: Resource, variables: Variables, language: Language, sdk: Sdk): string {
  const { type, name, args, deletedWith } = resource;
  const shape = argsShape(sdk, type);
  const members = Object.entries(args).map(
    ([key, value]) => [key, written(value, memberShape(shape, key), language)] as const,
  );
  const all = [quoted(name), block("new()", commas(members.map(assigned)))];
  if (deletedWith) all.push(block("new CustomResourceOptions", [`DeletedWith = ${variables(deletedWith)},`]));
  return `var ${variables(resource)} = new EdgeIngress.${type}(${all.join(", ")});`;
}

const block = (before: string, lines: readonly string[]): string =>
  lines.length === 0
    ? `${before} { }`.trimStart()
    : `${before === "" ? "" : `${before}\n`}{\n${lines.map((line) => indented(line, INDENT)).join("\n")}\n}`;
