import { camelCase } from "../core/schema/case";
import { choice, type Document, indent, join, LINE, print, shortLayout } from "./document";
import { commented, type Language, type Member, quoted, variablesInCase, Writer } from "./language";
import type { Declaration, Program, Setting, Table } from "./program";
import { ANY, type Sdk } from "./sdk";

type TypeScriptWriter = Writer<Document>;

export const typescript: Language<Document> = {
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
  json: (object) => ["JSON.stringify(", object, ")"],
  file: (path) => `readFileSync(${quoted(path)}, "utf8")`,
  list: (items) => (items.some(needsLines) ? linePerItem("[", items, "]") : list(items)),
  object: (members) => (members.length === 0 ? "{}" : linePerItem("{", members.map(property), "}")),
};

/**
 * Checks whether formatters put a list with this item on several lines: the item is a list, or has
 * several lines itself.
 */
function needsLines(item: Document): boolean {
  const [first, ...rest] = shortLayout(item);
  if (typeof first === "string" && first.startsWith("[")) return true;
  return [first, ...rest].includes(LINE);
}

/**
 * Writes a file of a program in TypeScript. The file exports its resources, because other files may use them. An example exports
 * only its outputs, and imports the whole SDK under one name. The name of an output is changed if it is not an identifier.
 */
export function writeTypeScript(program: Program, sdk: Sdk, isExample = false): string {
  const { config, resources, tables = [], outputs } = program;
  const exportedOutputs = outputs.map(({ name, value }) => ({ name: camelCase(name), value }));
  const reserved = exportedOutputs.map(({ name }) => name);
  const writer: TypeScriptWriter = new Writer(program, typescript, sdk, reserved);
  const prefix = isExample ? "edge_ingress." : "";
  const paragraphs: readonly (readonly Document[])[] = [
    commentLines(program.comment),
    imports(program, writer, isExample),
    ...configStatements(config, writer),
    ...tables.map((table) => loop(table, writer, prefix)),
    ...resources.map((resource) => {
      const target = `${isExample ? "" : "export "}const ${writer.variable(resource)}`;
      return [constructorCall(target, prefix, quoted(resource.name), resource, writer)];
    }),
    exportedOutputs.map(({ name, value }) => [`export const ${name} = `, writer.value(value), ";"]),
  ];
  const written = paragraphs.filter(({ length }) => length > 0).map((lines) => join(lines, LINE));
  return print(join(written, [LINE, LINE]), LINE_WIDTH);
}

const commentLines = (comment: string | undefined): string[] =>
  commented(comment, "//").flatMap((lines) => lines.split("\n"));

function imports(program: Program, writer: TypeScriptWriter, isExample: boolean): Document[] {
  const lines: Document[] = [];
  if (writer.hasTexts) lines.push('import { readFileSync } from "node:fs";');
  if (writer.readsConfig) lines.push('import * as pulumi from "@pulumi/pulumi";');
  const sdkPackage = writer.sdk.packages.typescript;
  lines.push(
    isExample
      ? `import * as edge_ingress from "${sdkPackage}";`
      : ["import ", object(classNames(program)), ` from "${sdkPackage}";`],
  );
  return lines;
}

const classNames = ({ resources, tables = [] }: Program): string[] =>
  [...new Set([...resources, ...tables].map(({ type }) => type))].sort();

/** Groups of lines that read the stack's config. */
function configStatements(config: readonly Setting[], writer: TypeScriptWriter): Document[][] {
  if (!writer.readsConfig) return [];
  const open = "const config = new pulumi.Config();";
  const reads = config.map((setting) => readSetting(setting, writer, quoted(setting.name)));
  return writer.hasSecretObjects ? [[open], SECRETS, reads] : [[open, ...reads]];
}

/** Items between brackets, with a line for each item. */
const linePerItem = (open: string, items: readonly Document[], close: string): Document => [
  open,
  indent(items.map((item) => [LINE, item, ","])),
  LINE,
  close,
];

/** A list on one line, if it fits. */
const list = (items: readonly Document[]): Document =>
  items.length === 0 ? "[]" : choice(["[", join(items, ", "), "]"], linePerItem("[", items, "]"));

/** An object, a destructuring or an import on one line, if it fits. */
const object = (members: readonly Document[]): Document =>
  members.length === 0
    ? "{}"
    : choice(["{ ", join(members, ", "), " }"], linePerItem("{", members, "}"));

/** A string literal in the quotes that need fewer escapes, as formatters choose them. */
function text(value: string): string {
  const inDoubleQuotes = quoted(value);
  const count = (quote: string) => value.split(quote).length - 1;
  if (count('"') <= count("'")) return inDoubleQuotes;
  return `'${inDoubleQuotes.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function property([key, value]: Member<Document>): Document {
  const isLiteral = typeof value === "string" && /^(true|false|null|-?\d.*)$/.test(value);
  if (key === value && !isLiteral) return key;
  // As a plain key, it would set the prototype of the object.
  if (key === "__proto__") return ['["__proto__"]: ', value];
  const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key);
  // A fraction such as `0.5` matches, too: it gets the same layout.
  const isReference = typeof value === "string" && /^[\w$]+\.[\w$]+$/.test(value);
  if (!isReference) return [`${name}: `, value];
  return choice(`${name}: ${value}`, [`${name}:`, indent([LINE, value])]);
}

/**
 * Reads the secrets of a resource. Its error names the command that sets a member: Pulumi would
 * suggest to set a text.
 */
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

function readSetting(setting: Setting, writer: TypeScriptWriter, name: string): Document {
  const { isSecret, members } = setting;
  const target = `const ${writer.variable(setting)}`;
  if (members) return assignedCall(target, "secretsOf", [name, ...members.map(quoted)]);
  return assignedCall(target, `config.${isSecret ? "requireSecret" : "require"}`, [name]);
}

/**
 * A loop over the rows of a table. With `as const`, texts keep their types, because some arguments
 * accept certain texts alone.
 */
function loop(table: Table, writer: TypeScriptWriter, prefix: string): Document[] {
  const { columns, comment, secrets } = table;
  const names = object(["name", ...columns.map((column) => writer.variable(column))]);
  const rows = writer.rows(table).map((members) => object(members.map(property)));
  const body = [constructorCall(undefined, prefix, "name", table, writer)];
  if (secrets) body.unshift(readSetting(secrets, writer, "name"));
  return [
    ...commentLines(comment),
    ["for (const ", names, " of ", linePerItem("[", rows, "]"), " as const) {"],
    // `indent` begins with the second line.
    ["  ", indent(join(body, LINE))],
    "}",
  ];
}

function constructorCall(
  target: string | undefined,
  prefix: string,
  name: string,
  resource: Declaration,
  writer: TypeScriptWriter,
): Document {
  const options = writer.options(resource);
  const args: Document[] = [name, writer.args(resource)];
  if (options.length > 0) args.push(typescript.object(options, ANY));
  // With protection, arguments and options are two objects of several lines, so that formatters put each of them on a line.
  return assignedCall(target, `new ${prefix}${resource.type}`, args, resource.isProtected);
}

/** The default width of formatters. */
const LINE_WIDTH = 80;

/** A call whose result may be assigned. If `target = callee(` does not fit, the call begins on the next line. */
function assignedCall(
  target: string | undefined,
  callee: string,
  args: readonly Document[],
  hasLinePerArgument = false,
): Document {
  const start = target === undefined ? callee : `${target} = ${callee}`;
  const oneLine: Document = [`${start}(`, join(args, ", "), ");"];
  const linePerArgument: Document = [linePerItem(`${start}(`, args, ")"), ";"];
  const long =
    target === undefined
      ? linePerArgument
      : choice(linePerArgument, [
          `${target} =`,
          indent([LINE, assignedCall(undefined, callee, args, hasLinePerArgument)]),
        ]);
  return hasLinePerArgument ? long : choice(oneLine, long);
}
