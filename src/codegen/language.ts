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
import { chooseSymbols, type Identifiers, textFilesIn } from "./symbols";

/** What an object has at a key, as a language writes it. */
export type Member = readonly [key: string, value: string];

/** How a language writes what programs contain. */
export interface Language extends Identifiers {
  /** What all files of a program see: Go's package. Default: each file has a scope of its own. */
  readonly shared?: SharedScope;
  readonly scalar: (value: Scalar, shape: Shape) => string;
  readonly reference: (variable: string, reference: Reference, shape: Shape) => string;
  /** The text of an object that is given as the language writes it. Default: programs contain none. */
  readonly json?: (object: string) => string;
  /** The text of a file, which has a variable if the language embeds texts. Default: the text itself. */
  readonly file?: (path: string, variable: string) => string;
  readonly list: (items: readonly string[], shape: Shape) => string;
  readonly object: (members: readonly Member[], shape: Shape) => string;
}

/** Identifiers of a scope that all files of a program share. */
export interface SharedScope {
  readonly reserved: readonly string[];
  /** The function that declares the resources of a file, by the subject of the file. */
  readonly functionName: (subject: string) => string;
  /** The variable of an embedded text, by its path. */
  readonly textVariable: (path: string) => string;
}

/** A form of the variables that a program's author would choose, else of the names. */
export const identifiersIn =
  (form: (text: string) => string): Language["form"] =>
  (of) => {
    if (isResource(of)) return form(of.variable ?? of.name);
    return form(isSetting(of) && of.members ? `${of.name}-secrets` : of.name);
  };

/** Writes the values of a program in a language. */
export class Writer {
  readonly symbols: Symbols;

  constructor(
    private readonly program: Program,
    private readonly language: Language,
    readonly sdk: Sdk,
    taken: Iterable<string> = [],
  ) {
    this.symbols = program.symbols ?? chooseSymbols(program, language, taken);
  }

  get readsConfig(): boolean {
    const { config, tables = [] } = this.program;
    return config.length > 0 || tables.some(({ secrets }) => secrets);
  }

  /** Whether the program reads the secrets of a resource from one object of the stack's config. */
  get hasSecretObjects(): boolean {
    const { config, tables = [] } = this.program;
    return [...config, ...tables.flatMap(({ secrets }) => secrets ?? [])].some(
      ({ members }) => members,
    );
  }

  /** Whether the program reads files. */
  get hasTexts(): boolean {
    return textFilesIn(this.program).length > 0;
  }

  /** The variable of a setting, a resource or a column. */
  variable(of: Named): string {
    const name = this.symbols.variables.get(of);
    if (name === undefined)
      throw new RangeError(`the program does not declare ${of.name}, which it refers to`);
    return name;
  }

  /** The variable of a text, if it has a variable. */
  textVariable(text: TextFile): string {
    return this.symbols.variables.get(text) ?? "";
  }

  value(value: Value, shape: Shape = ANY): string {
    const { language } = this;
    if (value instanceof Reference)
      return language.reference(this.variable(value.to), value, shape);
    if (value instanceof TextFile)
      return (
        language.file?.(value.path, this.textVariable(value)) ?? language.scalar(value.text, shape)
      );
    if (value instanceof Json) return language.json?.(this.value(value.members)) ?? "";
    if (isMembers(value)) return language.object(this.members(value, shape), shape);
    if (typeof value !== "object" || value === null) return language.scalar(value, shape);
    const items = value.map((item, index) => this.value(item, shape.at(index)));
    return language.list(items, shape);
  }

  members(value: Members, shape: Shape): Member[] {
    return Object.entries(value).map(([key, each]) => [key, this.value(each, shape.at(key))]);
  }

  /** The arguments of a resource, or of all resources of a table. */
  args({ type, args }: Declaration): string {
    return this.value(args, argsShape(this.sdk, type));
  }

  /** The options of a resource, by Pulumi's names. */
  options({ deletedWith, isProtected }: Declaration): Member[] {
    const deleted = deletedWith && { deletedWith: new Reference(deletedWith) };
    return this.members({ ...deleted, ...(isProtected && { protect: true }) }, ANY);
  }

  /** The rows of a table, with the name of the resource and a member for each column. */
  rows({ columns, rows }: Table, write = (value: Value) => this.value(value)): Member[][] {
    return rows.map(({ name, values }) => [
      ["name", write(name)],
      ...columns.map(
        (column, index): Member => [this.variable(column), write(values[index] ?? null)],
      ),
    ]);
  }
}

/** A text in double quotes, as every language reads it; characters that are invisible or reorder a line are escaped. */
export const quoted = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export const commented = (comment: string | undefined, mark: string): string[] =>
  comment === undefined ? [] : [indented(comment, `${mark} `)];

/** A text, each line of which is further in. */
export const indented = (text: string, by = "  "): string => text.replaceAll(/^(?=.)/gm, by);

/** Groups of lines, with an empty line between two; a group may be empty. */
export const paragraphs = (...groups: readonly (readonly string[])[]): string =>
  groups
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
