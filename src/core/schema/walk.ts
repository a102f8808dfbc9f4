import { isWrappedSecret } from "../pulumi/engine-values";
import type { Row, Table } from "./field";
import { isPlainObject, type Values } from "./values";

/** A value that a walk comes to; `undefined` if the table has a row and the values have nothing. */
export interface Visited {
  /** Undefined if the table has none; the row of a map, for its members. */
  readonly row: Row | undefined;
  readonly value: unknown;
  /** The names of rows with dots between them, then those of a map's members, as in `requestHeaders.add["X-A"]`. */
  readonly path: string;
  /** The names that the path consists of. */
  readonly names: readonly string[];
  /** The object that has the value as a member, and its table, which is empty for a map. */
  readonly siblings: Values;
  readonly table: Table;
  /** Whether it has members to visit: those of a nested object, or of a map. What is wrapped as a whole has none. */
  readonly isOpen: boolean;
  /** Visits the members, and gives the object that results. Without members, it is the value itself. */
  below(): unknown;
}

type Position = Omit<Visited, "isOpen" | "below">;

/** Whether a value is an object whose members have rows: their names are the API's, in a map they are the program's. */
export const isNested = ({ row, isOpen }: Visited): boolean => row?.kind === "object" && isOpen;

/** Gives what is to be in the place of a value; what is `undefined` is left out. */
export type Visit = (visited: Visited) => unknown;

/** Visits all values, and then the rows without one; gives the object that results. */
export const walk = (table: Table, values: Values, visit: Visit): Record<string, unknown> =>
  inObject(table, values, visit, "", []);

/** All values that a walk comes to, each before those below it. */
export function visits(table: Table, values: Values): readonly Visited[] {
  const found: Visited[] = [];
  walk(table, values, (visited) => {
    found.push(visited);
    visited.below();
  });
  return found;
}

function inObject(
  table: Table,
  siblings: Values,
  visit: Visit,
  path: string,
  names: readonly string[],
) {
  const others = Object.keys(table).filter((key) => !Object.hasOwn(siblings, key));
  const positions = [...Object.keys(siblings), ...others].map((key) => {
    const row = Object.hasOwn(table, key) ? table[key] : undefined;
    return { row, value: siblings[key], path: path + key, names: [...names, key], siblings, table };
  });
  return visitAll(positions, visit);
}

function inMap(
  { row, path, names }: Pick<Position, "row" | "path" | "names">,
  siblings: Values,
  visit: Visit,
) {
  const positions = Object.entries(siblings).map(([name, value]) => {
    return {
      row,
      value,
      path: memberPath(path, name),
      names: [...names, name],
      siblings,
      table: {},
    };
  });
  return visitAll(positions, visit);
}

function visitAll(positions: readonly Position[], visit: Visit): Record<string, unknown> {
  // Every operation walks each of its values several times: a loop costs less than pairs that are filtered.
  const members: [string, unknown][] = [];
  for (const position of positions) {
    const member = visit(visited(position, visit));
    if (member !== undefined) members.push([String(position.names.at(-1)), member]);
  }
  return Object.fromEntries(members);
}

function visited({ row, value, path, names, siblings, table }: Position, visit: Visit): Visited {
  const mayBeOpen = isPlainObject(value) && !isWrappedSecret(value);
  const isOpen = mayBeOpen && row !== undefined && (row.kind === "object" || isMap(row));
  const below = () => {
    if (!isOpen) return value;
    if (row.kind === "object") return inObject(row.fields, value, visit, `${path}.`, names);
    return inMap({ row, path, names }, value, visit);
  };
  return { row, value, path, names, siblings, table, isOpen, below };
}

/** Whether a row's values are maps: the program chooses the names of their members. */
export const isMap = ({ kind }: Row): boolean => kind === "headers" || kind === "json";

/** The path of a member of the map at a path. */
export const memberPath = (path: string, name: string): string =>
  `${path}[${JSON.stringify(name)}]`;

/** Whether a path is another one, or leads to something below it. */
export const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && /^([.[]|$)/.test(path.slice(outer.length));

/** A path without the names of maps' members, which may be secrets. */
export const withoutMembers = (path: string): string =>
  path.replaceAll(/\["(?:[^"\\]|\\.)*"\]/g, '["[secret]"]');
