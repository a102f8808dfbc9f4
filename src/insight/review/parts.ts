import { equal } from "../../core/schema/canonical";
import type { Row, Table } from "../../core/schema/field";
import { isObject, isSet, UNKNOWN, type Values } from "../../core/schema/values";
import type { Part, Subject } from "./ingress";
import { MASK } from "./preview";

/** Whether a module is there and in force; one of which only an apply will tell counts as in force. */
export const on = (part: Part | undefined): boolean => part !== undefined && part.values.enabled !== false;

/** The value at a path; below a value that is not known, or a secret, it is the same. */
export function valueAt({ values }: Part, path: string): unknown {
  let value: unknown = values;
  for (const key of path.split(".")) {
    if (value === UNKNOWN || value === MASK) return value;
    value = isObject(value) ? value[key] : undefined;
  }
  return value;
}

/** The texts of a list, as far as they are known; nothing can be said of a list that is a secret or not known. */
export function listAt(part: Part, path: string): string[] | undefined {
  const value = valueAt(part, path);
  if (value === UNKNOWN || value === MASK) return undefined;
  if (!Array.isArray(value)) return [];
  return value.map((item) => String(isObject(item) ? (item.value ?? JSON.stringify(item)) : item));
}

/** What a list has more, unknown elements left out. */
export const addedTo = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter((item) => !before.includes(item) && item !== UNKNOWN && item !== MASK);

/** A known text. */
export function textAt(part: Part, path: string): string | undefined {
  const value = valueAt(part, path);
  return typeof value === "string" && value !== UNKNOWN && value !== MASK && value !== "" ? value : undefined;
}

/** The names of the members that an object at a path has, as far as that is known. */
export function membersAt(part: Part, path: string): string[] {
  const value = valueAt(part, path);
  return isObject(value) ? Object.keys(value).filter((key) => isSet(value[key])) : [];
}

/** A difference between two parts of the same table, by the path of its argument. */
export interface Difference {
  readonly path: string;
  readonly row: Row;
  /** What the review can tell of it. */
  readonly is: "changed" | "unknown" | "hidden" | "uncertain";
}

/** What differs between two parts, leaf by leaf; spelling and order that mean nothing are no difference. */
export const differences = (before: Part, after: Part): Difference[] =>
  tableDifferences(before.table, before.values, after.values, "", hiddenAs(before, after));

type Hidden = (path: string) => Difference["is"] | undefined;

/** A secret has changed where the engine says so; it says nothing of one that moves to another resource. */
const hiddenAs =
  (before: Part, after: Part): Hidden =>
  (path) => {
    if (before.source.urn !== after.source.urn || before.source.prefix !== after.source.prefix) return "uncertain";
    const isAt = (changed: string) =>
      changed === "" ||
      // It stands for a module that is a secret as a whole.
      path === "enabled" ||
      changed === path ||
      path.startsWith(`${changed}.`) ||
      (/^[.[]/.test(changed.slice(path.length)) && changed.startsWith(path));
    return after.source.changed.some(isAt) ? "hidden" : undefined;
  };

function tableDifferences(table: Table, before: Values, after: Values, below: string, hidden: Hidden): Difference[] {
  return Object.entries(table).flatMap(([key, row]) => {
    // Where a module is, the subject says that it belongs to.
    if (row.output || row.providerOnly || (row.pathParameter && "adopt" in table)) return [];
    return rowDifferences(row, before[key], after[key], below + key, hidden);
  });
}

function rowDifferences(row: Row, before: unknown, after: unknown, path: string, hidden: Hidden): Difference[] {
  if (row.kind === "object" && isObject(before) && isObject(after)) {
    return tableDifferences(row.fields, before, after, `${path}.`, hidden);
  }
  if (hasUnknown(after)) return [{ path, row, is: "unknown" }];
  if ((after === MASK || before === MASK) && isSet(before)) {
    const is = hidden(path);
    return is ? [{ path, row, is }] : [];
  }
  return equal(row, before, after) ? [] : [{ path, row, is: "changed" }];
}

const hasUnknown = (value: unknown): boolean =>
  value === UNKNOWN ||
  (Array.isArray(value) && value.some(hasUnknown)) ||
  (isObject(value) && Object.values(value).some(hasUnknown));

/** Whether a route serves requests: one of whose backend the program says nothing may. */
export function serves({ kind }: Subject, side: Subject["before"], was?: Subject["before"]): boolean {
  if (kind !== "route") return true;
  const { backend } = side.modules;
  // A backend that is taken out of the arguments is disabled.
  return backend ? on(backend) : !on(was?.modules.backend);
}
