import { pluginToken } from "../core/definitions/define";
import { camelCase } from "../core/schema/case";
import {
  commented,
  indented,
  type Language,
  type Member,
  paragraphs,
  quoted,
  Writer,
} from "./language";
import type { Program, Resource, Setting } from "./program";
import { ANY, type Sdk } from "./sdk";

/** Texts that YAML reads as texts without quotes. Some versions of YAML read `yes` and the like as booleans. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_/](?:[\w./:-]*[\w./-])?$/i;

/** Names that an expression such as `${main-api.id}` can contain. */
const NAME = /^[A-Za-z_][\w-]*$/;

/** The syntax of YAML. The text of a value begins with its separator from the key: a blank or a line break. */
export const yaml: Language = {
  variableFor: ({ name }) => (NAME.test(name) ? name : camelCase(name)),
  // The engine defines a variable `pulumi`.
  reserved: ["pulumi"],
  scalar: (value) => ` ${typeof value === "string" ? scalarText(value) : value}`,
  reference: (variable, { property }) =>
    ` \${${variable}${property === undefined ? "" : `.${property}`}}`,
  file: (path) => `\n${indented(entry("fn::readFile", ` ./${path}`))}`,
  list: (items) => (items.length === 0 ? " []" : `\n${items.map(listItem).join("\n")}`),
  object: (members) =>
    members.length === 0
      ? " {}"
      : `\n${members.map(([key, value]) => indented(entry(key, value))).join("\n")}`,
};

/** Writes a program in YAML, without the lines that describe the project. */
export function writeYaml(program: Program, sdk: Sdk): string {
  const { comment, config, resources, outputs } = program;
  const writer = new Writer(program, yaml, sdk);
  const sections = [
    section(
      "config",
      // The variable is also the name of the setting in the config.
      config.map((setting) => entry(writer.variable(setting), settingType(setting, writer))),
    ),
    section(
      "resources",
      resources.map((resource) => entry(writer.variable(resource), declaration(resource, writer))),
    ),
    section(
      "outputs",
      outputs.map(({ name, value }) => entry(name, writer.value(value))),
    ),
  ];
  return paragraphs(commented(comment, "#"), [sections.flat().join("\n")]);
}

const section = (name: string, entries: readonly string[]): string[] =>
  entries.length === 0 ? [] : [`${name}:\n${indented(entries.join("\n"))}`];

function settingType({ isNumber, isSecret }: Setting, writer: Writer): string {
  const type = isNumber ? "integer" : "string";
  return writer.value(isSecret ? { type, secret: true } : { type });
}

function declaration(resource: Resource, writer: Writer): string {
  const { type, name } = resource;
  const options = writer.options(resource);
  const members: Member[] = [["type", ` ${pluginToken(type)}`]];
  if (name !== writer.variable(resource)) members.push(["name", writer.value(name)]);
  members.push(["properties", writer.args(resource)]);
  if (options.length > 0) members.push(["options", yaml.object(options, ANY)]);
  return yaml.object(members, ANY);
}

/** An item of a list. Its first member is on the line of its dash. */
const listItem = (value: string): string =>
  `  -${value.replace(/^\n {2}/, " ").replaceAll("\n", "\n  ")}`;

const entry = (key: string, value: string): string => `${scalarText(key)}:${value}`;

/** A scalar. If a text contains an expression, its dollars are doubled, because `$$` is a literal dollar. */
function scalarText(text: string): string {
  if (PLAIN.test(text)) return text;
  const hasExpression = /\$[${]/.test(text);
  return quoted(hasExpression ? text.replaceAll("$", "$$$$") : text);
}
