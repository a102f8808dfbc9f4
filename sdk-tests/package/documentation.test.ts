import { globSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { routeModuleRows } from "../../src/core/definitions/modules";
import { settings } from "../../src/core/definitions/settings";
import type { Definition } from "../../src/core/schema/definition";
import { inputRows, type Row, type Table } from "../../src/core/schema/field";
import { textOf } from "../support/files";
import { propertiesAt, readSchema } from "../support/package-schema";

/**
 * Tests of the documentation of arguments: it has to answer the questions of a reviewer. The package schema contains
 * the texts of the interfaces, and cannot be generated without them.
 */

const source = join(__dirname, "../../src");
const schema = readSchema();

interface Argument {
  readonly path: string;
  readonly row: Row;
  /** True for a member of an object of which exactly one member is set, so that no member has a default. */
  readonly isAlternative: boolean;
}

interface DocumentedArgument extends Argument {
  readonly name: string;
  /** Undefined if the schema in the repository lacks the argument. */
  readonly text: string | undefined;
}

/** A module of a route documents the effect of its removal, and has no default. */
const isModule = ({ path }: Argument): boolean => path in routeModuleRows;

const argumentsOf = (table: Table, path = "", isAlternative = false): Argument[] =>
  inputRows(table).flatMap(([name, row]) => {
    const own = { path: path + name, row, isAlternative };
    if (row.kind === "object")
      return [own, ...argumentsOf(row.fields, `${own.path}.`, row.exactlyOne)];
    return row.kind === "objects" ? [own, ...argumentsOf(row.fields, `${own.path}[].`)] : [own];
  });

const all = Object.values<Definition>(definitions).flatMap(
  ({ type, pluginToken, fields }): DocumentedArgument[] => {
    const { inputProperties = {} } = schema.resources[pluginToken] ?? {};
    const texts = new Map(
      propertiesAt(schema, inputProperties).map(({ path, spec }) => [path, spec.description]),
    );
    return argumentsOf(fields).map((argument) => ({
      ...argument,
      name: `${type}.${argument.path}`,
      text: texts.get(argument.path),
    }));
  },
);

const documented = all.flatMap(({ text, ...argument }) =>
  text === undefined ? [] : [{ ...argument, text }],
);

it("the package schema has every argument of the tables, and every setting", () => {
  const missing = [
    ...all.filter(({ text }) => text === undefined),
    ...Object.keys(settings)
      .filter((name) => !(name in schema.config.variables))
      .map((name) => ({ name: `setting ${name}` })),
  ];
  expect(
    missing.map(
      ({ name }) => `src/fronts/plugin/schema.json has no ${name}: run \`npm run generate\``,
    ),
  ).toEqual([]);
});

/** The arguments of a kind whose documentation does not contain a text. */
const lacking = (expectedText: (argument: Argument) => unknown): string[] =>
  documented.flatMap(({ name, text, ...argument }) => {
    const word = expectedText(argument);
    return word === undefined || text.includes(String(word))
      ? []
      : [`the documentation of ${name} does not say: ${word}`];
  });

it.each<{ title: string; expectedText: (argument: Argument) => unknown }>([
  { title: "the documentation of every argument ends a sentence", expectedText: () => "." },
  {
    title: "the documentation of every argument says that it is required",
    expectedText: ({ row }) => (row.required ? "Required." : undefined),
  },
  {
    title: "the documentation of every argument says what its default is",
    expectedText: (argument) =>
      argument.row.required || argument.isAlternative || isModule(argument)
        ? undefined
        : "Default: ",
  },
  {
    title: "the documentation of every argument says what its removal does, if it is a module",
    expectedText: (argument) => (isModule(argument) ? "If you remove" : undefined),
  },
  {
    title: "the documentation of every argument names its limit",
    expectedText: ({ row }) =>
      "max" in row ? row.max : "maxBytes" in row ? row.maxBytes : undefined,
  },
  {
    title: "the documentation of every argument says that it is a secret",
    expectedText: ({ row }) => (row.secret ? "secret" : undefined),
  },
  {
    title: "the documentation of every argument says that a change forces replacement",
    expectedText: ({ row }) => (row.createOnly ? "Forces replacement" : undefined),
  },
])("$title", ({ expectedText }) => {
  expect(
    documented.filter((argument) => expectedText(argument) !== undefined).length,
  ).toBeGreaterThan(0);
  expect(lacking(expectedText)).toEqual([]);
});

it("the documentation of an argument that is changed in place does not mention a replacement", () => {
  const texts = documented.filter(({ row }) => !row.createOnly).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => /replacement| has no /.test(text))).toEqual([]);
});

it("the documentation of every setting names its environment variable and its default", () => {
  const wrong = Object.entries<Row>(settings).flatMap(([name, row]) =>
    [
      row.environment && `Falls back to the environment variable \`${row.environment}\``,
      row.default === undefined ? "" : "Default: ",
      row.default ?? "",
      "max" in row ? row.max : "",
    ]
      .filter((word) => !schema.config.variables[name]?.description?.includes(String(word ?? "")))
      .map((word) => `the documentation of ProviderArgs.${name} does not say: ${word}`),
  );
  expect(wrong).toEqual([]);
});

it("the package exports every type that its arguments and outputs have", () => {
  const program = ts.createProgram([join(source, "index.ts")], {
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const index = program.getSourceFile(join(source, "index.ts"));
  const entry = index && program.getTypeChecker().getSymbolAtLocation(index);
  const exported = entry
    ? program
        .getTypeChecker()
        .getExportsOfModule(entry)
        .map(({ name }) => name)
    : [];
  // These files are internal to the definitions.
  const own = ["define.ts", "names.ts", "types.ts"];
  const types = globSync("core/definitions/{*,modules/*}.ts", { cwd: source })
    .filter((file) => !own.includes(basename(file)) && file !== join("core/definitions/index.ts"))
    .flatMap((file) => program.getSourceFile(join(source, file))?.statements ?? [])
    .filter(
      (statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
    )
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map(({ name }) => name.text);
  expect(types.length).toBeGreaterThan(50);
  const missing = types.filter((name) => !exported.includes(name));
  expect(missing.map((name) => `${name} is not exported from src/index.ts`)).toEqual([]);
});

/** The first block of a language in a document that contains a text. */
const blockOf = (page: string, language: string, text: string): string =>
  [...textOf(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].find(
    ([, found, block]) => found === language && block?.includes(text),
  )?.[2] ?? "";

it.each([
  ["README.md", "ts", "docs/quickstart.md"],
  ["README.md", "ts", "docs/_index.md"],
  ["docs/_index.md", "yaml", "examples/yaml/Pulumi.yaml"],
  ["docs/_index.md", "python", "examples/python/__main__.py"],
  ["docs/_index.md", "go", "examples/go/main.go"],
])("the first program of %s in %s is that of %s", (page, language, origin) => {
  const program = blockOf(page, language, "AgentIngress");
  expect(program).not.toBe("");
  expect(textOf(origin)).toContain(program);
});

it("the README imports an account by the commands of the page on imports, whose output is tested", () => {
  const commands = blockOf("README.md", "sh", "edge-ingress import").trim().split("\n");
  const session = textOf("docs/import.md");
  expect(commands.filter((command) => !session.includes(`$ ${command}\n`))).toEqual([]);
});

it("the README and the quick start create projects of different names, so that a reader can follow both", () => {
  const names = ["README.md", "docs/quickstart.md"].map(
    (page) => /\bname: ([\w-]+)/.exec(textOf(page))?.[1],
  );
  expect(names).not.toContain(undefined);
  expect(new Set(names).size).toBe(2);
});

it("the pages on the plugin run the command by npx in a project", () => {
  const commands = [
    ...textOf("docs/guides/migrate-to-plugin.md").matchAll(/^.*edge-ingress plugin.*$/gm),
  ];
  expect(commands.map(([line]) => line)).toEqual(["npx edge-ingress plugin install"]);
});
