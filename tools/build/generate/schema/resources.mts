import type { Sdk } from "../../../../dist/codegen/sdk.js";
import definitionModule, { type Definition } from "../../../../dist/core/schema/definition.js";
import field, { type Row } from "../../../../dist/core/schema/field.js";
import { type Documentation, type DocumentedRow, documentedRows } from "./documentation.mts";
import { exampleIds, exampleUsage, programOf } from "./examples.mts";
import { required, type Spec, type Types } from "./types.mts";

/** A kind of object, with what documents it. */
export interface DocumentedResource {
  definition: Definition;
  text: string;
  example: string;
  inputs: readonly DocumentedRow[];
  outputs: readonly DocumentedRow[]; // those that are read-only
}

/** A definition with the class of its name, and each row with its documentation. */
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
    // Nothing chooses among them; without this, a schema says that there is no list.
    ...(definitionModule.isListed(definition) && {
      listInputs: { type: "object", properties: {} },
    }),
    aliases: [{ type: definition.token }],
  };
}

/** An argument as an output: without what a program has to give, and what a change does. */
export const asOutput = ({ name, row, member }: DocumentedRow): DocumentedRow => ({
  ...{ name, row },
  member: { ...member, text: asFound(member.text) || member.text },
});

/** A text of an argument, of an object that is shown. */
export const asFound = (text: string): string =>
  text
    .replaceAll(
      /(?<=^|[.] )(?:Required|Default:|A change|If you remove|Forces)(?:[^.]|\.(?=\S))*\.(?: |(?=\n)|$)/g,
      "",
    )
    .replaceAll(/ +$/gm, "")
    .trim();

/** Said, not enforced: the provider suppresses a replacement where the object already is what a change asks for. */
const inputSpec = (types: Types, { row, member }: DocumentedRow) => ({
  ...types.property(row, member, "input"),
  ...(row.createOnly && { willReplaceOnChanges: true }),
});

/**
 * What finds an object beside its id, the ids of what it belongs to, and what an answer may mask. The id of a module has
 * those ids in it.
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

/** The documentation of a resource, with an example in each language, and how an existing object is imported. */
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
