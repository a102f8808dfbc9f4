import tokens from "../../../../dist/core/definitions/tokens.js";
import { dotted, indented, Reference, written } from "./values.mjs";

/** What YAML takes for a text as it stands; `yes` and the like are none, in some of its versions. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z/](?:[\w./:-]*[\w./-])?$/i;

/** @type {import("./values.mjs").Language} */
const language = {
  scalar: (value) => {
    if (value instanceof Reference) return ` \${${dotted(value.resource ?? value.variable, value.property)}}`;
    return ` ${typeof value === "string" && !PLAIN.test(value) ? JSON.stringify(value) : value}`;
  },
  // An item's first member stands beside its dash.
  list: (items) => `\n${items.map((item) => `  -${item.replace(/^\n {2}/, " ").replaceAll("\n", "\n  ")}`).join("\n")}`,
  object: (members) => `\n${members.map(([key, value]) => indented(`${key}:${value}`)).join("\n")}`,
};

/**
 * @param {import("./program.mjs").Program} program
 * @returns {string} without the lines that name the project
 */
export const inYaml = ({ config, resources, outputs }) =>
  [
    ...section(
      "config",
      config.map(({ name, isSecret }) => [name, { type: "string", ...(isSecret && { secret: true }) }]),
    ),
    ...section(
      "resources",
      resources.map(({ name, type, args, options }) => [
        name,
        { type: tokens.pluginToken(type), properties: args, ...(options && { options }) },
      ]),
    ),
    ...section(
      "outputs",
      outputs.map(({ name, value }) => [name, value]),
    ),
  ].join("\n");

/**
 * @param {string} name
 * @param {[string, import("./values.mjs").Value][]} members
 */
const section = (name, members) =>
  members.length === 0 ? [] : [`${name}:${written(Object.fromEntries(members), language)}`];
