import type { Table } from "../../core/schema/field";
import { isObject, isPlainObject, isSet, UNKNOWN, type Values } from "../../core/schema/values";
import type { Step } from "../engine/preview";
import type { StackResource } from "../engine/resource";
import { MASK, maskedArguments } from "../engine/secrets";

/** Where in the program arguments are. The key identifies the resource in every stack of its program. */
export interface Declaration extends Pick<StackResource, "urn" | "key" | "name" | "line" | "provider"> {
  /** Class and name of the resource. */
  readonly resource: string;
  /** The argument that holds them: `oauth` of a route; empty for a resource of its own. */
  readonly prefix: string;
  /**
   * What keeps a module resource until its route goes: the engine, or the plugin, which knows that the program declares the
   * route, but not in a destroy, in which no program runs.
   */
  readonly staysBy: "engine" | "plugin" | undefined;
  /** Whether an argument comes from an object of this package that the change creates, whose outputs are no secrets. */
  readonly isDerived: boolean;
  /** Paths that the engine found different, below the prefix. */
  readonly changed: readonly string[];
  /** Whether the engine replaces the resource. */
  readonly isReplaced: boolean;
  /** Whether the engine imports the object, which is on the server already. */
  readonly isImported: boolean;
  /** What becomes of the object if the program removes it: why it stays, or `disabled`; `undefined` if it is deleted. */
  readonly removal: KeptBecause | "disabled" | undefined;
}

/** Why an object that the program no longer manages stays on the server. */
export type KeptBecause = "routeDeletion" | "retainOnDelete" | "retainRemovedModules" | "lookup";

/** Arguments that belong together: those of a module, wherever it is declared, or a resource's own. Secrets are masked. */
export interface Arguments {
  readonly table: Table;
  readonly values: Values;
  readonly declaration: Declaration;
  /** The same for people to read: without what is a secret on either side of the change. Default: the block as it is. */
  readonly shown?: Arguments;
  /** All of it is a secret, or known only at apply, so that nothing else can be read. */
  readonly hidden?: unknown;
  /** Why it stays on the server as it is, although the program no longer declares it. */
  readonly keptBecause?: KeptBecause | undefined;
  /** The argument that only an apply will know, and that says which route or edge has it: it may stay, or go. */
  readonly ownerUnknown?: string;
}

/** A resource, with the values to read its arguments from; and, of a change, what the engine does to it. */
export interface ResourceVersion extends Partial<Pick<Step, "op" | "changed">>, Partial<Pick<Declaration, "removal">> {
  readonly resource: StackResource;
  readonly values: Values;
  /** The arguments that come from objects of this package that are created. */
  readonly derived?: readonly string[];
  /** The values before the change, of what stays. */
  readonly previous?: Values;
  /** Why it stays on the server as it is, although the program no longer manages it. */
  readonly keptBecause?: KeptBecause;
}

/** The arguments of a resource, or of the module that one of its arguments configures. */
export function readArguments(entry: ResourceVersion, table: Table, prefix = ""): Arguments {
  const { resource, values, op = "same", changed = [], derived, removal, keptBecause } = entry;
  const { urn, key, type, name, line, deletedWith, marked, outputs, provider } = resource;
  const below = prefix === "" ? "" : `${prefix}.`;
  const own = changed.filter((path) => path === prefix || path.startsWith(below));
  const held = prefix === "" ? values : values[prefix];
  const isReadable = isPlainObject(held) && !marked.includes(prefix);
  const hidden = held === UNKNOWN ? UNKNOWN : MASK;
  const staysByPlugin = outputs.__isOnDeclared === true ? "plugin" : undefined;
  const staysBy = deletedWith === undefined ? staysByPlugin : "engine";
  return {
    table,
    keptBecause,
    values: isReadable ? maskedArguments(table, held, below, marked) : { enabled: hidden },
    ...(!isReadable && { hidden }),
    declaration: {
      urn,
      key,
      name,
      provider,
      prefix,
      staysBy,
      removal,
      resource: `${type} ${name}`,
      isReplaced: op.includes("replace"),
      isImported: op.startsWith("import"),
      ...(line && { line }),
      isDerived: (prefix === "" ? Object.keys(table) : [prefix]).some((argument) => derived?.includes(argument)),
      changed: own.map((path) => path.slice(below.length)),
    },
  };
}

/** What of a block people may read. */
export const shown = (args: Arguments): Arguments => args.shown ?? args;

/** Whether a module is configured and in force. If only an apply will know, it counts as in force. */
export const isInForce = (args: Arguments | undefined): boolean => args !== undefined && args.values.enabled !== false;

/** The value at a path. What is below a secret, or below a value that is not known, is that value, too. */
export function valueAt({ values, hidden }: Arguments, path: string): unknown {
  const below = (value: unknown, key: string) => {
    if (isObject(value)) return value[key];
    return isHidden(value) ? value : undefined;
  };
  return path.split(".").reduce(below, hidden ?? values);
}

/** The texts of a list, as far as they are known; `undefined` for a list that is a secret or not known. */
export function listAt(args: Arguments, path: string): string[] | undefined {
  const value = valueAt(args, path);
  if (isHidden(value)) return undefined;
  if (!Array.isArray(value)) return [];
  return value.map((item) => String(isObject(item) ? (item.value ?? JSON.stringify(item)) : item));
}

/** The elements that only the second list has, without unknown ones. */
export const addedTo = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter((item) => !before.includes(item) && !isHidden(item));

/** A text that is known, and not empty. */
export function textAt(args: Arguments, path: string): string | undefined {
  const value = valueAt(args, path);
  return typeof value === "string" && !isHidden(value) && value !== "" ? value : undefined;
}

/** The names of the members of the object at a path, as far as they are known. */
export function membersAt(args: Arguments, path: string): string[] {
  const value = valueAt(args, path);
  return isObject(value) ? Object.keys(value).filter((key) => isSet(value[key])) : [];
}

/** Whether a value is not shown: a secret, or known only at apply. */
export const isHidden = (value: unknown): boolean => value === UNKNOWN || value === MASK;
