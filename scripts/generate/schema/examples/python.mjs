import { dotted, indented, paragraphs, Reference, written } from "./values.mjs";

/** @param {string} name */
const snakeCase = (name) => name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();

const INDENT = "    ";

/** @param {string | number | boolean | Reference} value */
function scalar(value) {
  if (value instanceof Reference) return snakeCase(dotted(value.variable, value.property));
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

/** @type {import("./values.mjs").Language} */
const language = {
  scalar,
  list: (items) => `[${items.join(", ")}]`,
  object: (members) =>
    `{\n${members.map(([key, value]) => indented(`"${snakeCase(key)}": ${value},`, INDENT)).join("\n")}\n}`,
};

/**
 * @param {import("./program.mjs").Program} program
 * @returns {string}
 */
export function inPython({ config, resources, outputs }) {
  const usesPulumi = config.length + outputs.length > 0 || resources.some(({ options }) => options);
  return paragraphs(
    [...(usesPulumi ? ["import pulumi"] : []), "import pulumi_edge_ingress as edge_ingress"],
    config.length === 0 ? [] : ["config = pulumi.Config()", ...config.map(setting)],
    ...resources.map((resource) => [resourceCall(resource)]),
    outputs.map(({ name, value }) => `pulumi.export("${name}", ${written(value, language)})`),
  );
}

/** @param {import("./program.mjs").Setting} setting */
const setting = ({ name, isSecret }) =>
  `${snakeCase(name)} = config.${isSecret ? "require_secret" : "require"}("${name}")`;

/** @param {import("./program.mjs").Declared} resource */
function resourceCall({ variable, type, name, args, options }) {
  const stated = [
    ...keywords(args),
    ...(options ? [`opts=pulumi.ResourceOptions(${keywords(options).join(", ")})`] : []),
  ];
  return `${snakeCase(variable)} = edge_ingress.${type}("${name}",\n${indented(stated.join(",\n"), INDENT)})`;
}

/** @param {import("./values.mjs").Members} members */
const keywords = (members) =>
  Object.entries(members).map(([key, value]) => `${snakeCase(key)}=${written(value, language)}`);
