import tokens from "../../../build/core/definitions/define.js";
import definitions from "../../../build/core/definitions/index.js";
import schemas, { type Definition } from "../../../build/core/schema/definition.js";
import { apiLink, code, table } from "../../base/markdown-table.mts";
import type { Part } from "./documents.mts";
import { packageSchema } from "./schema/schema.mts";
import {
  asOutputType,
  type ObjectType,
  type Property,
  propertyTable,
  supportingTypes,
} from "./schema-properties.mts";

type Resource = ObjectType & {
  description: string;
  inputProperties: Readonly<Record<string, Property>>;
  requiredInputs?: readonly string[];
};

type Lookup = { description: string; inputs?: ObjectType; outputs: ObjectType };

const GROUPS = ["Routes", "Edges", "Agents", "Events", "SSH"] as const;

/** The group of each resource in the index. */
const groupOf: Readonly<Record<keyof typeof definitions, (typeof GROUPS)[number]>> = {
  httpsEdgeRoute: "Routes",
  httpsEdgeRouteOAuth: "Routes",
  httpsEdgeRouteJwtValidation: "Routes",
  httpsEdgeRouteWebhookVerification: "Routes",
  httpsEdgeRouteWebsocketTcpConverter: "Routes",
  httpsEdgeTlsTermination: "Edges",
  httpsEdgeMutualTls: "Edges",
  tlsEdgeMutualTls: "Edges",
  tcpEdgeBackend: "Edges",
  agentIngress: "Agents",
  eventDestination: "Events",
  sshCertificateAuthority: "SSH",
};

/** The resources in the order of the index. */
const all: readonly Definition[] = Object.keys(groupOf).map(
  (name) => definitions[name as keyof typeof definitions],
);

const functions = [
  ...all.filter(({ kind }) => kind === "collection").map(schemas.getFunction),
  ...all.filter(schemas.isListed).map(schemas.listFunction),
];

const pageOf = (folder: string, name: string) => `docs/reference/${folder}/${name}.md`;

/** A page for each resource and function of the package schema. */
export const referencePages: readonly Part[] = [
  { file: "docs/reference/index.md", text: () => index() },
  ...all.map((definition) => ({
    file: pageOf("resources", definition.type),
    text: () => resourcePage(definition),
  })),
  ...functions.map((name) => ({ file: pageOf("functions", name), text: () => functionPage(name) })),
];

/** The example of a resource in a language, as a block of Markdown. */
export function exampleOf(name: string, language: string): string {
  const { description } = resourceOf(name);
  return new RegExp(`\`\`\`${language}\n[^]*?\n\`\`\``).exec(description)?.[0] ?? "";
}

const resourceOf = (name: string) =>
  packageSchema().resources[tokens.pluginToken(name)] as Resource;

const functionOf = (name: string) => packageSchema().functions[tokens.pluginToken(name)] as Lookup;

const INTRODUCTION = `Every resource and function of the package, with its arguments and outputs. Names are spelled as in TypeScript, JavaScript and YAML: in
Python, \`edgeId\` is \`edge_id\`, in Go and C# \`EdgeId\`. [Fields](../fields.md) lists the names in the API, and [The API](../api.md) summarizes
what the API is.`;

const OTHER_PAGES = `- [Provider settings](provider-settings.md): the API key, the base URL, concurrency, timeouts and retries
- [Command line](cli.md): the commands of \`edge-ingress\`, with their options
- [Policies](policies.md): the policies of the policy pack, and what of each you can configure
- [Rules of the review](../review-rules.md): what the review finds, with an example of each finding
- [Review: formats and options](../review-formats.md): JSON, SARIF, Markdown, and the ignore file
- [Options of the local server](../emulator.md#what-the-reference-leaves-open): behaviors that the API's reference leaves open
- [Errors](../troubleshooting.md): messages, their causes, and what to do`;

const index = () =>
  [
    "# Reference",
    INTRODUCTION,
    "## Resources",
    ...GROUPS.flatMap((group) => [`### ${group}`, resourceTable(group)]),
    "## Functions",
    "Functions [look up existing objects](../guides/look-up.md) without managing them.",
    table(
      ["Function", "Description"],
      functions.map((name) => [
        `[${name}](functions/${name}.md)`,
        firstSentence(functionOf(name).description),
      ]),
    ),
    "## Settings, commands and rules",
    OTHER_PAGES,
  ].join("\n\n");

const resourceTable = (group: string) =>
  table(
    ["Resource", "Description"],
    Object.entries(groupOf)
      .filter(([, groupOf]) => groupOf === group)
      .map(([name]) => definitions[name as keyof typeof definitions].type)
      .map((type) => [
        `[${type}](resources/${type}.md)`,
        firstSentence(resourceOf(type).description),
      ]),
  );

const firstSentence = (text: string) => text.split(/(?<=\.)\s/)[0] ?? "";

function resourcePage(definition: Definition) {
  const { type, title } = definition;
  const { description, inputProperties, requiredInputs = [], properties = {} } = resourceOf(type);
  const outputs = outputsOf(definition, { inputProperties, properties });
  const [about = "", importing = ""] = ofPackage(description).split("\n\n## Import\n\n");
  return page(type, [
    about,
    `In the API: ${apiLink(title, "../../")}. Type token: ${code(tokens.pluginToken(type))}.`,
    "## Arguments",
    propertyTable({ properties: inputProperties, required: requiredInputs }),
    "## Outputs",
    "Every argument is also an output. The other outputs are:",
    propertyTable({ properties: outputs }),
    "## Import",
    importing,
    ...typesSection(inputProperties, outputs),
  ]);
}

/** Returns the outputs that are not arguments. */
function outputsOf(
  definition: Definition,
  { inputProperties, properties }: Required<Pick<Resource, "inputProperties" | "properties">>,
): Record<string, Property> {
  const others = Object.entries(properties).filter(([name]) => !(name in inputProperties));
  const { properties: outputs } = asOutputType({ properties: Object.fromEntries(others) });
  return { id: idOutput(definition), ...outputs };
}

const idOutput = (definition: Definition): Property => ({
  type: "string",
  description:
    definition.kind === "collection"
      ? "Id that the service assigned."
      : `Id in the state: ${code(schemas.importIdFormat(definition))}.`,
});

function functionPage(name: string) {
  const { description, inputs = {}, outputs } = functionOf(name);
  const result = asOutputType(outputs);
  return page(name, [
    ofPackage(description),
    `Type token: ${code(tokens.pluginToken(name))}.`,
    ...(inputs.properties ? ["## Arguments", propertyTable(inputs)] : []),
    "## Result",
    propertyTable(result),
    ...typesSection(inputs.properties ?? {}, result.properties ?? {}),
  ]);
}

const page = (name: string, parts: readonly string[]) => [`# ${name}`, ...parts].join("\n\n");

function typesSection(...properties: Parameters<typeof supportingTypes>): string[] {
  const sections = supportingTypes(...properties);
  return sections.length === 0 ? [] : ["## Supporting types", ...sections];
}

/** Users of TypeScript have this package; the schema's examples are for the SDK that Pulumi generates. */
const ofPackage = (text: string) =>
  text
    .replaceAll("pulumi-edge-ingress-sdk", "pulumi-edge-ingress")
    .replaceAll(/\{\{% .*? %\}\}\n\n/g, "")
    .replaceAll(/\n*\{\{% .*? %\}\}/g, "");
