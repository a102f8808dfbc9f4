import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { settings } from "../../src/core/definitions/settings";
import { inputRows, type Row } from "../../src/core/schema/field";
import { fieldsOf } from "../support/fields";

/** What users read of an argument: its documentation has to say what a reviewer would ask. */

const source = join(__dirname, "../../src");

interface Property {
  readonly owner: string;
  readonly name: string;
  readonly isOptional: boolean;
  readonly text: string;
}

const parse = (file: string) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

const commentOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .map((part) => ts.getTextOfJSDocComment(part.comment) ?? "")
    .join(" ")
    .replaceAll(/\s+/g, " ");

const filesOf = (folder: string): string[] =>
  readdirSync(join(source, folder))
    .filter((name) => name.endsWith(".ts") && name !== "index.ts")
    .map((name) => join(source, folder, name));

const argumentsOf = (file: string): Property[] =>
  parse(file)
    .statements.filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => name.text.endsWith("Args"))
    .flatMap((declaration) =>
      declaration.members.filter(ts.isPropertySignature).map((member) => ({
        owner: declaration.name.text,
        name: member.name.getText(),
        isOptional: member.questionToken !== undefined,
        text: commentOf(member),
      })),
    );

const documented = [...filesOf("core/definitions"), ...filesOf("core/definitions/modules")].flatMap(argumentsOf);
const properties = documented.filter(({ owner }) => owner !== "ProviderArgs");

const failing = (isWrong: (property: Property) => boolean): string[] =>
  properties.filter(isWrong).map(({ owner, name }) => `${owner}.${name}`);

/** Members of a union: exactly one of them is set, so that none has a default. */
const isMemberOfUnion = ({ owner }: Property) => /^(CloudAuth|EventTarget|OAuthProviders)Args$/.test(owner);

describe("the documentation of every argument", () => {
  it("is there for more than a hundred of them", () => {
    expect(properties.length).toBeGreaterThan(100);
    expect(failing(({ text }) => text === "")).toEqual([]);
  });

  it("says that it is required, or what its default is", () => {
    expect(failing(({ isOptional, text }) => !isOptional && !text.includes("Required."))).toEqual([]);
    const hasNoDefault = (property: Property) => property.isOptional && !/Default: /.test(property.text);
    expect(failing((property) => hasNoDefault(property) && !isMemberOfUnion(property))).toEqual([]);
  });
});

it("the documentation of every setting names its environment variable and its default", () => {
  const textOfSetting = (name: string) =>
    documented.find((each) => each.owner === "ProviderArgs" && each.name === name)?.text ?? "";
  const wrong = Object.entries<Row>(settings).flatMap(([name, row]) =>
    [
      ...(row.environment === undefined ? [] : [`Falls back to the environment variable \`${row.environment}\``]),
      ...(row.default === undefined ? [] : ["Default: "]),
      ...(row.default === undefined ? [] : [String(row.default)]),
      ...("max" in row ? [String(row.max)] : []),
    ]
      .filter((word) => !textOfSetting(name).includes(word))
      .map((word) => `the documentation of ProviderArgs.${name} does not say: ${word}`),
  );
  expect(wrong).toEqual([]);
});

/** Every argument, with those that no body carries. */
const rows = Object.values(definitions).flatMap(({ type, fields }) => [
  ...inputRows(fields).map(([path, row]) => ({ type, path, row })),
  ...fieldsOf(fields).map(({ path, row }) => ({ type, path, row })),
]);

/** What a user of a class sees of its arguments, by the compiler: of interfaces that extend others, too. */
const program = ts.createProgram([join(source, "index.ts")], {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
});
const checker = program.getTypeChecker();

/** The documentation of an argument of a class, such as `target.cloudLogs.auth` or `issuer.allowList[].value`. */
function textOf(type: string, path: string): string {
  let at = argumentsType(type);
  let text = "";
  for (const name of path.split(/\.|\[\]\.?/)) {
    const property = memberOf(at, name);
    if (!property) return `${type} has no ${name} of ${path}`;
    text = ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll(/\s+/g, " ");
    at = checker.getTypeOfSymbol(property);
  }
  return text;
}

const index = program.getSourceFile(join(source, "index.ts"));
const entry = index && checker.getSymbolAtLocation(index);
const exports = entry ? checker.getExportsOfModule(entry) : [];
const exported = exports.map(({ name }) => name);

/** The type of the second argument of a class's constructor. */
function argumentsType(type: string): ts.Type {
  const found = exports.find(({ name }) => name === type);
  if (!found) throw new Error(`the package has no class ${type}`);
  const resourceClass = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const [construct] = checker.getTypeOfSymbol(resourceClass).getConstructSignatures();
  const args = construct?.getParameters()[1];
  if (!args) throw new Error(`${type} takes no arguments`);
  return checker.getTypeOfSymbol(args);
}

/** A member of a type, or of what it stands around: `Input`, lists, and their combinations. */
function memberOf(type: ts.Type, name: string): ts.Symbol | undefined {
  const forms = type.isUnion() ? type.types : [type];
  for (const form of forms) {
    const own = form.getProperty(name);
    if (own && isDocumented(own)) return own;
  }
  for (const form of forms) {
    const item = checker.getIndexTypeOfType(form, ts.IndexKind.Number);
    const inner = item && memberOf(item, name);
    if (inner) return inner;
  }
  return undefined;
}

/** Whether it stands in this package: `Output` and lists have members of their own. */
const isDocumented = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) => !declaration.getSourceFile().fileName.includes("node_modules"));

it("the package exports every type that its arguments and outputs have", () => {
  // What the definitions have for themselves.
  const own = ["define.ts", "names.ts", "types.ts"];
  const files = [
    ...filesOf("core/definitions"),
    ...filesOf("core/definitions/modules"),
    join(source, "core/definitions/modules/index.ts"),
  ];
  const types = files
    .filter((file) => !own.includes(basename(file)))
    .flatMap((file) => parse(file).statements)
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map(({ name }) => name.text);
  expect(types.length).toBeGreaterThan(50);
  const missing = types.filter((name) => !exported.includes(name));
  expect(missing.map((name) => `${name} is not exported from src/index.ts`)).toEqual([]);
});

describe("the documentation of an argument with", () => {
  it.each([
    ["a limit names it", (row: object) => ("max" in row ? row.max : "maxBytes" in row ? row.maxBytes : undefined)],
    ["a secret says so", (row: object) => ("secret" in row ? "secret" : undefined)],
    ["replacement on change says so", (row: object) => ("createOnly" in row ? "Forces replacement" : undefined)],
  ])("%s", (_, expectation) => {
    const told = rows.flatMap(({ type, path, row }) => {
      const word = expectation(row);
      return word === undefined ? [] : [{ type, path, word, text: textOf(type, path) }];
    });
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ word, text }) => !text.includes(String(word)))).toEqual([]);
  });

  it("a change in place does not say that it replaces", () => {
    const texts = rows.filter(({ row }) => !row.createOnly).map(({ type, path }) => textOf(type, path));
    expect(texts.filter((text) => /replacement| has no /.test(text))).toEqual([]);
  });
});

it("the documentation has an example for every resource class", () => {
  const classes = filesOf("fronts/program").flatMap((file) => parse(file).statements.filter(ts.isClassDeclaration));
  const exported = classes.filter((declaration) => /(resourceClass|routeModuleClass)</.test(declaration.getText()));
  expect(exported).toHaveLength(Object.keys(definitions).length);
  const without = exported.filter(
    (declaration) => !ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === "example"),
  );
  expect(without.map(({ name }) => name?.text)).toEqual([]);
});

it("the documentation has an example for every function that looks objects up", () => {
  const statements = parse(join(source, "fronts/program/lookups.ts")).statements.filter(ts.isVariableStatement);
  const exported = statements.filter(({ modifiers }) =>
    modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  const nameOf = (statement: ts.VariableStatement) => statement.declarationList.declarations[0]?.name.getText();
  expect(exported.length).toBeGreaterThan(10);
  const without = exported.filter(
    (statement) => !ts.getJSDocTags(statement).some(({ tagName }) => tagName.text === "example"),
  );
  expect(without.map(nameOf)).toEqual([]);
});

describe("the first program of the overview", () => {
  const overview = readFileSync(join(__dirname, "../../docs/_index.md"), "utf8");
  const example = (...path: string[]) => readFileSync(join(__dirname, "../../examples", ...path), "utf8");
  const block = (language: string, holding: string): string =>
    [...overview.matchAll(/^```(\w+)\n(.*?)^```$/gms)].find(
      ([, name, text]) => name === language && text?.includes(holding),
    )?.[2] ?? "";

  it.each([
    ["yaml", "edge-ingress:index:AgentIngress", ["yaml", "Pulumi.yaml"]],
    ["python", "AgentIngress", ["python", "__main__.py"]],
    ["go", "AgentIngress", ["go", "main.go"]],
  ] as const)("in %s is that of an example, which is run", (language, holding, path) => {
    expect(block(language, holding)).not.toBe("");
    expect(example(...path)).toContain(block(language, holding));
  });
});
