import stringWidth from "string-width";
import { camelCase } from "../core/schema/case";
import {
  commented,
  indented,
  type Language,
  type Member,
  paragraphs,
  quoted,
  variablesInCase,
  Writer,
} from "./language";
import type { Declaration, Program, Setting, Table } from "./program";
import { ANY, type Sdk } from "./sdk";

export const typescript: Language = {
  variableFor: variablesInCase(camelCase),
  // The names that a module system defines are included: a project may change from CommonJS to ECMAScript modules.
  reserved: (
    "__dirname __filename arguments await break case catch class config const continue debugger default delete do edge_ingress else " +
    "enum eval export exports extends false finally for function globalThis if implements import in instanceof interface let " +
    "module name new null package private protected public pulumi readFileSync require return row secretsOf static super switch this throw " +
    "true try typeof undefined var void while with yield"
  ).split(" "),
  scalar: (value) => (typeof value === "string" ? text(value) : String(value).replace("e+", "e")),
  reference: (variable, { property, isNumber }) => {
    const value = property === undefined ? variable : `${variable}.${property}`;
    return isNumber ? `${value}.apply(Number)` : value;
  },
  json: (object) => `JSON.stringify(${object})`,
  file: (path) => `readFileSync(${quoted(path)}, "utf8")`,
  list: (items) => {
    const hasLongItem = items.some((item) => /^\[|\n/.test(item));
    return hasLongItem ? linePerItem(items) : oneLineIfFits(items);
  },
  object: (members) => (members.length === 0 ? "{}" : linePerItem(members.map(property), "{}")),
};

/**
 * Writes a file of a program in TypeScript. The file exports its resources, because other files may use them. An example exports
 * only its outputs, and imports the whole SDK under one name. The name of an output is changed if it is not an identifier.
 */
export function writeTypeScript(program: Program, sdk: Sdk, isExample = false): string {
  const { config, resources, tables = [], outputs } = program;
  const exportedOutputs = outputs.map(({ name, value }) => ({ name: camelCase(name), value }));
  const reserved = exportedOutputs.map(({ name }) => name);
  const writer = new Writer(program, typescript, sdk, reserved);
  const prefix = isExample ? "edge_ingress." : "";
  const text = paragraphs(
    commented(program.comment, "//"),
    imports(program, writer, isExample),
    ...configStatements(config, writer),
    ...tables.map((table) => loop(table, writer, prefix)),
    ...resources.map((resource) => {
      const declaration = `${isExample ? "" : "export "}const ${writer.variable(resource)}`;
      const callee = `${declaration} = new ${prefix}${resource.type}`;
      return [constructorCall(callee, quoted(resource.name), resource, writer)];
    }),
    exportedOutputs.map(({ name, value }) => `export const ${name} = ${writer.value(value)};`),
  );
  return fitLines(text);
}

function imports(program: Program, writer: Writer, isExample: boolean): string[] {
  const lines: string[] = [];
  if (writer.hasTexts) lines.push('import { readFileSync } from "node:fs";');
  if (writer.readsConfig) lines.push('import * as pulumi from "@pulumi/pulumi";');
  const sdkPackage = writer.sdk.packages.typescript;
  lines.push(
    isExample
      ? `import * as edge_ingress from "${sdkPackage}";`
      : `import ${oneLineIfFits(classNames(program), "{}")} from "${sdkPackage}";`,
  );
  return lines;
}

const classNames = ({ resources, tables = [] }: Program): string[] =>
  [...new Set([...resources, ...tables].map(({ type }) => type))].sort();

/** Groups of lines that read the stack's config. */
function configStatements(config: readonly Setting[], writer: Writer): string[][] {
  if (!writer.readsConfig) return [];
  const open = "const config = new pulumi.Config();";
  const reads = config.map((setting) => readSetting(setting, writer, quoted(setting.name)));
  return writer.hasSecretObjects ? [[open], SECRETS, reads] : [[open, ...reads]];
}

type Brackets = "[]" | "{}" | "()";

/** Items between brackets, each on a line of its own. */
const linePerItem = (items: readonly string[], brackets: Brackets = "[]"): string =>
  bracketed(items, brackets[0] ?? "", brackets[1] ?? "");

/** Items between brackets. `fitLines` puts them on one line if the line is not too long. */
function oneLineIfFits(items: readonly string[], brackets: Brackets = "[]"): string {
  if (items.length === 0) return brackets;
  return bracketed(items, `${brackets[0]}${FIT}`, brackets[1] ?? "");
}

const bracketed = (items: readonly string[], open: string, close: string): string =>
  `${open}\n${items.map((item) => indented(`${item},`)).join("\n")}\n${close}`;

/** A mark for `fitLines`. Literals do not contain this character, because `quoted` escapes it. */
const FIT = "\u2060";

/** A string literal in the quotes that need fewer escapes, as formatters choose them. */
function text(value: string): string {
  const inDoubleQuotes = quoted(value);
  const count = (quote: string) => value.split(quote).length - 1;
  if (count('"') <= count("'")) return inDoubleQuotes;
  return `'${inDoubleQuotes.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function property([key, value]: Member): string {
  const isLiteral = /^(true|false|null|-?\d.*)$/.test(value);
  if (key === value && !isLiteral) return key;
  // As a plain key, it would set the prototype of the object.
  if (key === "__proto__") return `["__proto__"]: ${value}`;
  return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)}: ${value}`;
}

/** Reads the secrets of a resource. Its error names the command that sets a member: Pulumi would suggest to set a text. */
const SECRETS = `\
/** Secrets of a resource, in one object of the stack's configuration. */
function secretsOf<Key extends string>(name: string, ...keys: Key[]) {
  const values = config.getSecretObject<object>(name) ?? pulumi.secret({});
  return values.apply((found: object) => {
    for (const key of keys) {
      if (key in found) continue;
      const path = \`\${pulumi.getProject()}:\${name}.\${key}\`;
      const command = \`pulumi config set --secret --path \${path}\`;
      throw new pulumi.RunError(\`\${path} is not set: run \\\`\${command}\\\`\`);
    }
    return found as Record<Key, string>;
  });
}`.split("\n");

function readSetting(setting: Setting, writer: Writer, name: string): string {
  const { isSecret, members } = setting;
  const variable = `const ${writer.variable(setting)} = `;
  if (members) return call(`${variable}secretsOf`, [name, ...members.map(quoted)]);
  return call(`${variable}config.${isSecret ? "requireSecret" : "require"}`, [name]);
}

/** A loop over the rows of a table. With `as const`, texts keep their types, because some arguments accept certain texts alone. */
function loop(table: Table, writer: Writer, prefix: string): string[] {
  const { type, columns, comment, secrets } = table;
  const variables = columns.map((column) => writer.variable(column));
  const names = oneLineIfFits(["name", ...variables], "{}");
  const rows = writer.rows(table).map((members) => oneLineIfFits(members.map(property), "{}"));
  const body = [constructorCall(`new ${prefix}${type}`, "name", table, writer)];
  if (secrets) body.unshift(readSetting(secrets, writer, "name"));
  return [
    ...commented(comment, "//"),
    `for (const ${names} of ${linePerItem(rows)} as const) {`,
    indented(body.join("\n")),
    "}",
  ];
}

function constructorCall(
  callee: string,
  name: string,
  resource: Declaration,
  writer: Writer,
): string {
  const options = writer.options(resource);
  const args = [name, writer.args(resource)];
  if (options.length > 0) args.push(typescript.object(options, ANY));
  return resource.isProtected ? callWithLines(callee, args) : call(callee, args);
}

/** The default width of formatters. */
const LINE_WIDTH = 80;

/** A call. If its first line is too long, each argument is on a line of its own. */
function call(callee: string, args: readonly string[], width = LINE_WIDTH): string {
  const statement = `${callee}(${args.join(", ")});`;
  const [firstLine = ""] = statement.split("\n");
  if (stringWidth(firstLine) <= width) return statement;
  const assignment = splitLongAssignment(callee, width);
  if (assignment)
    return `${assignment.target} =\n${indented(call(assignment.callee, args, width - 2))}`;
  return `${callee}${linePerItem(args, "()")};`;
}

/** A call with an argument on each line. */
function callWithLines(callee: string, args: readonly string[]): string {
  const assignment = splitLongAssignment(callee, LINE_WIDTH);
  if (assignment)
    return `${assignment.target} =\n${indented(callWithLines(assignment.callee, args))}`;
  return `${callee}${linePerItem(args, "()")};`;
}

/** Splits an assignment whose callee does not fit on the first line. */
function splitLongAssignment(callee: string, width: number) {
  if (stringWidth(`${callee}(`) <= width || !callee.includes(" = ")) return undefined;
  const [target = "", value = ""] = callee.split(" = ");
  return { target, callee: value };
}

/** Items between brackets whose opening bracket has the mark. The backreference is the indentation of the brackets. */
const FITTING_BLOCK = /^( *)(.*[[{])\u2060\n((?:\1 .*\n)+)\1([\]}].*)$/gm;

/** A property that is a reference, such as `routeId: adminRoute.id,`. */
const REFERENCE_PROPERTY = /^( *)([\w$]+|"(?:[^"\\]|\\.)*"): ([\w$]+\.[\w$]+,)$/gm;

/** Puts marked items on one line if they fit, and breaks a line before a reference that does not fit. */
const fitLines = (program: string): string =>
  program
    .replaceAll(
      FITTING_BLOCK,
      (block, indent: string, before: string, lines: string, after: string) => {
        const blank = before.endsWith("{") ? " " : "";
        const items = lines.trim().slice(0, -1).replaceAll(/,\n */g, ", ");
        const line = `${indent}${before}${blank}${items}${blank}${after}`;
        return stringWidth(line) <= LINE_WIDTH ? line : block.replace(FIT, "");
      },
    )
    .replaceAll(REFERENCE_PROPERTY, (line, indent: string, key: string, reference: string) =>
      stringWidth(line) <= LINE_WIDTH ? line : `${indent}${key}:\n${indent}  ${reference}`,
    );
