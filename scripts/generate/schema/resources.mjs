import definitionModule from "../../../dist/core/schema/definition.js";
import field from "../../../dist/core/schema/field.js";
import { Problem } from "../../lib/say.mjs";
import { documentedRows } from "./documented-rows.mjs";
import { programOf } from "./examples/program.mjs";
import { exampleUsage } from "./examples/usage.mjs";
import { importSection } from "./import.mjs";
import { membersOf } from "./interfaces.mjs";
import { required } from "./types.mjs";
import { forEveryLanguage } from "./wording.mjs";

/**
 * @typedef {import("../../../dist/core/schema/definition.js").Definition} Definition
 * @typedef {import("./classes.mjs").ResourceClass} ResourceClass
 * @typedef {import("./documented-rows.mjs").DocumentedRow} DocumentedRow
 * @typedef {import("./interfaces.mjs").Declarations} Declarations
 * @typedef {import("./types.mjs").Spec} Spec
 * @typedef {import("./types.mjs").Types} Types
 *
 * A kind of object, with what documents it.
 * @typedef {object} DocumentedResource
 * @property {Definition} definition
 * @property {ResourceClass} documented
 * @property {readonly DocumentedRow[]} inputs
 * @property {readonly DocumentedRow[]} outputs those that are read-only
 */

/**
 * Each definition with its class, and each row with its documentation.
 * @param {Declarations} declarations
 * @param {readonly ResourceClass[]} classes
 * @param {Readonly<Record<string, Definition>>} definitions
 * @returns {DocumentedResource[]}
 */
export function documentedResources(declarations, classes, definitions) {
  return Object.entries(definitions).map(([name, definition]) => {
    const documented = classes.find((each) => each.definition === name && each.type === definition.type);
    if (!documented) throw new Problem(`${definition.type} has no class`);
    const { args, outputs } = documented;
    const { fields } = definition;
    return {
      definition,
      documented,
      inputs: documentedRows(args, field.inputRows(fields), membersOf(declarations, args)),
      outputs: documentedRows(outputs ?? "its outputs", field.outputRows(fields), membersOf(declarations, outputs)),
    };
  });
}

/**
 * @param {Types} types
 * @param {DocumentedResource} resource
 * @returns {Spec}
 */
export function resourceSpec(types, { definition, documented, inputs, outputs }) {
  const always = [...inputs.filter(({ row }) => row.required), ...outputs.filter(({ member }) => !member.isOptional)];
  const program = programOf(documented.example, definition);
  const texts = [
    forEveryLanguage(documented.text),
    exampleUsage(program),
    importSection(definition, program.subject.name),
  ];
  return {
    description: texts.join("\n\n"),
    properties: properties(types, [...inputs, ...outputs]),
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
 * @param {Types} types
 * @param {readonly DocumentedRow[]} rows
 * @returns {Readonly<Record<string, Spec>>}
 */
export const properties = (types, rows) =>
  Object.fromEntries(rows.map(({ name, row, member }) => [name, types.property(row, member)]));

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
  return { stateInputs: { type: "object", description, properties: properties(types, known) } };
}

/**
 * @param {import("../../../dist/core/schema/field.js").Row} row
 * @returns {boolean}
 */
export const holdsSecret = (row) =>
  row.secret === true || ("fields" in row && Object.values(row.fields).some(holdsSecret));
