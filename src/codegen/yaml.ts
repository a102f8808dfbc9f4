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
import type { Program, Resource } from "./program";
import { ANY, type Sdk } from "./sdk";

/** What YAML takes for a text as it stands; `yes` and the like are none, in some of its versions. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_/](?:[\w./:-]*[\w./-])?$/i;

/** Names that an expression such as `${main-api.id}` reaches. */
const NAME = /^[A-Za-z_][\w-]*$/;

/** How YAML writes values, with what goes before them: a blank, or a line break. */
export const yaml: Language = {
  form: ({ name }) => (NAME.test(name) ? name : camelCase(name)),
  // The engine has a variable `pulumi` of its own.
  reserved: ["pulumi"],
  scalar: (value) => ` ${typeof value === "string" ? scalarText(value) : value}`,
  reference: (variable, { property }) =>
    ` \${${variable}${property === undefined ? "" : `.${property}`}}`,
  file: (path) => `\n${indented(entry("fn::readFile", ` ./${path}`))}`,
  list: (items) => (items.length === 0 ? " []" : `\n${items.map(item).join("\n")}`),
  object: (members) =>
    members.length === 0
      ? " {}"
      : `\n${members.map(([key, value]) => indented(entry(key, value))).join("\n")}`,
};

/** Writes a program in YAML, without the lines that name the project. */
export function writeYaml(program: Program, sdk: Sdk): string {
  const writer = new Writer(program, yaml, sdk);
  const sections = {
    config: program.config.map((each) =>
      entry(
        writer.variable(each),
        writer.value({
          type: each.isNumber ? "integer" : "string",
          ...(each.isSecret && { secret: true }),
        }),
      ),
    ),
    resources: program.resources.map((each) =>
      entry(writer.variable(each), declared(each, writer)),
    ),
    outputs: program.outputs.map(({ name, value }) => entry(name, writer.value(value))),
  };
  const text = Object.entries(sections)
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => `${name}:\n${indented(entries.join("\n"))}`)
    .join("\n");
  return paragraphs(commented(program.comment, "#"), [text]);
}

/** An item whose first member is beside its dash. */
const item = (value: string): string =>
  `  -${value.replace(/^\n {2}/, " ").replaceAll("\n", "\n  ")}`;

const entry = (key: string, value: string): string => `${scalarText(key)}:${value}`;

/** What looks like an expression is none: two dollars are one, and one before a brace begins an expression. */
const scalarText = (text: string): string =>
  PLAIN.test(text) ? text : quoted(/\$[${]/.test(text) ? text.replaceAll("$", "$$$$") : text);

function declared(resource: Resource, writer: Writer): string {
  const { type, name } = resource;
  const options = writer.options(resource);
  const members: Member[] = [["type", ` ${pluginToken(type)}`]];
  if (name !== writer.variable(resource)) members.push(["name", writer.value(name)]);
  members.push(["properties", writer.args(resource)]);
  if (options.length > 0) members.push(["options", yaml.object(options, ANY)]);
  return yaml.object(members, ANY);
}
