import { isPlainObject } from "../core/schema/values";

/** A program in no language: resources, what they refer to, and what it reads from stack config. */
export interface Program {
  /** What the program is about, in a comment at its beginning. */
  readonly comment?: string;
  readonly config: readonly Setting[];
  /** Each after those that it refers to. */
  readonly resources: readonly Resource[];
  /** Resources that no other one refers to. Default: none. */
  readonly tables?: readonly Table[];
  readonly outputs: readonly { readonly name: string; readonly value: Reference }[];
  /** The identifiers of a file that is a part of a larger program. Default: the writer chooses. */
  readonly symbols?: Symbols;
}

/** The identifiers of a file, each legal in the language and unique in its scope. */
export interface Symbols {
  /** Variables. A text has a variable only in a language that embeds texts. */
  readonly variables: ReadonlyMap<Named | TextFile, string>;
  /** The texts that this file embeds, and not another file of the program. */
  readonly embedded: readonly TextFile[];
  /** The function that declares the resources of the file, if the language has such functions. */
  readonly functionName?: string;
}

/** A value in stack config. */
export interface Setting {
  readonly name: string;
  readonly isSecret: boolean;
  /** What an object of secrets contains, in texts. Default: the value is a text. */
  readonly members?: readonly string[];
  /** The value is a whole number. Default: it is a text. */
  readonly isNumber?: boolean;
}

/** What a program declares. */
export interface Declaration {
  /** The class, such as `AgentIngress`. */
  readonly type: string;
  readonly args: Members;
  /** The resource whose deletion deletes this one. */
  readonly deletedWith?: Resource;
  /** Whether Pulumi refuses to delete it. Default: no. */
  readonly isProtected?: boolean;
}

export interface Resource extends Declaration {
  /** The name in the stack. */
  readonly name: string;
  /** What its variable is named after. Default: the name in the stack. */
  readonly variable?: string;
}

/** Resources of a type whose arguments differ in a few plain values alone: a loop declares them. */
export interface Table extends Declaration {
  /** What the resources have in common, in a comment. */
  readonly comment?: string;
  /** What differs; arguments refer to it. */
  readonly columns: readonly Column[];
  /** The setting, named as the resource, that each of them has; it has no name. Default: none. */
  readonly secrets?: Setting;
  /** The name of each resource in the stack, and its values in the order of the columns. */
  readonly rows: readonly { readonly name: string; readonly values: readonly Value[] }[];
}

/** An argument, or a part of one, that differs between the resources of a table. */
export interface Column {
  readonly name: string;
  readonly kind: "string" | "secret" | "number" | "boolean";
}

/** What a program has a variable for. */
export type Named = Setting | Resource | Column;

/** The value of a setting or of a column, a member of a setting, or an output of a resource. */
export class Reference {
  constructor(
    readonly to: Named,
    readonly property?: string,
    /** The program converts the text to a number. */
    readonly isNumber?: boolean,
  ) {}
}

/** A text that is JSON without blanks, written as the object that it contains. */
export class Json {
  constructor(readonly members: Members) {}
}

/** A text in a file beside the program, by its path from there. */
export class TextFile {
  constructor(
    readonly path: string,
    readonly text: string,
  ) {}
}

export type Value = Scalar | Reference | Json | TextFile | readonly Value[] | Members;
export type Scalar = string | number | boolean | null;
export interface Members {
  readonly [key: string]: Value;
}

export const isMembers = (value: Value): value is Members => isPlainObject(value);

/** What a value is made of, at any depth of lists and objects. */
export const leafValues = (value: Value): Value[] =>
  Array.isArray(value) || isMembers(value)
    ? Object.values(value).flatMap((each: Value) => leafValues(each))
    : [value];

/** What all values of a program are made of. */
export const programLeaves = ({ resources, tables = [] }: Program): Value[] => [
  ...[...resources, ...tables].flatMap(({ args }) => leafValues(args)),
  ...tables.flatMap(({ rows }) => rows.flatMap(({ values }) => values)),
];

/** Members with other values: each is replaced that has no members, by the names that lead to it. Lists are values. */
export const replaceLeaves = (
  members: Members,
  replace: (value: Value, names: readonly string[]) => Value,
  above: readonly string[] = [],
): Members =>
  Object.fromEntries(
    Object.entries(members).map(([key, value]) => {
      const names = [...above, key];
      if (value instanceof Json)
        return [key, new Json(replaceLeaves(value.members, replace, [...names, "json"]))];
      const isEmpty = !isMembers(value) || Object.keys(value).length === 0;
      return [key, isEmpty ? replace(value, names) : replaceLeaves(value, replace, names)];
    }),
  );

/** What a value refers to, at any depth. */
export const referenceTargets = (value: Value): Named[] =>
  leafValues(value).flatMap((each) => (each instanceof Reference ? [each.to] : []));

/** The resources that a declaration refers to. */
export const referencedResources = ({ args, deletedWith }: Declaration): Resource[] => [
  ...referenceTargets(args).filter(isResource),
  ...(deletedWith ? [deletedWith] : []),
];

/** What it is that a reference refers to. */
export const isResource = (to: Named): to is Resource => "type" in to;
export const isSetting = (to: Named): to is Setting => "isSecret" in to;
export const isColumn = (to: Named): to is Column => "kind" in to;
