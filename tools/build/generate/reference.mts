import tokens from "../../../build/core/definitions/define.js";
import definitions from "../../../build/core/definitions/index.js";
import schemas, { type Definition } from "../../../build/core/schema/definition.js";
import { apiLink, code, table } from "../../base/markdown-table.mts";
import type { Part } from "./documents.mts";
import { asFound } from "./schema/resources.mts";
import { packageSchema } from "./schema/schema.mts";

/** A property of the package schema. */
interface Property {
  type?: string;
  $ref?: string;
  items?: Property;
  additionalProperties?: Property;
  description?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
}

type ObjectType = { properties?: Readonly<Record<string, Property>>; required?: readonly string[] };

type Row = { path: string; property: Property; isRequired: boolean };

type Resource = ObjectType & {
  description: string;
  inputProperties: Readonly<Record<string, Property>>;
  requiredInputs?: readonly string[];
};

type Lookup = { description: string; inputs?: ObjectType; outputs: ObjectType };

const all: readonly Definition[] = Object.values(definitions);

const resources = all.map(({ type }) => type);
const functions = [
  ...all.filter(({ kind }) => kind === "collection").map(schemas.getFunction),
  ...all.filter(schemas.isListed).map(schemas.listFunction),
];

const pageOf = (folder: string, name: string) => `docs/reference/${folder}/${name}.md`;

/** A page for each resource and function of the package schema. */
export const referencePages: readonly Part[] = [
  { file: "docs/reference/index.md", text: () => index() },
  ...resources.map((name) => ({ file: pageOf("resources", name), text: () => resourcePage(name) })),
  ...functions.map((name) => ({ file: pageOf("functions", name), text: () => functionPage(name) })),
];

/** The example of a resource in a language, as a block of Markdown. */
export function exampleOf(name: string, language: string): string {
  const resource = packageSchema().resources[tokens.pluginToken(name)] as Resource;
  return new RegExp(`\`\`\`${language}\n[^]*?\n\`\`\``).exec(resource.description)?.[0] ?? "";
}

const index = () =>
  [
    "# Reference",
    "Written by `npm run generate`, from the package schema and the tables of the code. [The list of fields](../fields.md) has the names in the API,\nand [The API](../api.md) summarizes what the API is.",
    "- [Provider settings](provider-settings.md)\n- [Command line](cli.md)\n- [Policies](policies.md)\n- [Rules of the review](../review-rules.md)\n- [Review: formats and options](../review-formats.md)\n- [Options of the local server](../emulator.md#what-the-reference-leaves-open)\n- [Errors](../troubleshooting.md)",
    "## Resources",
    resources.map((name) => `- [${name}](resources/${name}.md)`).join("\n"),
    "## Functions",
    functions.map((name) => `- [${name}](functions/${name}.md)`).join("\n"),
  ].join("\n\n");

function resourcePage(name: string) {
  const resource = packageSchema().resources[tokens.pluginToken(name)] as Resource;
  const { inputProperties, requiredInputs, properties = {} } = resource;
  const outputs = Object.fromEntries(
    Object.entries(properties).filter(([key]) => !(key in inputProperties)),
  );
  const title = all.find(({ type }) => type === name)?.title ?? name;
  return page(name, `In the API: ${apiLink(title, "../../")}.\n\n${resource.description}`, [
    {
      title: "Arguments",
      rows: rowsOf({ properties: inputProperties, required: requiredInputs ?? [] }),
    },
    { title: "Outputs", rows: rowsOf({ properties: outputs }).map(asShown) },
  ]);
}

function functionPage(name: string) {
  const {
    description,
    inputs = {},
    outputs,
  } = packageSchema().functions[tokens.pluginToken(name)] as Lookup;
  return page(name, description, [
    { title: "Arguments", rows: rowsOf(inputs) },
    { title: "Result", rows: rowsOf(outputs).map(asShown) },
  ]);
}

const page = (
  name: string,
  description: string,
  sections: readonly { title: string; rows: readonly Row[] }[],
) =>
  [
    `# ${name}`,
    `Type token: ${code(tokens.pluginToken(name))}.`,
    ofPackage(description)
      .replaceAll(/\{\{% .*? %\}\}\n\n/g, "")
      .replaceAll(/\n*\{\{% .*? %\}\}/g, ""),
    ...sections
      .filter(({ rows }) => rows.length > 0)
      .map(({ title, rows }) => `## ${title}\n\n${tableOf(rows)}`),
  ].join("\n\n");

/** Users of TypeScript have this package; the schema's examples are for the SDK that Pulumi generates. */
const ofPackage = (text: string) =>
  text.replaceAll("pulumi-edge-ingress-sdk", "pulumi-edge-ingress");

/** Returns the row of an output, which a program does not set. */
const asShown = ({ path, property }: Row): Row => {
  const { description = "" } = property;
  return {
    path,
    isRequired: false,
    property: { ...property, description: asFound(description) || description },
  };
};

const tableOf = (rows: readonly Row[]) =>
  table(
    ["Name", "Type", "Description"],
    rows.map(({ path, property, isRequired }) => [
      code(path),
      [
        typeOf(property),
        ...(isRequired ? ["required"] : []),
        ...(property.secret ? ["secret"] : []),
      ].join(", "),
      (property.description ?? "")
        .replaceAll(/\n\n?- /g, " ")
        .replaceAll("\n", " ")
        .replaceAll("|", "\\|"),
    ]),
  );

/** The properties of an object, each followed by those below it. */
function rowsOf({ properties = {}, required = [] }: ObjectType, path: string = ""): Row[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const own = { path: path + key, property, isRequired: required.includes(key) };
    const ref = property.$ref ?? property.items?.$ref;
    const below = (packageSchema().types as Readonly<Record<string, ObjectType>>)[
      ref?.replace("#/types/", "") ?? ""
    ];
    return below ? [own, ...rowsOf(below, `${own.path}${property.items ? "[]" : ""}.`)] : [own];
  });
}

function typeOf({ type, $ref, items, additionalProperties }: Property): string {
  if (items) return `list of ${typeOf(items)}`;
  if (additionalProperties) return `map of ${typeOf(additionalProperties)}`;
  if ($ref) return $ref.endsWith("#/Any") ? "any" : "object";
  return type ?? "any";
}
