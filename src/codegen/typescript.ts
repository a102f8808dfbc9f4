import stringWidth from "string-width";
import { camelCase } from "../core/schema/case";
import {
  commented,
  identifiersIn,
  indented,
  type Language,
  type Member,
  paragraphs,
  quoted,
  Writer,
} from "./language";
import type { Declaration, Program, Setting, Table } from "./program";
import { ANY, type Sdk } from "./sdk";

export const typescript: Language = {
  form: identifiersIn(camelCase),
  // With what the module systems define: a project may change from CommonJS to ECMAScript modules.
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
  list: (items) => (items.some((item) => /^\[|\n/.test(item)) ? broken(items) : fitting(items)),
  object: (members) => (members.length === 0 ? "{}" : broken(members.map(keyed), "{}")),
};

/**
 * Writes a file of a program in TypeScript, which exports its resources, because other files may use them. An example exports
 * only its outputs, and uses the whole SDK by one name. An output whose name is no identifier gets the nearest that is.
 */
export function writeTypeScript(program: Program, sdk: Sdk, isExample = false): string {
  const { config, resources, tables = [], outputs } = program;
  const outputNames = outputs.map(({ name }) => camelCase(name));
  const writer = new Writer(program, typescript, sdk, outputNames);
  const sdkName = isExample ? "edge_ingress." : "";
  const reads = config.map((each) => read(each, writer, quoted(each.name)));
  const text = paragraphs(
    commented(program.comment, "//"),
    [
      ...(writer.hasTexts ? ['import { readFileSync } from "node:fs";'] : []),
      ...(writer.readsConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
      isExample
        ? `import * as edge_ingress from "${sdk.packages.typescript}";`
        : classesOf(program, sdk),
    ],
    writer.readsConfig
      ? ["const config = new pulumi.Config();", ...(writer.hasSecretObjects ? [] : reads)]
      : [],
    ...(writer.hasSecretObjects ? [SECRETS, reads] : []),
    ...tables.map((table) => looped(table, writer, sdkName)),
    ...resources.map((each) => {
      const callee = `${isExample ? "" : "export "}const ${writer.variable(each)} = new ${sdkName}${each.type}`;
      return [constructed(callee, quoted(each.name), each, writer)];
    }),
    outputs.map(
      ({ value }, index) => `export const ${outputNames[index]} = ${writer.value(value)};`,
    ),
  );
  return fitted(text);
}

/** The line that imports the classes of the SDK. */
function classesOf({ resources, tables = [] }: Program, { packages }: Sdk): string {
  const classes = new Set([...resources, ...tables].map(({ type }) => type));
  return `import ${fitting([...classes].sort(), "{}")} from "${packages.typescript}";`;
}

/** Values in a line each, between brackets. */
const broken = (items: readonly string[], [open, close]: Iterable<string> = "[]"): string =>
  `${open}\n${items.map((item) => indented(`${item},`)).join("\n")}\n${close}`;

/** Values between brackets that become one line at the end if that is not too long. */
const fitting = (items: readonly string[], [open, close] = "[]"): string =>
  items.length === 0 ? `${open}${close}` : broken(items, [`${open}${FIT}`, `${close}`]);

/** A mark that texts do not contain, because they have it escaped. */
const FIT = "\u2060";

/** A text in the quotes that need fewer escapes, as formatters choose them. */
function text(value: string): string {
  const inDouble = quoted(value);
  const [singles, doubles] = [/'/g, /"/g].map((quote) => value.match(quote)?.length ?? 0);
  if ((doubles ?? 0) <= (singles ?? 0)) return inDouble;
  return `'${inDouble.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function keyed([key, value]: Member): string {
  if (key === value && !/^(true|false|null|-?\d.*)$/.test(value)) return key;
  // As a plain key it would set the object's prototype.
  if (key === "__proto__") return `["__proto__"]: ${value}`;
  return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)}: ${value}`;
}

/** Reads the secrets of a resource, and names what is missing with the command that sets it: Pulumi would suggest to set a text. */
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

function read(setting: Setting, writer: Writer, name: string): string {
  const { isSecret, members } = setting;
  const declared = `const ${writer.variable(setting)} = `;
  if (members) return called(`${declared}secretsOf`, [name, ...members.map(quoted)]);
  return called(`${declared}config.${isSecret ? "requireSecret" : "require"}`, [name]);
}

/** A loop over a table; its texts keep their types, because some arguments take certain texts alone. */
function looped(table: Table, writer: Writer, sdkName: string): string[] {
  const { type, columns, comment, secrets } = table;
  const names = fitting(["name", ...columns.map((each) => writer.variable(each))], "{}");
  const rows = writer.rows(table).map((members) => fitting(members.map(keyed), "{}"));
  const body = [
    ...(secrets ? [read(secrets, writer, "name")] : []),
    constructed(`new ${sdkName}${type}`, "name", table, writer),
  ];
  return [
    ...commented(comment, "//"),
    `for (const ${names} of ${broken(rows)} as const) {`,
    indented(body.join("\n")),
    "}",
  ];
}

function constructed(callee: string, name: string, resource: Declaration, writer: Writer): string {
  const options = writer.options(resource);
  const stated = [name, writer.args(resource)];
  if (options.length > 0) stated.push(typescript.object(options, ANY));
  return called(callee, stated, resource.isProtected);
}

/** The usual width of formatters. */
const LINE_WIDTH = 80;

/** A call whose arguments stand in a line each if its first line is too long; a callee that is too long begins a line of its own. */
function called(
  callee: string,
  args: readonly string[],
  isBroken = false,
  width = LINE_WIDTH,
): string {
  const call = `${callee}(${args.join(", ")});`;
  const [first = ""] = call.split("\n");
  if (stringWidth(first) <= width && !isBroken) return call;
  if (stringWidth(`${callee}(`) > width && callee.includes(" = ")) {
    return below(callee, (right) => called(right, args, isBroken, width - 2));
  }
  return `${callee}${broken(args, "()")};`;
}

/** An assignment whose right side begins a line of its own. */
function below(callee: string, write: (right: string) => string): string {
  const [left, right = ""] = callee.split(" = ");
  return `${left} =\n${indented(write(right))}`;
}

const FITTING = /^( *)(.*[[{])\u2060\n((?:\1 .*\n)+)\1([\]}].*)$/gm;

const MEMBER = /^( *)([\w$]+|"(?:[^"\\]|\\.)*"): ([\w$]+\.[\w$]+,)$/gm;

/** The lines, in which values are on one line if they fit, and a long reference has a line of its own. */
const fitted = (lines: string): string =>
  lines
    .replaceAll(FITTING, (block, indent: string, before: string, items: string, after: string) => {
      const blank = before.endsWith("{") ? " " : "";
      const inside = items.trim().slice(0, -1).replaceAll(/,\n */g, ", ");
      const line = `${indent}${before}${blank}${inside}${blank}${after}`;
      return stringWidth(line) <= LINE_WIDTH ? line : block.replace(FIT, "");
    })
    .replaceAll(MEMBER, (line, indent: string, key: string, reference: string) =>
      stringWidth(line) <= LINE_WIDTH ? line : `${indent}${key}:\n${indent}  ${reference}`,
    );
