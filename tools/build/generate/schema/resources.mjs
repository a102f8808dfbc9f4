import definitionModule from "../../../../dist/core/schema/definition.js";
import field from "../../../../dist/core/schema/field.js";
import { documentedRows } from "./documented-rows.mjs";
import { exampleIds } from "./example-ids.mjs";
import { exampleUsage, programOf } from "./examples.mjs";
import { required } from "./types.mjs";

/**
 * @typedef {import("../../../../dist/core/schema/definition.js").Definition} Definition
 * @typedef {import("./documentation.mjs").Documentation} Documentation
 * @typedef {import("./documented-rows.mjs").DocumentedRow} DocumentedRow
 * @typedef {import("./types.mjs").Spec} Spec
 * @typedef {import("./types.mjs").Types} Types
 *
 * A kind of object, with what documents it.
 * @typedef {object} DocumentedResource
 * @property {Definition} definition
 * @property {string} text
 * @property {string} example
 * @property {readonly DocumentedRow[]} inputs
 * @property {readonly DocumentedRow[]} outputs those that are read-only
 */

/**
 * A definition with the class of its name, and each row with its documentation.
 * @param {Documentation} documentation
 * @param {Definition} definition
 * @returns {DocumentedResource}
 */
export function documentedResource(documentation, definition) {
  const { type, fields } = definition;
  const [args, outputs] = documentation.classTypes(type);
  return {
    definition,
    text: documentation.text(documentation.symbol(type)),
    example: documentation.example(type),
    inputs: documentedRows(`${type}: arguments`, field.inputRows(fields), documentation.members(args)),
    outputs: documentedRows(`${type}: outputs`, field.outputRows(fields), documentation.members(outputs)),
  };
}

/**
 * @param {Types} types
 * @param {DocumentedResource} resource
 * @returns {Spec}
 */
export function resourceSpec(types, { definition, text, inputs, outputs }) {
  const always = [...inputs.filter(({ row }) => row.required), ...outputs.filter(({ member }) => !member.isOptional)];
  return {
    description: text,
    properties: types.properties([...inputs.map(asOutput), ...outputs]),
    ...required(always),
    inputProperties: Object.fromEntries(inputs.map((input) => [input.name, inputSpec(types, input)])),
    ...requiredInputs(inputs),
    ...stateInputs(types, definition, inputs),
    // Nothing chooses among them; without this, a schema says that there is no list.
    ...(definitionModule.isListed(definition) && { listInputs: { type: "object", properties: {} } }),
    aliases: [{ type: definition.token }],
  };
}

/**
 * An argument as an output: without what a program has to give, and what a change does.
 * @param {DocumentedRow} input
 * @returns {DocumentedRow}
 */
export const asOutput = ({ name, row, member }) => ({
  ...{ name, row },
  member: { ...member, text: asFound(member.text) || member.text },
});

/**
 * A text of an argument, of an object that is shown.
 * @param {string} text
 * @returns {string}
 */
export const asFound = (text) =>
  text
    .replaceAll(/(?<=^|[.] )(?:Required|Default:|A change|If you remove|Forces)(?:[^.]|\.(?=\S))*\.(?: |$)/g, "")
    .trim();

/**
 * Said, not enforced: the provider suppresses a replacement where the object already is what a change asks for.
 * @param {Types} types
 * @param {DocumentedRow} input
 */
const inputSpec = (types, { row, member }) => ({
  ...types.property(row, member),
  ...(row.createOnly && { willReplaceOnChanges: true }),
});

/** @param {readonly DocumentedRow[]} inputs */
function requiredInputs(inputs) {
  const names = inputs.flatMap(({ name, row }) => (row.required ? [name] : []));
  return names.length === 0 ? {} : { requiredInputs: names };
}

/**
 * What finds an object beside its id, the ids of what it belongs to, and what an answer may mask. The id of a module has
 * those ids in it.
 * @param {Types} types
 * @param {Definition} definition
 * @param {readonly DocumentedRow[]} inputs
 */
function stateInputs(types, { kind, type }, inputs) {
  const known = inputs.filter(({ row }) => (kind === "collection" && row.pathParameter) || holdsSecret(row));
  if (known.length === 0) return {};
  const description = `What is known of an \`${type}\` that is looked up: what its id does not tell, and what the service masks.`;
  return { stateInputs: { type: "object", description, properties: types.properties(known) } };
}

/**
 * The documentation of a resource, with an example in each language, and how an existing object is imported.
 * @param {DocumentedResource} resource
 * @param {import("../../../../dist/codegen/sdk.js").Sdk} sdk
 */
export function description({ definition, text, example }, sdk) {
  const program = programOf(example, definition);
  const command = [
    "pulumi import",
    definition.pluginToken,
    program.resources.at(-1)?.name,
    exampleIds(definition).join("/"),
  ];
  return [text, exampleUsage(program, sdk), `## Import\n\n\`\`\`sh\n${command.join(" ")}\n\`\`\``].join("\n\n");
}

/**
 * @param {import("../../../../dist/core/schema/field.js").Row} row
 * @returns {boolean}
 */
export const holdsSecret = (row) =>
  row.secret === true || ("fields" in row && Object.values(row.fields).some(holdsSecret));
