import ts from "typescript";
import definition from "../../../dist/core/schema/definition.js";
import { Problem } from "../../lib/say.mjs";
import { commentOf } from "./comments.mjs";
import { declarationOf, membersOf } from "./interfaces.mjs";
import { holdsSecret, properties } from "./resources.mjs";
import { token } from "./tokens.mjs";
import { required } from "./types.mjs";
import { asFound, forEveryLanguage } from "./wording.mjs";

/**
 * @typedef {import("../../../dist/core/schema/definition.js").Definition} Definition
 * @typedef {import("./interfaces.mjs").Declarations} Declarations
 * @typedef {import("./resources.mjs").DocumentedResource} DocumentedResource
 * @typedef {import("./types.mjs").Spec} Spec
 * @typedef {import("./types.mjs").Types} Types
 *
 * The file that documents functions: its constants, and the interfaces of arguments and results beside them.
 * @typedef {{ readonly file: ts.SourceFile, readonly declarations: Declarations }} Lookups
 */

/**
 * The functions that look up one object, and those that list all, by their names.
 * @param {Types} types
 * @param {Lookups} lookups
 * @param {readonly DocumentedResource[]} resources
 * @returns {Record<string, Spec>}
 */
export function functionSpecs(types, lookups, resources) {
  const specs = resources.flatMap((resource) => [
    ...(resource.definition.kind === "collection" ? [getSpec(types, lookups, resource)] : []),
    ...(definition.isListed(resource.definition) ? [listSpec(types, lookups, resource)] : []),
  ]);
  const names = specs.map(([name]) => name);
  for (const name of exportedNames(lookups.file)) {
    // The forms for outputs, which code generators make by themselves.
    const plain = name.replace(/Output$/, "");
    if (!names.includes(plain)) throw new Problem(`${name}: no definition has such a function`);
  }
  return Object.fromEntries(specs.map(([name, spec]) => [token(name), spec]));
}

/**
 * @param {Types} types
 * @param {Lookups} lookups
 * @param {DocumentedResource} resource
 * @returns {[name: string, spec: Spec]}
 */
function getSpec(types, lookups, resource) {
  const { type } = resource.definition;
  const name = definition.getFunction(resource.definition);
  const args = membersOf(lookups.declarations, `Get${type}Args`);
  const inputs = Object.fromEntries(args.map((member) => [member.name, argumentSpec(member)]));
  const asked = args.map(({ name: argument }) => ({ name: argument }));
  return [
    name,
    {
      description: textOf(lookups, name),
      inputs: { type: "object", properties: inputs, ...required(asked) },
      outputs: found(types, lookups, resource),
    },
  ];
}

/**
 * @param {Types} types
 * @param {Lookups} lookups
 * @param {DocumentedResource} resource
 * @returns {[name: string, spec: Spec]}
 */
function listSpec(types, lookups, resource) {
  if (!definition.isListed(resource.definition)) throw new Problem(`${resource.definition.type} is not listed`);
  const name = definition.listFunction(resource.definition);
  const item = types.add(`Listed${resource.definition.type}`, found(types, lookups, resource));
  const results = { type: "array", items: item, description: "All of them, in the service's order." };
  return [
    name,
    {
      description: textOf(lookups, name),
      outputs: { type: "object", properties: { results }, required: ["results"] },
    },
  ];
}

/**
 * An object as a function finds it: with its id, and without what no answer has.
 * @param {Types} types
 * @param {Lookups} lookups
 * @param {DocumentedResource} resource
 * @returns {Spec}
 */
function found(types, { declarations }, { definition: { type }, inputs, outputs }) {
  const answered = inputs
    .filter(({ row }) => !row.writeOnly && !row.providerOnly)
    .map((input) => ({ ...input, member: { ...input.member, text: asFound(input.member.text) || input.member.text } }));
  const always = [...answered.filter(({ row }) => row.required), ...outputs.filter(({ member }) => !member.isOptional)];
  const id = membersOf(declarations, `Get${type}Args`).find(({ name }) => name === "id");
  if (!id) throw new Problem(`Get${type}Args has no id`);
  const [summary] = commentOf(declarationOf(declarations, `Get${type}Result`)).split(/(?<=\.) /);
  const masked = inputs.some(({ row }) => holdsSecret(row)) ? " A secret that the service masks is absent." : "";
  return {
    type: "object",
    description: `${summary}${masked}`,
    properties: { id: argumentSpec(id), ...properties(types, [...answered, ...outputs]) },
    ...required([id, ...always]),
  };
}

/** @param {import("./interfaces.mjs").Member} member */
function argumentSpec({ owner, name, text }) {
  if (text === "") throw new Problem(`${owner}.${name} has no documentation`);
  return { type: "string", description: text };
}

/**
 * @param {Lookups} lookups
 * @param {string} name
 */
function textOf({ file }, name) {
  const constant = exportedConstants(file).find(({ declarationList }) => nameIn(declarationList) === name);
  const text = constant ? forEveryLanguage(commentOf(constant)) : "";
  if (text === "") throw new Problem(`${name} has no documentation`);
  return text;
}

/** @param {ts.SourceFile} file */
const exportedNames = (file) => exportedConstants(file).map(({ declarationList }) => nameIn(declarationList));

/** @param {ts.VariableDeclarationList} list */
const nameIn = ({ declarations }) => declarations[0]?.name.getText() ?? "";

/** @param {ts.SourceFile} file */
const exportedConstants = ({ statements }) =>
  statements
    .filter(ts.isVariableStatement)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
