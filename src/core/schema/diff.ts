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

/** The form that equal values share: `undefined` if it is absent, and the value itself if it has no such form. */
export function canonical(row: Row, value: unknown): unknown {
  const present = value === null ? undefined : value;
  if (row.kind === "objects") return canonicalItems(row, present);
  if (row.kind !== "object") return leafBehavior(row).canonical(present, row);
  return isObject(present) ? canonicalObject(row, present) : present;
}

/** Whether two values mean the same to the API. */
export const equal = (row: Row, a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(canonical(row, a), canonical(row, b));

/** A service may store an object without members as null. */
function canonicalObject({ fields, exactlyOne }: ObjectRow, values: Values): unknown {
  if (!exactlyOne) return unlessEmpty(canonicalMembers(fields, values));
  const stated = inputRows(fields).filter(([key]) => isSet(values[key]));
  // Which one there is makes a difference, whatever it has.
  return defined(stated.map(([key, row]) => [key, canonical(row, values[key]) ?? {}]));
}

const canonicalMembers = (table: Table, values: Values): Values =>
  defined(inputRows(table).map(([key, row]) => [key, canonical(row, values[key])]));

function canonicalItems(row: ObjectsRow, items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  if (items.length === 0) return undefined;
  const forms = items.map((item) => (isObject(item) ? canonicalMembers(row.fields, item) : item));
  return row.ordered ? forms : [...new Set(forms.map(stableJson))].sort();
}

/** How a value differs, and whether that replaces the resource. */
export interface Detail {
  readonly kind: "add" | "update" | "delete";
  readonly replace: boolean;
}

/** Values that differ, by their paths, such as `oauth.provider.provider1.teams[1]` or `requestHeaders.add["X-A"]`. */
export type Details = Readonly<Record<string, Detail>>;

/** The smallest values of an argument that differ: of a set its elements, of header fields each by its name. */
export function detailedDiff(row: Row, path: string, before: unknown, after: unknown): Details {
  const replace = row.createOnly === true;
  return Object.fromEntries(
    [...pathsOf(row, path, before, after)].map(([at, kind]) => [at, { kind, replace }]),
  );
}

/** The details without the names of members below paths that the program has marked: these names are secrets, too. */
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

type Difference = readonly [path: string, kind: Detail["kind"]];

function* pathsOf(row: Row, path: string, before: unknown, after: unknown): Generator<Difference> {
  if (equal(row, before, after)) return;
  if (!isSet(before)) yield [path, "add"];
  else if (!isSet(after)) yield [path, "delete"];
  else if (row.kind === "object" && isObject(before) && isObject(after))
    yield* inMembers(row, path, before, after);
  else if (row.kind === "headers" && isObject(before) && isObject(after))
    yield* inHeaders(path, before, after);
  else if (Array.isArray(before) && Array.isArray(after)) yield* inArray(row, path, before, after);
  else yield [path, "update"];
}

/** If exactly one member is set, its presence makes a difference, even if it is empty. */
function* inMembers(
  row: ObjectRow,
  path: string,
  before: Values,
  after: Values,
): Generator<Difference> {
  for (const [key, member] of inputRows(row.fields)) {
    const isAdded = !isSet(before[key]) && isSet(after[key]);
    const isDeleted = isSet(before[key]) && !isSet(after[key]);
    if (row.exactlyOne && (isAdded || isDeleted))
      yield [`${path}.${key}`, isAdded ? "add" : "delete"];
    else yield* pathsOf(member, `${path}.${key}`, before[key], after[key]);
  }
}

/** By names, whose letter case makes no difference. */
function* inHeaders(path: string, before: Values, after: Values): Generator<Difference> {
  const old = new Map(
    Object.entries(before).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  for (const [name, value] of Object.entries(after)) {
    const known = old.get(name.toLowerCase());
    old.delete(name.toLowerCase());
    if (!known) yield [member(path, name), "add"];
    else if (fieldValue(known.value) !== fieldValue(value)) yield [member(path, name), "update"];
  }
  for (const { name } of old.values()) yield [member(path, name), "delete"];
}

const member = (path: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;

/** A removed element has its old index, an added one its new index; one of each at the same index is an update. */
function* inArray(
  row: Row,
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): Generator<Difference> {
  const old = keysOf(row, before);
  const current = keysOf(row, after);
  const kinds = new Map<number, Detail["kind"]>(
    indexesOfOwn(current, old).map((index) => [index, "add"]),
  );
  for (const index of indexesOfOwn(old, current))
    kinds.set(index, kinds.has(index) ? "update" : "delete");
  for (const [index, kind] of kinds) {
    const at = `${path}[${index}]`;
    if (kind === "update" && row.kind === "objects")
      yield* pathsOf(itemRow(row), at, before[index], after[index]);
    else yield [at, kind];
  }
}

/** Equal elements have the same key: if their order means something, only elements at the same index are equal. */
function keysOf(row: Row, items: readonly unknown[]): string[] {
  const isOrdered = row.kind === "list" || (row.kind === "objects" && row.ordered);
  return items.map((item, index) => stableJson([canonical(row, [item]), isOrdered && index]));
}

/** The indexes of the keys that the others do not have. */
function indexesOfOwn(keys: readonly string[], others: readonly string[]): number[] {
  const known = new Set(others);
  return keys.flatMap((key, index) => (known.has(key) ? [] : [index]));
}

/** How the arguments that a program states differ from the state. */
export interface Diff {
  /** The arguments that changed, by name. */
  readonly changed: readonly string[];
  /** Those of them that only a new object can have. */
  readonly replaces: readonly string[];
  /** Every value that changed, by its path. If there is any, changes of arguments for the provider alone are among them. */
  readonly details: Details;
  /** The outputs that stay as they are. */
  readonly stables: readonly string[];
  /** Whether the arguments are as they were, and the object has to be updated nevertheless: the engine cannot see why. */
  readonly isHidden?: boolean;
}

/** Whether the object already is what a changed argument asks for, so that the change asks for nothing. */
export type SuppressDiff = (argument: string, state: Values, inputs: Values) => boolean;

/** Compares the state of a resource with the arguments that its program states now. Sends nothing. */
export function diff(table: Table, state: Values, inputs: Values, suppress?: SuppressDiff): Diff {
  const differing = inputRows(table).filter(
    ([key, row]) => !equal(row, state[key], inputs[key]) && !suppress?.(key, state, inputs),
  );
  const rows = differing.filter(([, row]) => !row.providerOnly);
  const changed = rows.map(([key]) => key);
  const replaces = rows.flatMap(([key, row]) => (row.createOnly ? [key] : []));
  // An argument for the provider alone controls how the others change; its own change is not one.
  const reported = rows.length > 0 ? differing : [];
  const details = Object.assign(
    {},
    ...reported.map(([key, row]) => detailedDiff(row, key, state[key], inputs[key])),
  );
  return {
    changed,
    replaces,
    details,
    stables: replaces.length > 0 ? [] : stablesOf(table, changed),
  };
}

/** The outputs that follow from no argument that changed. */
const stablesOf = (table: Table, changed: readonly string[]): string[] =>
  outputRows(table).flatMap(([key, { presentWith, repeats = [] }]) =>
    changed.some((argument) => argument === presentWith || repeats.includes(argument)) ? [] : [key],
  );
