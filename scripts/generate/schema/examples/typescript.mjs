import { dotted, indented, paragraphs, Reference, written } from "./values.mjs";

/** @type {import("./values.mjs").Language} */
const language = {
  scalar: (value) => (value instanceof Reference ? dotted(value.variable, value.property) : JSON.stringify(value)),
  list: (items) => `[${items.join(", ")}]`,
  object: (members) =>
    `{\n${members.map(([key, value]) => indented(`${key === value ? key : `${key}: ${value}`},`)).join("\n")}\n}`,
};

/**
 * @param {import("./program.mjs").Program} program
 * @returns {string}
 */
export const inTypeScript = ({ config, resources, outputs }) =>
  paragraphs(
    [
      ...(config.length === 0 ? [] : ['import * as pulumi from "@pulumi/pulumi";']),
      'import * as edge_ingress from "pulumi-edge-ingress-sdk";',
    ],
    config.length === 0 ? [] : ["const config = new pulumi.Config();", ...config.map(setting)],
    ...resources.map((resource) => [constructed(resource)]),
    outputs.map(({ name, value }) => `export const ${name} = ${written(value, language)};`),
  );

/** @param {import("./program.mjs").Setting} setting */
const setting = ({ name, isSecret }) => `const ${name} = config.${isSecret ? "requireSecret" : "require"}("${name}");`;

/** @param {import("./program.mjs").Declared} resource */
function constructed({ variable, type, name, args, options }) {
  const members = [args, ...(options ? [options] : [])].map((each) => written(each, language));
  return `const ${variable} = new edge_ingress.${type}(${[`"${name}"`, ...members].join(", ")});`;
}
