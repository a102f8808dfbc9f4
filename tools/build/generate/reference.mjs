import definitions from "../../../dist/core/definitions/index.js";
import { apiLink, code, table } from "../../base/markdown-table.mjs";
import { asFound } from "./schema/resources.mjs";
import { packageSchema } from "./schema/schema.mjs";

/**
 * @typedef {import("./documents.mjs").Part} Part
 *
 * A property of the package schema.
 * @typedef {object} Property
 * @property {string} [type]
 * @property {string} [$ref]
 * @property {Property} [items]
 * @property {Property} [additionalProperties]
 * @property {string} [description]
 * @property {boolean} [secret]
 * @property {boolean} [willReplaceOnChanges]
 *
 * @typedef {{ properties?: Readonly<Record<string, Property>>, required?: readonly string[] }} ObjectType
 * @typedef {{ path: string, property: Property, isRequired: boolean }} Row
 * @typedef {ObjectType & { description: string, inputProperties: Readonly<Record<string, Property>>, requiredInputs?: readonly string[] }} Resource
 * @typedef {{ description: string, inputs?: ObjectType, outputs: ObjectType }} Lookup
 */

/** @type {ReturnType<typeof packageSchema> | undefined} */
let made;

const schema = () => {
  made ??= packageSchema();
  return made;
};

/** A page for each resource and function of the package schema. @type {(tokens: Tokens) => readonly Part[]} */
export const referencePages = ({ resources, functions }) => [
  { file: "docs/reference/index.md", text: () => index({ resources, functions }) },
  ...resources.map((name) => ({ file: pageOf("resources", name), text: () => resourcePage(name) })),
  ...functions.map((name) => ({ file: pageOf("functions", name), text: () => functionPage(name) })),
];

/**
 * The example of a resource in a language, as a block of Markdown.
 * @param {string} name
 * @param {string} language
 * @returns {string}
 */
export function exampleOf(name, language) {
  const resource = /** @type {Resource} */ (schema().resources[tokenOf(name)]);
  return new RegExp(`\`\`\`${language}\n[^]*?\n\`\`\``).exec(resource.description)?.[0] ?? "";
}

/** @typedef {{ resources: readonly string[], functions: readonly string[] }} Tokens */

/** @param {string} folder @param {string} name */
const pageOf = (folder, name) => `docs/reference/${folder}/${name}.md`;

/** @param {string} name */
const tokenOf = (name) => `edge-ingress:index:${name}`;

/** @param {Tokens} tokens */
const index = ({ resources, functions }) =>
  [
    "# Reference",
    "Written by `npm run generate`, from the package schema and the tables of the code. [The list of fields](../fields.md) has the names in the API,\nand [The API](../api.md) summarizes what the API is.",
    "- [Provider settings](provider-settings.md)\n- [Command line](cli.md)\n- [Policies](policies.md)\n- [Rules of the review](../review-rules.md)\n- [Review: formats and options](../review-formats.md)\n- [Options of the local server](../emulator.md#what-the-reference-leaves-open)\n- [Errors](../troubleshooting.md)",
    "## Resources",
    resources.map((name) => `- [${name}](resources/${name}.md)`).join("\n"),
    "## Functions",
    functions.map((name) => `- [${name}](functions/${name}.md)`).join("\n"),
  ].join("\n\n");

/** @param {string} name */
function resourcePage(name) {
  const resource = /** @type {Resource} */ (schema().resources[tokenOf(name)]);
  const { inputProperties, requiredInputs, properties = {} } = resource;
  const outputs = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in inputProperties)));
  const title = Object.values(definitions).find(({ type }) => type === name)?.title ?? name;
  return page(name, `In the API: ${apiLink(title, "../../")}.\n\n${resource.description}`, [
    { title: "Arguments", rows: rowsOf({ properties: inputProperties, required: requiredInputs ?? [] }) },
    { title: "Outputs", rows: rowsOf({ properties: outputs }).map(asShown) },
  ]);
}

/** @param {string} name */
function functionPage(name) {
  const { description, inputs = {}, outputs } = /** @type {Lookup} */ (schema().functions[tokenOf(name)]);
  return page(name, description, [
    { title: "Arguments", rows: rowsOf(inputs) },
    { title: "Result", rows: rowsOf(outputs).map(asShown) },
  ]);
}

/**
 * @param {string} name
 * @param {string} description
 * @param {readonly { title: string, rows: readonly Row[] }[]} sections
 */
const page = (name, description, sections) =>
  [
    `# ${name}`,
    `Type token: ${code(tokenOf(name))}.`,
    ofPackage(description)
      .replaceAll(/\{\{% .*? %\}\}\n\n/g, "")
      .replaceAll(/\n*\{\{% .*? %\}\}/g, ""),
    ...sections.filter(({ rows }) => rows.length > 0).map(({ title, rows }) => `## ${title}\n\n${tableOf(rows)}`),
  ].join("\n\n");

/** Users of TypeScript have this package; the schema's examples are for the SDK that Pulumi generates. @param {string} text */
const ofPackage = (text) => text.replaceAll("pulumi-edge-ingress-sdk", "pulumi-edge-ingress");

/**
 * A row of what is shown, of which a program gives nothing.
 * @param {Row} row
 * @returns {Row}
 */
const asShown = ({ path, property }) => {
  const { description = "" } = property;
  return { path, isRequired: false, property: { ...property, description: asFound(description) || description } };
};

/** @param {readonly Row[]} rows */
const tableOf = (rows) =>
  table(
    ["Name", "Type", "Description"],
    rows.map(({ path, property, isRequired }) => [
      code(path),
      [typeOf(property), ...(isRequired ? ["required"] : []), ...(property.secret ? ["secret"] : [])].join(", "),
      (property.description ?? "")
        .replaceAll("\n\n- ", " — ")
        .replaceAll("\n- ", " — ")
        .replaceAll("\n", " ")
        .replaceAll("|", "\\|"),
    ]),
  );

/**
 * The properties of an object, each followed by those below it.
 * @param {ObjectType} type
 * @param {string} path
 * @returns {Row[]}
 */
function rowsOf({ properties = {}, required = [] }, path = "") {
  return Object.entries(properties).flatMap(([key, property]) => {
    const own = { path: path + key, property, isRequired: required.includes(key) };
    const ref = property.$ref ?? property.items?.$ref;
    const below = /** @type {Readonly<Record<string, ObjectType>>} */ (schema().types)[
      ref?.replace("#/types/", "") ?? ""
    ];
    return below ? [own, ...rowsOf(below, `${own.path}${property.items ? "[]" : ""}.`)] : [own];
  });
}

/**
 * @param {Property} property
 * @returns {string}
 */
function typeOf({ type, $ref, items, additionalProperties }) {
  if (items) return `list of ${typeOf(items)}`;
  if (additionalProperties) return `map of ${typeOf(additionalProperties)}`;
  if ($ref) return $ref.endsWith("#/Any") ? "any" : "object";
  return type ?? "any";
}
