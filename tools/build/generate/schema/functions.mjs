import tokens from "../../../../dist/core/definitions/define.js";
import schema from "../../../../dist/core/schema/definition.js";
import { Problem } from "../../../base/say.mjs";
import { exampleIds } from "./example-ids.mjs";
import { callUsage } from "./examples.mjs";
import { asOutput, holdsSecret } from "./resources.mjs";
import { required } from "./types.mjs";

/**
 * @typedef {import("./documentation.mjs").Documentation} Documentation
 * @typedef {import("./resources.mjs").DocumentedResource} DocumentedResource
 * @typedef {import("./types.mjs").Spec} Spec
 * @typedef {import("./types.mjs").Types} Types
 */

/**
 * The functions that look up one object, and those that list all, by their names.
 * @param {Types} types
 * @param {Documentation} documentation
 * @param {readonly DocumentedResource[]} resources
 * @returns {Record<string, Spec>}
 */
export function functionSpecs(types, documentation, resources) {
  const specs = Object.fromEntries(
    resources.flatMap((resource) => [
      ...getSpec(types, documentation, resource),
      ...listSpec(types, documentation, resource),
    ]),
  );
  for (const name of documentation.names.filter((each) => /^(?:get|list)/.test(each))) {
    // The forms for outputs, which code generators make by themselves.
    const plain = name.replace(/Output$/, "");
    if (!(plain in specs)) throw new Problem(`${name}: no definition has such a function`);
  }
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [tokens.pluginToken(name), spec]));
}

/**
 * @param {Types} types
 * @param {Documentation} documentation
 * @param {DocumentedResource} resource
 * @returns {[name: string, spec: Spec][]}
 */
function getSpec(types, documentation, resource) {
  const { definition } = resource;
  if (definition.kind !== "collection") return [];
  const name = schema.getFunction(definition);
  const args = documentation.membersOf(`Get${definition.type}Args`);
  const properties = Object.fromEntries(args.map((member) => [member.name, argumentSpec(member)]));
  const inputs = { type: "object", properties, ...required(args) };
  const ids = exampleIds(definition);
  const given = Object.fromEntries(args.map((member, index) => [member.name, ids[index] ?? ""]));
  const call = { name, args: given, output: "uri" };
  return [[name, { ...described(documentation, call), inputs, outputs: found(types, documentation, resource) }]];
}

/**
 * @param {Types} types
 * @param {Documentation} documentation
 * @param {DocumentedResource} resource
 * @returns {[name: string, spec: Spec][]}
 */
function listSpec(types, documentation, resource) {
  const { definition } = resource;
  if (!schema.isListed(definition)) return [];
  const name = schema.listFunction(definition);
  const items = types.add(`Listed${definition.type}`, found(types, documentation, resource));
  const results = { type: "array", items, description: "All of them, in the service's order." };
  const outputs = { type: "object", properties: { results }, required: ["results"] };
  return [[name, { ...described(documentation, { name, args: {}, output: "results" }), outputs }]];
}

/**
 * An object as a function finds it: with its id, and without what no answer has.
 * @param {Types} types
 * @param {Documentation} documentation
 * @param {DocumentedResource} resource
 * @returns {Spec}
 */
function found(types, documentation, { definition: { type }, inputs, outputs }) {
  const answered = inputs.filter(({ row }) => !row.writeOnly && !row.providerOnly).map(asOutput);
  const always = [...answered.filter(({ row }) => row.required), ...outputs.filter(({ member }) => !member.isOptional)];
  const id = documentation.membersOf(`Get${type}Args`).find(({ name }) => name === "id");
  if (!id) throw new Problem(`Get${type}Args has no id`);
  const [summary] = documentation.text(documentation.symbol(`Get${type}Result`)).split(/(?<=\.) /);
  const masked = inputs.some(({ row }) => holdsSecret(row)) ? " A secret that the service masks is absent." : "";
  return {
    type: "object",
    description: `${summary}${masked}`,
    properties: { id: argumentSpec(id), ...types.properties([...answered, ...outputs]) },
    ...required([id, ...always]),
  };
}

/** @param {import("./documentation.mjs").Member} member */
const argumentSpec = ({ text }) => ({ type: "string", description: text });

/**
 * @param {Documentation} documentation
 * @param {import("./writers/function-call.mjs").FunctionCall} call
 */
const described = (documentation, call) => ({
  description: `${documentation.text(documentation.symbol(call.name))}\n\n${callUsage(call)}`,
});
