import stringWidth from "string-width";
import { camelCase } from "../core/schema/case";
import { commented, indented, type Language, paragraphs, quoted, written } from "./language";
import { formOf, type Variables, variablesOf } from "./names";
import { filesOf, type Program, type Resource, readsConfig, type Scalar, type Setting, type Table } from "./program";
import { argsShape, type Sdk } from "./sdk";

/** Names that no variable of a program in TypeScript has. */
export const RESERVED = (
  "arguments await break case catch class config const continue debugger default delete do edge_ingress else enum eval export " +
  "extends false finally for function if implements import in instanceof interface let name new null package private protected " +
  "public pulumi readFileSync return row static super switch this throw true try typeof undefined var void while with yield"
).split(" ");

/** How resources are declared and imported. */
export interface Style {
  /** The line that imports the SDK. */
  imports(program: Program, sdk: Sdk): string;
  className(type: string): string;
  readonly declares: string;
}

/** A file exports its resources, because other files of the program may use them. */
const asModule: Style = {
  imports: ({ resources, tables = [] }, { packages }) => {
    const classes = [...new Set([...resources, ...tables].map(({ type }) => type))].sort();
    const line = `import { ${classes.join(", ")} } from "${packages.typescript}";`;
    if (line.length <= LINE_WIDTH) return line;
    return `import {\n${classes.map((each) => `  ${each},`).join("\n")}\n} from "${packages.typescript}";`;
  },
  className: (type) => type,
  declares: "export const",
};

/** Writes a file of a program in TypeScript. An output whose name is no identifier gets the nearest that is. */
export function inTypeScript(program: Program, sdk: Sdk, style: Style = asModule): string {
  const { config, resources, tables = [], outputs } = program;
  const outputNames = outputs.map(({ name }) => camelCase(name));
  const variables = variablesOf(program, formOf(camelCase), [...RESERVED, ...outputNames]);
  const language = languageOf(variables);
  const text = paragraphs(
    [
      ...(filesOf(program).length === 0 ? [] : ['import { readFileSync } from "node:fs";']),
      ...(readsConfig(program) ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
      style.imports(program, sdk),
    ],
    readsConfig(program)
      ? ["const config = new pulumi.Config();", ...config.map((each) => read(each, variables, quoted(each.name)))]
      : [],
    ...tables.map((table) => [looped(table, variables, language, sdk, style)]),
    ...resources.map((resource) => [constructed(resource, variables, language, sdk, style)]),
    outputs.map(
      ({ value }, index) => `export const ${outputNames[index]} = ${language.reference(value, { kind: "any" })};`,
    ),
  );
  return `${commented(program.comment, "//")}${fitted(text)}`;
}

const languageOf = (variables: Variables): Language => ({
  scalar,
  reference: ({ to, property }) => (property === undefined ? variables(to) : `${variables(to)}.${property}`),
  json: (object) => `JSON.stringify(${object})`,
  file: (path) => `readFileSync(${quoted(path)}, "utf8")`,
  list: (items) => (items.some((item) => /^\[|\n/.test(item)) ? broken(items) : `[${items.join(", ")}]`),
  object: (members) =>
    members.length === 0
      ? "{}"
      : `{\n${members.map(([key, value]) => indented(`${member(key, value)},`)).join("\n")}\n}`,
});

const broken = (items: readonly string[]): string => `[\n${items.map((item) => indented(`${item},`)).join("\n")}\n]`;

const scalar = (value: Scalar): string => (typeof value === "string" ? text(value) : String(value).replace("e+", "e"));

/** A text in the quotes that need fewer escapes, as formatters choose them. */
function text(value: string): string {
  const inDouble = quoted(value);
  const [singles, doubles] = [/'/g, /"/g].map((quote) => value.match(quote)?.length ?? 0);
  if ((doubles ?? 0) <= (singles ?? 0)) return inDouble;
  return `'${inDouble.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function member(key: string, value: string): string {
  if (key === value) return key;
  // As a plain key it would set the object's prototype.
  if (key === "__proto__") return `["__proto__"]: ${value}`;
  return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)}: ${value}`;
}

function read(setting: Setting, variables: Variables, name: string): string {
  const { isSecret, members } = setting;
  const callee = `const ${variables(setting)} = config.${isSecret ? "requireSecret" : "require"}`;
  if (!members) return called(callee, [name]);
  const types = members.map((each) => `${member(each, "string")}`);
  const short = `${callee}Object<{ ${types.join("; ")} }>`;
  if (stringWidth(short) < LINE_WIDTH - 2) return called(short, [name]);
  const typed = (left: string) => `${left}Object<{\n${types.map((each) => `  ${each};\n`).join("")}}>(${name});`;
  return stringWidth(`${callee}Object<{`) <= LINE_WIDTH ? typed(callee) : below(callee, typed);
}

function constructed(resource: Resource, variables: Variables, language: Language, sdk: Sdk, style: Style): string {
  const callee = `${style.declares} ${variables(resource)} = new ${style.className(resource.type)}`;
  return called(callee, argumentsOf(quoted(resource.name), resource, variables, language, sdk), resource.isProtected);
}

function argumentsOf(name: string, resource: Called, variables: Variables, language: Language, sdk: Sdk): string[] {
  const { type, args, deletedWith, isProtected } = resource;
  const options = [
    ...(deletedWith ? [["deletedWith", variables(deletedWith)] as const] : []),
    ...(isProtected ? [["protect", "true"] as const] : []),
  ];
  const stated = [name, written(args, argsShape(sdk, type), language)];
  return options.length === 0 ? stated : [...stated, language.object(options, { kind: "any" })];
}

type Called = Pick<Resource, "type" | "args" | "deletedWith" | "isProtected">;

/** A loop over a table; its texts keep their types, because some arguments take certain texts alone. */
function looped(table: Table, variables: Variables, language: Language, sdk: Sdk, style: Style) {
  const { type, columns, rows, secrets } = table;
  const names = list(["name", ...columns.map(variables)], "for (const ", " of [");
  const lines = rows.map(({ name, values }) =>
    list([quoted(name), ...values.map((value) => written(value, { kind: "any" }, language))], "  ", ","),
  );
  const body = [
    ...(secrets ? [read(secrets, variables, "name")] : []),
    called(`new ${style.className(type)}`, argumentsOf("name", table, variables, language, sdk), table.isProtected),
  ];
  return `for (const ${names} of [\n${lines.map((line) => indented(`${line},`)).join("\n")}\n] as const) {\n${indented(body.join("\n"))}\n}`;
}

/** A list between two texts of the same line, if that is not too long. */
const list = (items: readonly string[], before: string, after: string): string => {
  const line = `[${items.join(", ")}]`;
  return stringWidth(before + line + after) <= LINE_WIDTH ? line : broken(items);
};

/** The usual width of formatters. */
const LINE_WIDTH = 80;

/** A call whose arguments stand in a line each if its first line is too long; a callee that is too long begins a line of its own. */
function called(callee: string, args: readonly string[], isBroken = false, width = LINE_WIDTH): string {
  const call = `${callee}(${args.join(", ")});`;
  const [first = ""] = call.split("\n");
  if (stringWidth(first) <= width && !isBroken) return call;
  if (stringWidth(`${callee}(`) > width && callee.includes(" = ")) {
    return below(callee, (right) => called(right, args, isBroken, width - 2));
  }
  return `${callee}(\n${args.map((arg) => indented(`${arg},`)).join("\n")}\n);`;
}

/** An assignment whose right side begins a line of its own. */
function below(callee: string, write: (right: string) => string): string {
  const [left, right = ""] = callee.split(" = ");
  return `${left} =\n${indented(write(right))}`;
}

const LIST = /^( *)((?:[\w$]+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'): )?\[(.+)\](,?)$/gm;

const ITEM = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,\s"']+/g;

const MEMBER = /^( *)([\w$]+|"(?:[^"\\]|\\.)*"): ([\w$]+\.[\w$]+,)$/gm;

/** The lines, in which a list that is longer than a line has an item on each, and a long reference a line of its own. */
const fitted = (lines: string): string =>
  fittedLists(lines).replaceAll(MEMBER, (line, indent: string, key: string, reference: string) =>
    stringWidth(line) <= LINE_WIDTH ? line : `${indent}${key}:\n${indent}  ${reference}`,
  );

const fittedLists = (lines: string): string =>
  lines.replaceAll(LIST, (line, indent: string, key: string | undefined, items: string, comma: string) => {
    if (stringWidth(line) <= LINE_WIDTH) return line;
    const each = (items.match(ITEM) ?? []).map((item) => `${indent}  ${item},`);
    return `${indent}${key ?? ""}[\n${each.join("\n")}\n${indent}]${comma}`;
  });
