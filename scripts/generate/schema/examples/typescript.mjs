import { indented, paragraphs, Reference, written } from "./values.mjs";

/** @type {import("./values.mjs").Language} */
const language = {
  scalar: (value) => (value instanceof Reference ? value.name : JSON.stringify(value)),
  list: (items) => `[${items.join(", ")}]`,
  object: (members) =>
    `{\n${members.map(([key, value]) => indented(`${key === value ? key : `${key}: ${value}`},`)).join("\n")}\n}`,
};

/**
 * @param {import("./program.mjs").Program} program
 * @returns {string}
 */
export const inTypeScript = ({ config, resource, outputs }) =>
  paragraphs(
    [
      ...(config.length === 0 ? [] : ['import * as pulumi from "@pulumi/pulumi";']),
      'import * as edge_ingress from "pulumi-edge-ingress-sdk";',
    ],
    config.length === 0 ? [] : ["const config = new pulumi.Config();", ...config.map(setting)],
    [
      `const ${resource.variable} = new edge_ingress.${resource.type}("${resource.name}", ${written(resource.args, language)});`,
    ],
    outputs.map(({ name, property }) => `export const ${name} = ${resource.variable}.${property};`),
  );

/** @param {import("./program.mjs").Setting} setting */
const setting = ({ name, isSecret }) => `const ${name} = config.${isSecret ? "requireSecret" : "require"}("${name}");`;
