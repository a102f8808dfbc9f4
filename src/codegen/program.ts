import { isPlainObject } from "../core/schema/values";

/**
 * A program, independent of a language: resources, their references, and the settings that it reads
 * from stack config.
 */
export interface Program {
  /** A description of the program, for a comment at its beginning. */
  readonly comment?: string;
  readonly config: readonly Setting[];
  /** Resources, sorted so that a resource follows the resources that it refers to. */
  readonly resources: readonly Resource[];
  /** Resources in tables, to which no other resource refers. Default: none. */
  readonly tables?: readonly Table[];
  readonly outputs: readonly { readonly name: string; readonly value: Reference }[];
  /** The identifiers of a file that is a part of a larger program. Default: the writer chooses. */
  readonly symbols?: Symbols;
}

/** The identifiers of a file, each legal in the language and unique in its scope. */
export interface Symbols {
  /** Variables. A text file has a variable only in a language that embeds texts. */
  readonly variables: ReadonlyMap<Named | TextFile, string>;
  /** The texts that this file embeds. Each text is embedded by a single file of the program. */
  readonly embedded: readonly TextFile[];
  /** The function that declares the resources of the file, if the language has such functions. */
  readonly functionName?: string;
}

/** A value in stack config. */
export interface Setting {
  readonly name: string;
  readonly isSecret: boolean;
  /** Members of a setting that is an object of texts. Default: the setting is a text. */
  readonly members?: readonly string[];
  /** True if the value is an integer. Default: the value is a text. */
  readonly isNumber?: boolean;
}

/** The declaration of a resource, or of all resources of a table. */
export interface Declaration {
  /** The class, such as `AgentIngress`. */
  readonly type: string;
  readonly args: Members;
  /** The resource whose deletion deletes the declared resource. */
  readonly deletedWith?: Resource;
  /** True if Pulumi refuses to delete the resource. Default: false. */
  readonly isProtected?: boolean;
}

export interface Resource extends Declaration {
  /** The name in the stack. */
  readonly name: string;
  /** The text that its variable is derived from. Default: the name in the stack. */
  readonly variable?: string;
}

/** Resources of a type that differ in a few plain values of their arguments. A loop declares them. */
export interface Table extends Declaration {
  /** A description of the resources, for a comment. */
  readonly comment?: string;
  /** The values that differ. Arguments refer to columns. */
  readonly columns: readonly Column[];
  /**
   * The secrets of the resources. The name is empty, because the setting of a row has the name of
   * its resource. Default: none.
   */
  readonly secrets?: Setting;
  readonly rows: readonly TableRow[];
}

/** A resource of a table. */
export interface TableRow {
  /** The name in the stack. */
  readonly name: string;
  /** Values in the order of the columns. */
  readonly values: readonly Value[];
}

/** An argument, or a member of an argument, that differs between the resources of a table. */
export interface Column {
  readonly name: string;
  readonly kind: "string" | "secret" | "number" | "boolean";
}

/** A declaration that has a variable in the program. */
export type Named = Setting | Resource | Column;

/** A reference to a setting or a column, to a member of a setting, or to an output of a resource. */
export class Reference {
  constructor(
    readonly to: Named,
    readonly property?: string,
    /** True if the program converts the text to a number. */
    readonly isNumber?: boolean,
  ) {}
}

/** A text of compact JSON. The program contains the object, and serializes it. */
export class Json {
  constructor(readonly members: Members) {}
}

/** A text in a file of the project. The path is relative to the program. */
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

/** The leaf values of a value, at any depth of lists and objects. */
const leafValues = (value: Value): Value[] =>
  Array.isArray(value) || isMembers(value)
    ? Object.values(value).flatMap((item: Value) => leafValues(item))
    : [value];

/** The leaf values of all arguments and tables of a program. */
export const programLeaves = ({ resources, tables = [] }: Program): Value[] => [
  ...[...resources, ...tables].flatMap(({ args }) => leafValues(args)),
  ...tables.flatMap(({ rows }) => rows.flatMap(({ values }) => values)),
];

/**
 * Replaces all leaf values of an object. A list counts as a leaf, and so does an empty object.
 * `path` has the names of members.
 */
export const replaceLeaves = (
  members: Members,
  replace: (value: Value, path: readonly string[]) => Value,
  parentPath: readonly string[] = [],
): Members =>
  Object.fromEntries(
    Object.entries(members).map(([key, value]) => {
      const path = [...parentPath, key];
      if (value instanceof Json)
        return [key, new Json(replaceLeaves(value.members, replace, [...path, "json"]))];
      const isLeaf = !isMembers(value) || Object.keys(value).length === 0;
      return [key, isLeaf ? replace(value, path) : replaceLeaves(value, replace, path)];
    }),
  );

/** The targets of all references in a value, at any depth. */
export const referenceTargets = (value: Value): Named[] =>
  leafValues(value)
    .filter((leaf) => leaf instanceof Reference)
    .map(({ to }) => to);

/** The resources that a declaration refers to. */
export function referencedResources({ args, deletedWith }: Declaration): Resource[] {
  const resources = referenceTargets(args).filter(isResource);
  return deletedWith ? [...resources, deletedWith] : resources;
}

export const isResource = (to: Named): to is Resource => "type" in to;
export const isSetting = (to: Named): to is Setting => "isSecret" in to;
export const isColumn = (to: Named): to is Column => "kind" in to;
