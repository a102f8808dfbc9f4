import type { Sdk } from "../../../../build/codegen/sdk.js";
import definitionModule, { type Definition } from "../../../../build/core/schema/definition.js";
import field, { type Row } from "../../../../build/core/schema/field.js";
import { type Documentation, type DocumentedRow, documentedRows } from "./documentation.mts";
import { exampleIds, exampleUsage, programOf } from "./examples.mts";
import { required, type Spec, type Types } from "./types.mts";

/** A kind of object with its documentation. */
export interface DocumentedResource {
  definition: Definition;
  text: string;
  example: string;
  inputs: readonly DocumentedRow[];
  outputs: readonly DocumentedRow[]; // those that are read-only
}

/** Combines a definition with the documentation of its class and of its rows. */
export function documentedResource(
  documentation: Documentation,
  definition: Definition,
): DocumentedResource {
  const { type, fields } = definition;
  const [args, outputs] = documentation.classTypes(type);
  return {
    definition,
    text: documentation.text(documentation.symbol(type)),
    example: documentation.example(type),
    inputs: documentedRows(
      `${type}: arguments`,
      field.inputRows(fields),
      documentation.members(args),
    ),
    outputs: documentedRows(
      `${type}: outputs`,
      field.outputRows(fields),
      documentation.members(outputs),
    ),
  };
}

export function resourceSpec(
  types: Types,
  { definition, text, inputs, outputs }: DocumentedResource,
): Spec {
  const stated = inputs.filter(({ row }) => row.required);
  return {
    description: text,
    properties: types.properties([...inputs.map(asOutput), ...outputs], "output"),
    ...required([...stated, ...outputs.filter(({ member }) => !member.isOptional)]),
    inputProperties: Object.fromEntries(
      inputs.map((input) => [input.name, inputSpec(types, input)]),
    ),
    ...required(stated, "requiredInputs"),
    ...stateInputs(types, definition, inputs),
    // The list function has no filters. Without empty list inputs, the schema would describe a resource without a list.
    ...(definitionModule.isListed(definition) && {
      listInputs: { type: "object", properties: {} },
    }),
    aliases: [{ type: definition.token }],
  };
}

/** Converts an argument to an output: without requirements on a program, and without the effects of a change. */
export const asOutput = ({ name, row, member }: DocumentedRow): DocumentedRow => ({
  ...{ name, row },
  member: { ...member, text: asFound(member.text) || member.text },
});

/** Removes the sentences of an argument's text that do not apply to an existing object. */
export const asFound = (text: string): string =>
  text
    .replaceAll(
      /(?<=^|[.] )(?:Required|Default:|A change|If you remove|Forces)(?:[^.]|\.(?=\S))*\.(?: |(?=\n)|$)/g,
      "",
    )
    .replaceAll(/ +$/gm, "")
    .trim();

/**
 * The schema announces the replacement and does not enforce it: the provider suppresses the replacement if the object
 * already has the new value.
 */
const inputSpec = (types: Types, { row, member }: DocumentedRow) => ({
  ...types.property(row, member, "input"),
  ...(row.createOnly && { willReplaceOnChanges: true }),
});

/**
 * The inputs with which Pulumi finds an object in addition to its id: the ids of its parents, and values that a
 * response may mask. The id of a module contains the ids of its parents.
 */
function stateInputs(types: Types, { kind, type }: Definition, inputs: readonly DocumentedRow[]) {
  const known = inputs.filter(
    ({ row }) => (kind === "collection" && row.pathParameter) || holdsSecret(row),
  );
  if (known.length === 0) return {};
  const description = `What is known of an \`${type}\` that is looked up: what its id does not tell, and what the service masks.`;
  return {
    stateInputs: { type: "object", description, properties: types.properties(known, "input") },
  };
}

/** The documentation of a resource, with an example in each language, and instructions to import an existing object. */
export function description({ definition, text, example }: DocumentedResource, sdk: Sdk) {
  const program = programOf(example, definition);
  const command = [
    "pulumi import",
    definition.pluginToken,
    program.resources.at(-1)?.name,
    exampleIds(definition).join("/"),
  ];
  return [
    text,
    exampleUsage(program, sdk),
    `## Import\n\n\`\`\`sh\n${command.join(" ")}\n\`\`\``,
  ].join("\n\n");
}

export const holdsSecret = (row: Row): boolean =>
  row.secret === true || ("fields" in row && Object.values(row.fields).some(holdsSecret));
