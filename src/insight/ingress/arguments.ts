import type { Table } from "../../core/schema/field";
import { isPlainObject, isSet, type Values } from "../../core/schema/values";
import type { StackResource } from "../engine/resource";
import {
  type Hidden,
  hiddenIn,
  type Item,
  isHidden,
  isValueMap,
  readValues,
  SECRET,
  type Value,
  type ValueMap,
} from "./value";

/** The place in the program that declares arguments. The key identifies the resource in every stack of its program. */
export interface Declaration
  extends Pick<StackResource, "urn" | "key" | "name" | "line" | "provider"> {
  /** Class and name of the resource. */
  readonly resource: string;
  /** The argument that contains the arguments, such as `oauth` of a route; empty for a resource whose arguments they are. */
  readonly prefix: string;
}

/** Arguments that belong together: those of a module, wherever the program declares it, or those of an object. */
export interface Arguments {
  readonly table: Table;
  /** Empty if the arguments are hidden as a whole. */
  readonly values: ValueMap;
  /** The reason why the arguments are hidden as a whole, so that no value can be read. Default: they are not. */
  readonly hidden?: Hidden;
  readonly declaration: Declaration;
  /**
   * The argument that decides which object has the module, if its value is hidden and may be the id of another object: then the
   * module may belong to that object.
   */
  readonly uncertainOwner?: string;
}

/** Reads the arguments of a resource. */
export const readArguments = (resource: StackResource, values: Values, table: Table): Arguments =>
  argumentsIn(values, { resource, table, prefix: "" });

/** Reads the arguments of the module that an argument of a resource configures. */
export const readModuleArguments = (
  resource: StackResource,
  values: Values,
  table: Table,
  argument: string,
): Arguments => argumentsIn(values[argument], { resource, table, prefix: argument });

interface ArgumentsPlace {
  readonly resource: StackResource;
  readonly table: Table;
  /** The prefix of the arguments' {@link Declaration}. */
  readonly prefix: string;
}

function argumentsIn(values: unknown, { resource, table, prefix }: ArgumentsPlace): Arguments {
  const { marked } = resource;
  const declaration = declarationOf(resource, prefix);
  if (!isPlainObject(values) || marked.includes(prefix)) {
    return { table, values: {}, hidden: hiddenIn(values) ?? SECRET, declaration };
  }
  const pathPrefix = prefix === "" ? "" : `${prefix}.`;
  return { table, values: readValues(table, values, pathPrefix, marked), declaration };
}

const declarationOf = (
  { urn, key, type, name, line, provider }: StackResource,
  prefix: string,
): Declaration => ({ urn, key, name, line, provider, prefix, resource: `${type} ${name}` });

/** True for a module that is configured and in force. If `enabled` is hidden, the module counts as in force. */
export const isInForce = (args: Arguments | undefined): args is Arguments =>
  args !== undefined && args.values.enabled !== false;

/** The value at a path. A value below a hidden value is hidden, too. */
export function valueAt({ values, hidden }: Arguments, path: string): Value {
  let value: Value = hidden ?? values;
  for (const name of path.split(".")) {
    if (isHidden(value)) return value;
    value = isValueMap(value) ? value[name] : undefined;
  }
  return value;
}

/** The reason why the value at a path is hidden; `undefined` if the value is plain. */
export function hiddenAt(args: Arguments, path: string): Hidden | undefined {
  const value = valueAt(args, path);
  return isHidden(value) ? value : undefined;
}

/** The elements of a list of texts; `undefined` for a list that is hidden. */
export function listAt(args: Arguments, path: string): Item[] | undefined {
  const value = valueAt(args, path);
  if (isHidden(value)) return undefined;
  return Array.isArray(value) ? value.map(itemOf) : [];
}

/** An element of a list: a text, or the `value` of an object. */
function itemOf(element: Value): Item {
  if (isHidden(element)) return element;
  if (!isValueMap(element)) return String(element);
  return itemOf(element.value ?? JSON.stringify(element));
}

/** The texts of a list, without its hidden elements. */
export const textsIn = (items: readonly Item[]): string[] =>
  items.filter((item) => typeof item === "string");

/** The texts that only the second list has. */
export const addedTo = (before: readonly Item[], after: readonly Item[]): string[] =>
  textsIn(after).filter((item) => !before.includes(item));

/** A text that is known, and not empty. */
export function textAt(args: Arguments, path: string): string | undefined {
  const value = valueAt(args, path);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The names of the members of the object at a path, as far as they are known. */
export function membersAt(args: Arguments, path: string): string[] {
  const value = valueAt(args, path);
  return isValueMap(value) ? Object.keys(value).filter((name) => isSet(value[name])) : [];
}
