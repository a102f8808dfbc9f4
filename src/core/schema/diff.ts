import { isDeepStrictEqual } from "node:util";
import {
  inputRows,
  itemRow,
  type ObjectRow,
  type ObjectsRow,
  outputRows,
  type Row,
  type Table,
} from "./field";
import { fieldValue, leafBehavior, unlessEmpty } from "./kinds";
import { defined, isObject, isSet, stableJson, type Values } from "./values";
import { isWithin } from "./walk";

/** The canonical form, which equal values share: `undefined` for an absent value, and the value itself if it has no such form. */
export function canonical(row: Row, value: unknown): unknown {
  const present = value === null ? undefined : value;
  if (row.kind === "objects") return canonicalItems(row, present);
  if (row.kind !== "object") return leafBehavior(row).canonical(present, row);
  return isObject(present) ? canonicalObject(row, present) : present;
}

/** True if two values mean the same to the API. */
export const equal = (row: Row, a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(canonical(row, a), canonical(row, b));

/** A service may store an object without members as null. */
function canonicalObject({ fields, exactlyOne }: ObjectRow, values: Values): unknown {
  if (!exactlyOne) return unlessEmpty(canonicalMembers(fields, values));
  const present = inputRows(fields).filter(([key]) => isSet(values[key]));
  // The presence of a member makes a difference, even if the member is empty.
  return defined(present.map(([key, row]) => [key, canonical(row, values[key]) ?? {}]));
}

const canonicalMembers = (table: Table, values: Values): Values =>
  defined(inputRows(table).map(([key, row]) => [key, canonical(row, values[key])]));

function canonicalItems(row: ObjectsRow, items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  if (items.length === 0) return undefined;
  const forms = items.map((item) => (isObject(item) ? canonicalMembers(row.fields, item) : item));
  return row.ordered ? forms : [...new Set(forms.map(stableJson))].sort();
}

/** The difference of a value, and whether it forces replacement. */
export interface Detail {
  readonly kind: "add" | "update" | "delete";
  readonly replace: boolean;
}

/** Values that differ, by their paths, such as `oauth.provider.provider1.teams[1]` or `requestHeaders.add["X-A"]`. */
export type Details = Readonly<Record<string, Detail>>;

/** The smallest differing values of an argument: members of objects, elements of lists, header fields by their names. */
export function detailedDiff(row: Row, path: string, before: unknown, after: unknown): Details {
  const replace = row.createOnly === true;
  return Object.fromEntries(
    [...differences(row, path, before, after)].map(({ at, kind }) => [at, { kind, replace }]),
  );
}

/** The details without the names of members below paths that the program has marked as secret: the names are secret, too. */
export const withoutSecretNames = (
  details: Details,
  secretPaths: readonly string[] = [],
): Details =>
  Object.fromEntries(
    Object.entries(details).map(([path, detail]) => {
      const secret = secretPaths.find((outer) => path !== outer && isWithin(path, outer));
      return secret === undefined ? [path, detail] : [secret, { ...detail, kind: "update" }];
    }),
  );

/** A differing value, by its path. */
interface Difference {
  readonly at: string;
  readonly kind: Detail["kind"];
}

function* differences(
  row: Row,
  path: string,
  before: unknown,
  after: unknown,
): Generator<Difference> {
  if (equal(row, before, after)) return;
  if (!isSet(before)) yield { at: path, kind: "add" };
  else if (!isSet(after)) yield { at: path, kind: "delete" };
  else if (row.kind === "object" && isObject(before) && isObject(after))
    yield* memberDifferences(row, path, before, after);
  else if (row.kind === "headers" && isObject(before) && isObject(after))
    yield* headerDifferences(path, before, after);
  else if (Array.isArray(before) && Array.isArray(after))
    yield* elementDifferences(row, path, before, after);
  else yield { at: path, kind: "update" };
}

/** The differing members of a nested object. If exactly one member may be set, its presence is a difference, even if it is empty. */
function* memberDifferences(
  row: ObjectRow,
  path: string,
  before: Values,
  after: Values,
): Generator<Difference> {
  for (const [key, member] of inputRows(row.fields)) {
    const isAdded = !isSet(before[key]) && isSet(after[key]);
    const isDeleted = isSet(before[key]) && !isSet(after[key]);
    if (row.exactlyOne && (isAdded || isDeleted))
      yield { at: `${path}.${key}`, kind: isAdded ? "add" : "delete" };
    else yield* differences(member, `${path}.${key}`, before[key], after[key]);
  }
}

/** The differing header fields. The letter case of a name makes no difference. */
function* headerDifferences(path: string, before: Values, after: Values): Generator<Difference> {
  const old = new Map(
    Object.entries(before).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  for (const [name, value] of Object.entries(after)) {
    const known = old.get(name.toLowerCase());
    old.delete(name.toLowerCase());
    if (!known) yield { at: headerPath(path, name), kind: "add" };
    else if (fieldValue(known.value) !== fieldValue(value))
      yield { at: headerPath(path, name), kind: "update" };
  }
  for (const { name } of old.values()) yield { at: headerPath(path, name), kind: "delete" };
}

const headerPath = (path: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;

/** The differing elements of a list. A removed and an added element at the same index are an update of that index. */
function* elementDifferences(
  row: Row,
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): Generator<Difference> {
  const oldKeys = elementKeys(row, before);
  const newKeys = elementKeys(row, after);
  const added = indexesOfNewKeys(newKeys, oldKeys);
  const removed = indexesOfNewKeys(oldKeys, newKeys);
  for (const index of new Set([...added, ...removed])) {
    const at = `${path}[${index}]`;
    if (!removed.has(index)) yield { at, kind: "add" };
    else if (!added.has(index)) yield { at, kind: "delete" };
    else if (row.kind === "objects")
      yield* differences(itemRow(row), at, before[index], after[index]);
    else yield { at, kind: "update" };
  }
}

/**
 * Keys that equal elements share. If the order means something, only elements at the same index are equal. The row describes a list,
 * so each element is a list of one.
 */
function elementKeys(row: Row, items: readonly unknown[]): string[] {
  const isOrdered = row.kind === "list" || (row.kind === "objects" && row.ordered);
  return items.map((item, index) => stableJson([canonical(row, [item]), isOrdered && index]));
}

/** The indexes of the keys that are not among the known keys. */
function indexesOfNewKeys(keys: readonly string[], knownKeys: readonly string[]): Set<number> {
  const known = new Set(knownKeys);
  return new Set(keys.flatMap((key, index) => (known.has(key) ? [] : [index])));
}

/** The difference between the state and the arguments that a program declares. */
export interface Diff {
  /** The arguments that changed, by name. */
  readonly changed: readonly string[];
  /** The changed arguments that force replacement. */
  readonly replaces: readonly string[];
  /** Every value that changed, by its path. Changes of provider-only arguments are among them, unless nothing else changed. */
  readonly details: Details;
  /** The outputs that the change does not affect. */
  readonly stables: readonly string[];
  /** True if the object needs an update although its state equals the program: the engine, which compares the two, sees no change. */
  readonly isHidden?: boolean;
}

/** True if the object already has the property that a changed argument declares, so that the change has no effect. */
export type SuppressDiff = (argument: string, state: Values, inputs: Values) => boolean;

/** Compares the state of a resource with the arguments that its program declares now. Sends nothing. */
export function diff(table: Table, state: Values, inputs: Values, suppress?: SuppressDiff): Diff {
  const differing = inputRows(table).filter(
    ([key, row]) => !equal(row, state[key], inputs[key]) && !suppress?.(key, state, inputs),
  );
  const rows = differing.filter(([, row]) => !row.providerOnly);
  const changed = rows.map(([key]) => key);
  const replaces = rows.flatMap(([key, row]) => (row.createOnly ? [key] : []));
  // A provider-only argument controls how the other arguments change. Its change alone needs no update.
  const reported = rows.length > 0 ? differing : [];
  const details = Object.assign(
    {},
    ...reported.map(([key, row]) => detailedDiff(row, key, state[key], inputs[key])),
  );
  return {
    changed,
    replaces,
    details,
    stables: replaces.length > 0 ? [] : stableOutputs(table, changed),
  };
}

/** The outputs that do not depend on a changed argument. */
const stableOutputs = (table: Table, changed: readonly string[]): string[] =>
  outputRows(table)
    .filter(
      ([, { presentWith, repeats = [] }]) =>
        !changed.some((argument) => argument === presentWith || repeats.includes(argument)),
    )
    .map(([key]) => key);
