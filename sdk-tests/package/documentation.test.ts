import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import * as definitions from "../../src/definitions";
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

const properties = [...filesOf("definitions"), ...filesOf("definitions/modules")]
  .flatMap(argumentsOf)
  .filter(({ owner }) => owner !== "ProviderArgs");

const failing = (isWrong: (property: Property) => boolean): string[] =>
  properties.filter(isWrong).map(({ owner, name }) => `${owner}.${name}`);

/** Members of a union: exactly one of them is set, so that none has a default. */
const isMemberOfUnion = ({ owner }: Property) => /^(CloudAuth|EventTarget|OAuthProviders)Args$/.test(owner);

describe("the documentation of every argument", () => {
  it("is there for more than a hundred of them", () => {
    expect(properties.length).toBeGreaterThan(100);
    expect(failing(({ text }) => text === "")).toEqual([]);
  });

  it("says what a change does", () => {
    expect(failing(({ text }) => !/Changes in place|A change (replaces|does nothing)/.test(text))).toEqual([]);
  });

  it("says that it is required, or what its default is", () => {
    expect(failing(({ isOptional, text }) => !isOptional && !text.includes("Required."))).toEqual([]);
    const hasNoDefault = (property: Property) => property.isOptional && !/Default: /.test(property.text);
    expect(failing((property) => hasNoDefault(property) && !isMemberOfUnion(property))).toEqual([]);
  });
});

const rows = Object.values(definitions).flatMap(({ fields }) => fieldsOf(fields));

/** The documentation of all arguments of a name; some names have several meanings. */
const textsOf = (path: string): string[] => {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return properties.filter((property) => property.name === name).map(({ text }) => text);
};

describe("the documentation of an argument with", () => {
  it.each([
    ["a limit names it", (row: object) => ("max" in row ? row.max : "maxBytes" in row ? row.maxBytes : undefined)],
    ["a secret says so", (row: object) => ("secret" in row ? "secret" : undefined)],
    ["replacement on change says so", (row: object) => ("createOnly" in row ? "A change replaces" : undefined)],
  ])("%s", (_, expectation) => {
    const told = rows.flatMap(({ path, row }) => {
      const word = expectation(row);
      return word === undefined ? [] : [{ path, isTold: textsOf(path).some((text) => text.includes(String(word))) }];
    });
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ isTold }) => !isTold)).toEqual([]);
  });
});

it("the documentation has an example for every resource class", () => {
  const classes = filesOf("program").flatMap((file) => parse(file).statements.filter(ts.isClassDeclaration));
  const exported = classes.filter((declaration) => declaration.getText().includes("resourceClass<"));
  expect(exported).toHaveLength(Object.keys(definitions).length);
  const without = exported.filter(
    (declaration) => !ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === "example"),
  );
  expect(without.map(({ name }) => name?.text)).toEqual([]);
});

it("the documentation has an example for every function that looks objects up", () => {
  const statements = parse(join(source, "program/lookups.ts")).statements.filter(ts.isVariableStatement);
  const exported = statements.filter(({ modifiers }) =>
    modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  const nameOf = (statement: ts.VariableStatement) => statement.declarationList.declarations[0]?.name.getText();
  expect(exported).toHaveLength(14);
  const without = exported.filter(
    (statement) => !ts.getJSDocTags(statement).some(({ tagName }) => tagName.text === "example"),
  );
  expect(without.map(nameOf)).toEqual([]);
});
