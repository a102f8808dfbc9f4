import type {
  Declaration,
  Members,
  Named,
  Program,
  Scalar,
  Symbols,
  Table,
  Value,
} from "./program";
import { isMembers, isResource, isSetting, Json, Reference, TextFile } from "./program";
import { ANY, argsShape, type Sdk, type Shape } from "./sdk";
import { chooseSymbols, findTextFiles, type Identifiers } from "./symbols";

/** A member of an object in the syntax of a language. */
export type Member<Text = string> = readonly [key: string, value: Text];

/** The identifiers of the files of a program. */
export interface ProgramIdentifiers extends Identifiers {
  /**
   * The scope that all files of a program share, such as the package of Go. Default: a file has a
   * scope of its own.
   */
  readonly shared?: SharedScope;
}

/**
 * The syntax of a language. A program is a tree of values; a function gets the texts of the values below.
 *
 * @template Text A text, or a document that is laid out when the program is complete.
 */
export interface Language<Text = string> extends ProgramIdentifiers {
  readonly scalar: (value: Scalar, shape: Shape) => Text;
  readonly reference: (variable: string, reference: Reference, shape: Shape) => Text;
  /** An expression for the JSON text of an object. Default: programs contain no such expression. */
  readonly json?: (object: Text) => Text;
  /**
   * An expression for the text of a file. `variable` is empty unless the language embeds texts.
   * Default: the text as a literal.
   */
  readonly file?: (path: string, variable: string) => Text;
  readonly list: (items: readonly Text[], shape: Shape) => Text;
  readonly object: (members: readonly Member<Text>[], shape: Shape) => Text;
}

/** Identifiers of a scope that all files of a program share. */
export interface SharedScope {
  readonly reserved: readonly string[];
  /** The function that declares the resources of a file, by the name of the file without its extension. */
  readonly functionName: (stem: string) => string;
  /** The variable of an embedded text, by its path. */
  readonly textVariable: (path: string) => string;
}

/** Creates a function that names variables in a case, such as camelCase. */
export const variablesInCase =
  (toCase: (text: string) => string): Language["variableFor"] =>
  (declaration) => {
    if (isResource(declaration)) return toCase(declaration.variable ?? declaration.name);
    const hasSecrets = isSetting(declaration) && declaration.members !== undefined;
    return toCase(hasSecrets ? `${declaration.name}-secrets` : declaration.name);
  };

/** Writes the values of a program in a language. */
export class Writer<Text = string> {
  readonly symbols: Symbols;

  constructor(
    private readonly program: Program,
    private readonly language: Language<Text>,
    readonly sdk: Sdk,
    taken: Iterable<string> = [],
  ) {
    this.symbols = program.symbols ?? chooseSymbols(program, language, taken);
  }

  get readsConfig(): boolean {
    const { config, tables = [] } = this.program;
    return config.length > 0 || tables.some(({ secrets }) => secrets);
  }

  /** Checks whether the program reads the secrets of a resource from one object of the stack's config. */
  get hasSecretObjects(): boolean {
    const { config, tables = [] } = this.program;
    const settings = [...config, ...tables.flatMap(({ secrets }) => secrets ?? [])];
    return settings.some(({ members }) => members !== undefined);
  }

  /** Checks whether the program reads files. */
  get hasTexts(): boolean {
    return findTextFiles(this.program).length > 0;
  }

  /** The variable of a setting, a resource or a column. */
  variable(target: Named): string {
    const name = this.symbols.variables.get(target);
    if (name === undefined)
      throw new RangeError(`the program does not declare ${target.name}, which it refers to`);
    return name;
  }

  /** The variable of a text file; empty if the language does not embed texts. */
  textVariable(text: TextFile): string {
    return this.symbols.variables.get(text) ?? "";
  }

  value(value: Value, shape: Shape = ANY): Text {
    const { language } = this;
    if (value instanceof Reference)
      return language.reference(this.variable(value.to), value, shape);
    if (value instanceof TextFile) {
      const expression = language.file?.(value.path, this.textVariable(value));
      return expression ?? language.scalar(value.text, shape);
    }
    if (value instanceof Json) {
      const object = this.value(value.members);
      return language.json?.(object) ?? object;
    }
    if (isMembers(value)) return language.object(this.members(value, shape), shape);
    if (typeof value !== "object" || value === null) return language.scalar(value, shape);
    const items = value.map((item, index) => this.value(item, shape.at(index)));
    return language.list(items, shape);
  }

  members(value: Members, shape: Shape): Member<Text>[] {
    return Object.entries(value).map(([key, member]) => [key, this.value(member, shape.at(key))]);
  }

  /** The arguments of a resource, or of all resources of a table. */
  args({ type, args }: Declaration): Text {
    return this.value(args, argsShape(this.sdk, type));
  }

  /** The options of a resource, under Pulumi's names. */
  options({ deletedWith, isProtected }: Declaration): Member<Text>[] {
    const options: Record<string, Value> = {};
    if (deletedWith) options.deletedWith = new Reference(deletedWith);
    if (isProtected) options.protect = true;
    return this.members(options, ANY);
  }

  /** The rows of a table. A row has the name of its resource, and a member for each column. */
  rows({ columns, rows }: Table, write = (value: Value) => this.value(value)): Member<Text>[][] {
    return rows.map(({ name, values }) => [
      ["name", write(name)],
      ...columns.map(
        (column, index): Member<Text> => [this.variable(column), write(values[index] ?? null)],
      ),
    ]);
  }
}

/**
 * A string literal that is valid in all languages. Characters that are invisible or that reorder a
 * line are escaped.
 */
export const quoted = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export const commented = (comment: string | undefined, mark: string): string[] =>
  comment === undefined ? [] : [indented(comment, `${mark} `)];

/** Indents all lines of a text that are not empty. */
export const indented = (text: string, by = "  "): string => text.replaceAll(/^(?=.)/gm, by);

/** Joins groups of lines with empty lines between them. A group may be empty. */
export const paragraphs = (...groups: readonly (readonly string[])[]): string =>
  groups
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
