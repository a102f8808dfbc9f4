import { indented, paragraphs, Reference, written } from "./values.mjs";

/** @param {string} name */
const snakeCase = (name) => name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();

const INDENT = "    ";

/** @param {string | number | boolean | Reference} value */
function scalar(value) {
  if (value instanceof Reference) return snakeCase(value.name);
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
export const inPython = ({ config, resource, outputs }) =>
  paragraphs(
    [...(config.length + outputs.length === 0 ? [] : ["import pulumi"]), "import pulumi_edge_ingress as edge_ingress"],
    config.length === 0 ? [] : ["config = pulumi.Config()", ...config.map(setting)],
    [resourceCall(resource)],
    outputs.map(
      ({ name, property }) => `pulumi.export("${name}", ${snakeCase(resource.variable)}.${snakeCase(property)})`,
    ),
  );

/** @param {import("./program.mjs").Setting} setting */
const setting = ({ name, isSecret }) =>
  `${snakeCase(name)} = config.${isSecret ? "require_secret" : "require"}("${name}")`;

/** @param {import("./program.mjs").Declared} resource */
function resourceCall({ variable, type, name, args }) {
  const stated = Object.entries(args).map(([key, value]) => `${snakeCase(key)}=${written(value, language)}`);
  return `${snakeCase(variable)} = edge_ingress.${type}("${name}",\n${indented(stated.join(",\n"), INDENT)})`;
}
