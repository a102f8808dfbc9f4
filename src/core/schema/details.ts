import { canonical, equal } from "./canonical";
import { inputRows, type ObjectsRow, type Row, type Table } from "./field";
import { isWithin } from "./paths";
import { isObject, isSet, type Values } from "./values";

/** How a value differs, and whether that replaces the resource. */
export interface Detail {
  readonly kind: "add" | "update" | "delete";
  readonly replace: boolean;
}

/** Values that differ, by their paths, such as `oauth.provider.provider1.teams[1]` or `requestHeaders.add["X-A"]`. */
export type Details = Readonly<Record<string, Detail>>;

/** The smallest values of an argument that differ: of a set its elements, of header fields each by its name. */
export function detailsOf(row: Row, path: string, before: unknown, after: unknown): Details {
  const replace = row.createOnly === true;
  return Object.fromEntries([...pathsOf(row, path, before, after)].map(([at, kind]) => [at, { kind, replace }]));
}

/** The same, of what the program has marked as secret only that it differs: below it stand names that are secrets too. */
export function withoutSecretNames(details: Details, secretPaths: readonly string[] = []): Details {
  const entries = Object.entries(details).map(([path, detail]): [string, Detail] => {
    const secret = secretPaths.find((outer) => path !== outer && isWithin(path, outer));
    return secret === undefined ? [path, detail] : [secret, { ...detail, kind: "update" }];
  });
  return Object.fromEntries(entries);
}

type Difference = readonly [path: string, kind: Detail["kind"]];

function* pathsOf(row: Row, path: string, before: unknown, after: unknown): Generator<Difference> {
  if (equal(row, before, after)) return;
  if (!isSet(before)) yield [path, "add"];
  else if (!isSet(after)) yield [path, "delete"];
  else if (row.kind === "object" && isObject(before) && isObject(after))
    yield* inObject(row.fields, path, before, after);
  else if (row.kind === "headers" && isObject(before) && isObject(after)) yield* inHeaders(path, before, after);
  else if (Array.isArray(before) && Array.isArray(after)) yield* inArray(row, path, before, after);
  else yield [path, "update"];
}

function* inObject(fields: Table, path: string, before: Values, after: Values): Generator<Difference> {
  for (const [key, row] of inputRows(fields)) {
    yield* pathsOf(row, `${path}.${key}`, before[key], after[key]);
  }
}

/** By names, whose letter case makes no difference. */
function* inHeaders(path: string, before: Values, after: Values): Generator<Difference> {
  const old = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  for (const [name, value] of Object.entries(after)) {
    const known = old.get(name.toLowerCase());
    old.delete(name.toLowerCase());
    if (!known) yield [member(path, name), "add"];
    else if (known.value !== value) yield [member(path, name), "update"];
  }
  for (const { name } of old.values()) yield [member(path, name), "delete"];
}

const member = (path: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;

function inArray(row: Row, path: string, before: readonly unknown[], after: readonly unknown[]): Iterable<Difference> {
  const isOrdered = row.kind === "list" || (row.kind === "objects" && row.ordered === true);
  return isOrdered ? inOrder(row, path, before, after) : inSet(row, path, before, after);
}

function* inOrder(
  row: Row,
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): Generator<Difference> {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const at = `${path}[${index}]`;
    if (row.kind === "objects") yield* pathsOf(itemOf(row), at, before[index], after[index]);
    else if (index >= before.length) yield [at, "add"];
    else if (index >= after.length) yield [at, "delete"];
    else if (before[index] !== after[index]) yield [at, "update"];
  }
}

const itemOf = ({ fields }: ObjectsRow): Row => ({ kind: "object", fields });

/** What is gone has the index that it had; what stands there now has taken its place. */
function* inSet(row: Row, path: string, before: readonly unknown[], after: readonly unknown[]): Generator<Difference> {
  const found = new Map<number, Detail["kind"]>(indexesOfOwn(row, after, before).map((index) => [index, "add"]));
  for (const index of indexesOfOwn(row, before, after)) found.set(index, found.has(index) ? "update" : "delete");
  for (const [index, kind] of found) {
    const at = `${path}[${index}]`;
    if (kind === "update" && row.kind === "objects") yield* pathsOf(itemOf(row), at, before[index], after[index]);
    else yield [at, kind];
  }
}

/** Where the elements stand that the others do not have. */
function indexesOfOwn(row: Row, items: readonly unknown[], others: readonly unknown[]): number[] {
  const keys = new Set(others.map((item) => keyOf(row, item)));
  return items.flatMap((item, index) => (keys.has(keyOf(row, item)) ? [] : [index]));
}

/** Equal elements have the same key. */
const keyOf = (row: Row, item: unknown): string => JSON.stringify(canonical(row, [item]));
