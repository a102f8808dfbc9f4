import codegen, { type Language, type Writer } from "../../../../../build/codegen/language.js";
import model, {
  type Program,
  type Resource,
  type Scalar,
  type Setting,
} from "../../../../../build/codegen/program.js";
import type { Sdk, Shape } from "../../../../../build/codegen/sdk.js";
import cases from "../../../../../build/core/schema/case.js";

const { variablesInCase, indented, paragraphs, quoted } = codegen;

/** Names that no variable of a program in Java has. */
const RESERVED = (
  "abstract assert boolean break byte case catch char class config const continue ctx default do double else enum extends false " +
  "final finally float for goto if implements import instanceof int interface long native new null package private protected " +
  "public return short static strictfp super switch synchronized this throw throws transient true try var void volatile while"
).split(" ");

const INDENT = "    ";

/** Writes a program in Java. */
export function inJava(program: Program, sdk: Sdk) {
  const { config, resources, outputs } = program;
  const writer = new codegen.Writer(program, JAVA, sdk);
  const body = paragraphs(
    config.length === 0
      ? []
      : ["final var config = ctx.config();", ...config.map((variable) => read(variable, writer))],
    ...resources.map((resource) => [constructed(resource, writer)]),
    outputs.map(({ name, value }) => `ctx.export(${quoted(name)}, ${writer.value(value)});`),
  );
  return stackOf(body, sdk.packages.java);
}

/** The packages of the classes that the statements of a stack use. */
const IMPORTS: Readonly<Record<string, string>> = { List: "java.util.", Map: "java.util." };

/** The file around the statements of a stack, with an import for each class that they use. */
export function stackOf(body: string, basePackage: string) {
  const code = body.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/.*/g, '""');
  const used = new Set([...code.matchAll(/(?<![.\w])[A-Z]\w*(?=[.(])/g)].map(([name]) => name));
  const classes = [...used].map(
    (name) => `${IMPORTS[name] ?? packageOf(name, code, basePackage)}${name}`,
  );
  return paragraphs(
    ["package generated;"],
    ["com.pulumi.Context", "com.pulumi.Pulumi", ...classes]
      .sort()
      .map((className) => `import ${className};`),
    [
      "public class App {",
      `${INDENT}public static void main(String[] args) {`,
      `${INDENT}${INDENT}Pulumi.run(App::stack);`,
      `${INDENT}}\n`,
      `${INDENT}private static void stack(Context ctx) {`,
      indented(body, INDENT.repeat(2)),
      `${INDENT}}`,
      "}",
    ],
  );
}

/**
 * The arguments of a resource are in the package of its class; those of nested objects and functions are in packages
 * below it.
 */
const packageOf: (name: string, code: string, basePackage: string) => string = (
  name,
  code,
  basePackage,
) => {
  const isNested = name.endsWith("Args") && !code.includes(`new ${name.slice(0, -"Args".length)}(`);
  return `${basePackage}.${isNested ? "inputs." : ""}`;
};

const JAVA: Language = {
  variableFor: variablesInCase(cases.camelCase),
  reserved: RESERVED,
  scalar,
  reference: (variable, { to, property }) =>
    model.isResource(to) ? `${variable}.${property}()` : variable,
  list: (items) => called("List.of", items),
  object: (members, shape) =>
    shape.kind === "object"
      ? built(`${shape.type}Args`, members)
      : called(
          "Map.ofEntries",
          members.map(([key, value]) => called("Map.entry", [quoted(key), value])),
        ),
};

/** A number with a fraction is no integer in Java, even if it is whole. */
function scalar(value: Scalar, { kind }: Shape): string {
  if (typeof value === "string") return quoted(value);
  return kind === "number" && Number.isInteger(value) ? Number(value).toFixed(1) : String(value);
}

const read: (setting: Setting, writer: Writer) => string = (setting, writer) =>
  `final var ${writer.variable(setting)} = config.${setting.isSecret ? "requireSecret" : "require"}(${quoted(setting.name)});`;

function constructed(resource: Resource, writer: Writer): string {
  const { type, name, deletedWith } = resource;
  const remark = deletedWith
    ? `// ${WITHOUT_DELETED_WITH.replace("{}", writer.variable(deletedWith))}\n`
    : "";
  return `${remark}var ${writer.variable(resource)} = new ${type}(${quoted(name)}, ${writer.args(resource)});`;
}

/** The SDK for Java lacks this option of resources, up to 1.36.1. */
const WITHOUT_DELETED_WITH =
  "Without the option deletedWith, which Java lacks, a destroy deletes this before {}.";

/** An object of a class that has a builder. */
export const built = (type: string, members: readonly (readonly [key: string, value: string])[]) =>
  [`${type}.builder()`, ...members.map(([key, value]) => `.${key}(${value})`), ".build()"]
    .map((line, index) => (index === 0 ? line : indented(line, INDENT)))
    .join("\n");

/** A call with each argument on a separate line, if one of them has several lines. */
const called = (callee: string, args: readonly string[]) =>
  args.some((arg) => arg.includes("\n"))
    ? `${callee}(\n${args.map((arg) => indented(arg, INDENT)).join(",\n")})`
    : `${callee}(${args.join(", ")})`;
