import tokens from "../../../../build/core/definitions/define.js";
import cases from "../../../../build/core/schema/case.js";
import schema from "../../../../build/core/schema/definition.js";
import { Problem } from "../../../base/say.mjs";
import type { Member } from "./documentation.mts";
import { callUsage, exampleIds } from "./examples.mts";
import { asOutput, type DocumentedResource, holdsSecret } from "./resources.mts";
import { required, type Spec, type Types } from "./types.mts";
import type { FunctionCall } from "./writers/function-call.mts";

const { capitalized, snakeCase } = cases;

/** The functions that look up an object, and the functions that list all objects, by name. */
export function functionSpecs(
  types: Types,
  resources: readonly DocumentedResource[],
): Record<string, Spec> {
  const specs = Object.fromEntries(
    resources.flatMap((resource) => [...getSpec(types, resource), ...listSpec(types, resource)]),
  );
  for (const name of types.documentation.names.filter((typeName) =>
    /^(?:get|list)/.test(typeName),
  )) {
    // Code generators derive the forms for outputs themselves.
    const plain = name.replace(/Output$/, "");
    if (!(plain in specs)) throw new Problem(`${name}: no definition has such a function`);
  }
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [tokens.pluginToken(name), spec]),
  );
}

type Named = [name: string, spec: Spec][];

function getSpec(types: Types, resource: DocumentedResource): Named {
  const { definition } = resource;
  if (definition.kind !== "collection") return [];
  const name = schema.getFunction(definition);
  const args = types.documentation.membersOf(`Get${definition.type}Args`);
  const properties = Object.fromEntries(args.map((member) => [member.name, argumentSpec(member)]));
  const inputs = { type: "object", properties, ...required(args) };
  const ids = exampleIds(definition);
  const exampleArguments = Object.fromEntries(
    args.map((member, index) => [member.name, ids[index] ?? ""]),
  );
  const call = { name, args: exampleArguments, output: "uri" };
  return [[name, { ...described(types, resource, call), inputs, outputs: found(types, resource) }]];
}

function listSpec(types: Types, resource: DocumentedResource): Named {
  const { definition } = resource;
  if (!schema.isListed(definition)) return [];
  const name = schema.listFunction(definition);
  const items = types.add(`Listed${definition.type}`, found(types, resource));
  const results = { type: "array", items, description: "All of them, in the service's order." };
  const outputs = { type: "object", properties: { results }, required: ["results"] };
  return [
    [name, { ...described(types, resource, { name, args: {}, output: "results" }), outputs }],
  ];
}

/** An object as a function returns it: with its id, and without members that no response contains. */
function found(types: Types, { definition: { type }, inputs, outputs }: DocumentedResource): Spec {
  const { documentation } = types;
  const answered = inputs.filter(({ row }) => !row.writeOnly && !row.providerOnly).map(asOutput);
  const always = [
    ...answered.filter(({ row }) => row.required),
    ...outputs.filter(({ member }) => !member.isOptional),
  ];
  const id = documentation.membersOf(`Get${type}Args`).find(({ name }) => name === "id");
  if (!id) throw new Problem(`Get${type}Args has no id`);
  const [summary] = documentation.text(documentation.symbol(`Get${type}Result`)).split(/(?<=\.) /);
  const masked = canHoldSecret(inputs) ? " A secret that the service masks is absent." : "";
  return {
    type: "object",
    description: `${summary}${masked}`,
    properties: { id: argumentSpec(id), ...types.properties([...answered, ...outputs], "output") },
    ...required([id, ...always]),
  };
}

const argumentSpec = ({ text }: Member) => ({ type: "string", description: text });

const canHoldSecret = (inputs: DocumentedResource["inputs"]): boolean =>
  inputs.some(({ row }) => holdsSecret(row));

function described({ documentation }: Types, { inputs }: DocumentedResource, call: FunctionCall) {
  const text = documentation.text(documentation.symbol(call.name));
  const texts = [
    text,
    ...(canHoldSecret(inputs) ? [plainFormText(call.name)] : []),
    callUsage(call),
  ];
  return { description: texts.join("\n\n") };
}

/** Describes how the SDKs treat a secret in the result of a function in its plain form. */
function plainFormText(name: string): string {
  const inGo = capitalized(name.replace(/^get/, "lookup"));
  return [
    "A result can have secrets: use the form for outputs, as the examples do.",
    `In the plain form, a secret is in plaintext in Python (\`${snakeCase(name)}\`), in Java (\`${name}Plain\`) and in .NET (\`InvokeAsync\`),`,
    `and in the state if the program exports it; in Go (\`${inGo}\`), the function fails.`,
  ].join(" ");
}
