import codegen from "../../../../../dist/codegen/language.js";
import names from "../../../../../dist/codegen/names.js";
import sdks from "../../../../../dist/codegen/sdk.js";
import cases from "../../../../../dist/core/schema/case.js";

/**
 * @typedef {import("../../../../../dist/codegen/language.js").Language} Language
 * @typedef {import("../../../../../dist/codegen/names.js").Variables} Variables
 * @typedef {import("../../../../../dist/codegen/program.js").Program} Program
 * @typedef {import("../../../../../dist/codegen/program.js").Resource} Resource
 * @typedef {import("../../../../../dist/codegen/program.js").Setting} Setting
 * @typedef {import("../../../../../dist/codegen/sdk.js").Sdk} Sdk
 */

const { indented, paragraphs, quoted, written } = codegen;
const { camelCase, capitalized } = cases;
const { formOf, variablesOf } = names;
const { argsShape, memberShape } = sdks;

/** Names that no variable of a program in C# has. */
const RESERVED = (
  "abstract as async await base bool break byte case catch char checked class config const continue decimal default delegate do " +
  "double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is " +
  "lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed " +
  "short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using " +
  "virtual void volatile while"
).split(" ");

const INDENT = "    ";

/**
 * Writes a program in C#.
 * @param {Program} program
 * @param {Sdk} sdk
 */
export function inCSharp(program, sdk) {
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

/**
 * The file around the statements of a stack.
 * @param {string} body
 * @param {string} namespace
 */
export const stackOf = (body, namespace) =>
  paragraphs(
    [
      ...(body.includes("Dictionary<") ? ["using System.Collections.Generic;"] : []),
      "using Pulumi;",
      `using EdgeIngress = ${namespace};`,
    ],
    ["return await Deployment.RunAsync(() =>", `{\n${indented(body, INDENT)}\n});`],
  );

/** @type {(variables: Variables) => Language} */
const languageOf = (variables) => ({
  scalar: (value) => (typeof value === "string" ? quoted(value) : String(value)),
  reference: ({ to, property }) =>
    property === undefined ? variables(to) : `${variables(to)}.${capitalized(property)}`,
  // A property that has the type of a list or map exists, and is added to; an untyped value must be made.
  list: (items, { kind }) => block(kind === "list" ? "" : "new object?[]", commas(items)),
  object: (members, shape) =>
    shape.kind === "object"
      ? block(`new EdgeIngress.Inputs.${shape.type}Args`, commas(members.map(assigned)))
      : block(
          shape.kind === "map" ? "" : "new Dictionary<string, object?>",
          members.map(([key, value]) => `{ ${quoted(key)}, ${value} },`),
        ),
});

/** @param {readonly string[]} values */
const commas = (values) => values.map((value) => `${value},`);

/**
 * A value that is added to begins on the line below its name.
 * @param {readonly [key: string, value: string]} member
 */
const assigned = ([key, value]) => `${capitalized(key)} =${value.startsWith("{\n") ? "\n" : " "}${value}`;

/** @type {(setting: Setting, variables: Variables) => string} */
const read = (setting, variables) =>
  `var ${variables(setting)} = config.${setting.isSecret ? "RequireSecret" : "Require"}(${quoted(setting.name)});`;

/** @type {(resource: Resource, variables: Variables, language: Language, sdk: Sdk) => string} */
function constructed(resource, variables, language, sdk) {
  const { type, name, args, deletedWith } = resource;
  const shape = argsShape(sdk, type);
  const members = Object.entries(args).map(([key, value]) =>
    assigned([key, written(value, memberShape(shape, key), language)]),
  );
  const all = [quoted(name), block("new()", commas(members))];
  if (deletedWith) all.push(block("new CustomResourceOptions", [`DeletedWith = ${variables(deletedWith)},`]));
  return `var ${variables(resource)} = new EdgeIngress.${type}(${all.join(", ")});`;
}

/** @type {(before: string, lines: readonly string[]) => string} */
const block = (before, lines) =>
  lines.length === 0
    ? `${before} { }`.trimStart()
    : `${before === "" ? "" : `${before}\n`}{\n${lines.map((line) => indented(line, INDENT)).join("\n")}\n}`;
