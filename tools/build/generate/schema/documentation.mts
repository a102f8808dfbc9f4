import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Row } from "../../../../build/core/schema/field.js";
import { once } from "../../../base/once.mts";
import { root } from "../../../base/project.mjs";
import { Problem } from "../../../base/say.mjs";

/** A key of an interface. */
export interface Member {
  owner: string; // the interface that documents it
  name: string;
  text: string; // its documentation
  isOptional: boolean;
  type: ts.Type; // of its values, or of their items
}

const options: ts.CompilerOptions = {
  strict: true,
  lib: ["lib.es5.d.ts"],
  types: [],
  // Loading the types of packages would take seconds.
  paths: { "*": [fileURLToPath(new URL("pulumi.d.ts", import.meta.url))] },
};

/** The declarations that document the tables, read with the compiler. */
export class Documentation {
  #checker;
  #exports: Map<string, ts.Symbol>;

  /** @param files whose exports are looked up by their names */
  constructor(files: readonly string[], host?: ts.CompilerHost) {
    const program = ts.createProgram(files, options, host);
    this.#checker = program.getTypeChecker();
    const symbols = files.flatMap((file) => {
      const source = program.getSourceFile(file);
      const module = source && this.#checker.getSymbolAtLocation(source);
      return module ? this.#checker.getExportsOfModule(module) : [];
    });
    this.#exports = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  }

  /** The names of the exports. */
  get names(): string[] {
    return [...this.#exports.keys()];
  }

  symbol(name: string): ts.Symbol {
    const symbol = this.#exports.get(name);
    if (!symbol) throw new Problem(`${name} is not declared`);
    return symbol;
  }

  /** The documentation of a symbol, without tags. */
  text(symbol: ts.Symbol, name: string = symbol.name): string {
    const text = plain(ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)));
    if (text === "") throw new Problem(`${name} has no documentation`);
    return text;
  }

  /** The arguments of the call whose type an exported class extends: the arguments of a resource, and its outputs. */
  classTypes(name: string): ts.Type[] {
    const declaration = this.symbol(name).valueDeclaration;
    const base =
      declaration && ts.isClassDeclaration(declaration)
        ? declaration.heritageClauses?.[0]?.types[0]?.expression
        : undefined;
    const types = base && ts.isCallExpression(base) ? base.typeArguments : undefined;
    if (!types) throw new Problem(`${name}: does not say of which arguments it is the class`);
    return types.map((type) => this.#checker.getTypeFromTypeNode(type));
  }

  /** The program of the `@example` of an export; empty if there is none. */
  example(name: string): string {
    const tags = this.symbol(name).getJsDocTags(this.#checker);
    return ts.displayPartsToString(tags.find((tag) => tag.name === "example")?.text);
  }

  membersOf(name: string): Member[] {
    return this.members(this.#checker.getDeclaredTypeOfSymbol(this.symbol(name)));
  }

  /** The members of a type, inherited members first. */
  members(type: ts.Type | undefined): Member[] {
    return type ? this.#names(type).map((name) => this.#member(type, name)) : [];
  }

  #names(type: ts.Type): string[] {
    const inherited = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : [];
    const own = type.getProperties().map(({ name }) => name);
    return [...new Set([...inherited.flatMap((base) => this.#names(base)), ...own])];
  }

  #member(type: ts.Type, name: string): Member {
    const symbol = type.getProperty(name);
    if (!symbol) throw new Problem(`${name} is not declared`);
    const value = this.#checker.getTypeOfSymbol(symbol).getNonNullableType();
    const owner = this.#checker.typeToString(type);
    return {
      owner,
      name,
      text: this.text(symbol, `${owner}.${name}`),
      isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      type: (this.#checker.isArrayType(value) && value.getNumberIndexType()) || value,
    };
  }
}

export type DocumentedRow = { readonly name: string; readonly row: Row; readonly member: Member };

/**
 * The rows with their documentation, in the order of the documentation. Every row needs a documented member, and every
 * documented member a row.
 */
export function documentedRows(
  owner: string,
  rows: readonly (readonly [string, Row])[],
  members: readonly Member[],
): DocumentedRow[] {
  const byName = new Map(rows);
  const names = new Set(members.map(({ name }) => name));
  for (const name of byName.keys())
    if (!names.has(name)) throw new Problem(`${owner}.${name} has a row, and no documentation`);
  return members.map((member) => {
    const row = byName.get(member.name);
    if (!row) throw new Problem(`${member.owner}.${member.name} is documented, and has no row`);
    return { name: member.name, row, member };
  });
}

/**
 * Joins the lines of a paragraph or list item, and replaces links with names, because the texts of a schema are
 * Markdown.
 */
export const plain = (text: string): string =>
  text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split(/\n(?=\s*- )/)
        .map((line) => line.replaceAll(/\s+/g, " ").trim())
        .join("\n"),
    )
    .join("\n\n")
    .trim();

/** The documentation of the provider: resources, functions, and the types of their arguments. */
export const providerDocumentation = once(() => {
  const files = [
    "fronts/program/resources",
    "fronts/program/module-resources",
    "fronts/program/lookups",
  ];
  return new Documentation(
    [...files, "core/definitions/types"].map((file) => join(root, "src", `${file}.ts`)),
  );
});
