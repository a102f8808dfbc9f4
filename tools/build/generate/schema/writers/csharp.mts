import codegen, { type Language, type Writer } from "../../../../../build/codegen/language.js";
import type { Program, Resource, Setting } from "../../../../../build/codegen/program.js";
import sdks, { type Sdk } from "../../../../../build/codegen/sdk.js";
import cases from "../../../../../build/core/schema/case.js";

const { variablesInCase, indented, paragraphs, quoted } = codegen;
const { camelCase, capitalized } = cases;

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
export function inCSharp(program: Program, sdk: Sdk) {
  const { config, resources, outputs } = program;
  const writer = new codegen.Writer(program, CSHARP, sdk);
  const exported = outputs.map(({ name, value }) => `[${quoted(name)}] = ${writer.value(value)},`);
  const body = paragraphs(
    config.length === 0
      ? []
      : ["var config = new Config();", ...config.map((variable) => read(variable, writer))],
    ...resources.map((resource) => [constructed(resource, writer)]),
    outputs.length === 0 ? [] : [`return ${block("new Dictionary<string, object?>", exported)};`],
  );
  return stackOf(body, sdk.packages.csharp);
}

/** The file around the statements of a stack. */
export const stackOf = (body: string, namespace: string) =>
  paragraphs(
    [
      ...(body.includes("Dictionary<") ? ["using System.Collections.Generic;"] : []),
      "using Pulumi;",
      `using EdgeIngress = ${namespace};`,
    ],
    ["return await Deployment.RunAsync(() =>", `{\n${indented(body, INDENT)}\n});`],
  );

const CSHARP: Language = {
  variableFor: variablesInCase(camelCase),
  reserved: RESERVED,
  scalar: (value) => (typeof value === "string" ? quoted(value) : String(value)),
  reference: (variable, { property }) =>
    property === undefined ? variable : `${variable}.${capitalized(property)}`,
  // A property that has the type of a list or map exists, and is added to; an untyped value must be made.
  list: (items, { kind }) => block(kind === "list" ? "" : "new object?[]", commas(items)),
  object: (members, shape) =>
    shape.kind === "object"
      ? block(`new EdgeIngress.Inputs.${shape.type}Args`, commas(members.map(assigned)))
      : block(
          shape.kind === "map" ? "" : "new Dictionary<string, object?>",
          members.map(([key, value]) => `{ ${quoted(key)}, ${value} },`),
        ),
};

const commas = (values: readonly string[]) => values.map((value) => `${value},`);

/** A value that is added to begins on the line below its name. */
const assigned = ([key, value]: readonly [key: string, value: string]) =>
  `${capitalized(key)} =${value.startsWith("{\n") ? "\n" : " "}${value}`;

const read: (setting: Setting, writer: Writer) => string = (setting, writer) =>
  `var ${writer.variable(setting)} = config.${setting.isSecret ? "RequireSecret" : "Require"}(${quoted(setting.name)});`;

function constructed(resource: Resource, writer: Writer): string {
  const { type, name, args, deletedWith } = resource;
  const members = writer.members(args, sdks.argsShape(writer.sdk, type)).map(assigned);
  const all = [quoted(name), block("new()", commas(members))];
  if (deletedWith)
    all.push(
      block("new CustomResourceOptions", [`DeletedWith = ${writer.variable(deletedWith)},`]),
    );
  return `var ${writer.variable(resource)} = new EdgeIngress.${type}(${all.join(", ")});`;
}

/** Lines in braces, after what comes before them. */
export const block = (before: string, lines: readonly string[]): string =>
  lines.length === 0
    ? `${before} { }`.trimStart()
    : `${before === "" ? "" : `${before}\n`}{\n${lines.map((line) => indented(line, INDENT)).join("\n")}\n}`;
