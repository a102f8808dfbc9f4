import { pluginToken } from "../core/definitions/define";
import { camelCase } from "../core/schema/case";
import { commented, indented, type Language, quoted, written } from "./language";
import { type Variables, variablesOf } from "./names";
import type { Members, Program, Resource, Setting } from "./program";
import { argsShape, type Sdk } from "./sdk";

/** What YAML takes for a text as it stands; `yes` and the like are none, in some of its versions. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_/](?:[\w./:-]*[\w./-])?$/i;

/** Names that an expression such as `${main-api.id}` reaches. */
const NAME = /^[A-Za-z_][\w-]*$/;

const ANY = { kind: "any" } as const;

/** Writes a program in YAML, without the lines that name the project. */
export function inYaml(program: Program, sdk: Sdk): string {
  // The engine has a variable `pulumi` of its own.
  const variables = variablesOf(program, ({ name }) => (NAME.test(name) ? name : camelCase(name)), ["pulumi"]);
  const language = languageOf(variables);
  const sections = {
    config: program.config.map((setting) => entry(variables(setting), written(described(setting), ANY, language))),
    resources: program.resources.map((each) => entry(variables(each), declared(each, variables, language, sdk))),
    outputs: program.outputs.map(({ name, value }) => entry(name, language.reference(value, ANY))),
  };
  const text = Object.entries(sections)
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => `${name}:\n${indented(entries.join("\n"))}`)
    .join("\n");
  return `${commented(program.comment, "#")}${text}`;
}

/** Values with what goes before them: a blank, or a line break. */
const languageOf = (variables: Variables): Language => ({
  scalar: (value) => ` ${typeof value === "string" ? scalarText(value) : value}`,
  reference: ({ to, property }) => ` \${${variables(to)}${property === undefined ? "" : `.${property}`}}`,
  file: (path) => `\n${indented(entry("fn::readFile", ` ./${path}`))}`,
  list: (items) => (items.length === 0 ? " []" : `\n${items.map(item).join("\n")}`),
  object: (members) =>
    members.length === 0 ? " {}" : `\n${members.map(([key, value]) => indented(entry(key, value))).join("\n")}`,
});

/** An item whose first member is beside its dash. */
const item = (value: string): string => `  -${value.replace(/^\n {2}/, " ").replaceAll("\n", "\n  ")}`;

const entry = (key: string, value: string): string => `${scalarText(key)}:${value}`;

/** What looks like an expression is none: two dollars are one, and one before a brace begins an expression. */
const scalarText = (text: string): string =>
  PLAIN.test(text) ? text : quoted(/\$[${]/.test(text) ? text.replaceAll("$", "$$$$") : text);

const described = ({ isSecret }: Setting): Members => ({ type: "string", ...(isSecret && { secret: true }) });

function declared(resource: Resource, variables: Variables, language: Language, sdk: Sdk): string {
  const { type, name, args, deletedWith, isProtected } = resource;
  const options = [
    ...(deletedWith ? [["deletedWith", ` \${${variables(deletedWith)}}`] as const] : []),
    ...(isProtected ? [["protect", " true"] as const] : []),
  ];
  const members = [
    ["type", ` ${pluginToken(type)}`],
    ...(name === variables(resource) ? [] : [["name", ` ${scalarText(name)}`] as const]),
    ["properties", written(args, argsShape(sdk, type), language)],
    ...(options.length > 0 ? [["options", language.object(options, ANY)] as const] : []),
  ] as const;
  return language.object(members, ANY);
}
