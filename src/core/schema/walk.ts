import { isWrappedSecret } from "../pulumi/engine-values";
import type { Row, Table } from "./field";
import { isPlainObject, type Values } from "./values";

/** A value that a walk visits; `undefined` if the table has a row for which there is no value. */
export interface Visited {
  /** The row of the value; for a member of a map, the row of the map. Undefined if the table has none. */
  readonly row: Row | undefined;
  readonly value: unknown;
  /** The name of the member that has the value. */
  readonly key: string;
  /** The names of rows with dots between them, then those of a map's members, as in `requestHeaders.add["X-A"]`. */
  readonly path: string;
  /** The names in the path. */
  readonly names: readonly string[];
  /** The object that has the value as a member, and its table, which is empty for a map. */
  readonly siblings: Values;
  readonly table: Table;
  /** True if the value has members to visit: those of a nested object, or of a map. A value that is wrapped as a whole has none. */
  readonly isOpen: boolean;
  /** Visits the members, and returns the resulting object; without members, the value itself. */
  below(): unknown;
}

type Position = Omit<Visited, "isOpen" | "below">;

/** True if a value is an object whose members have rows. The names of these members are the API's; those in a map are the program's. */
export const isNested = ({ row, isOpen }: Visited): boolean => row?.kind === "object" && isOpen;

/** Returns the value to put in place of the visited value. `undefined` leaves the member out. */
export type Visit = (visited: Visited) => unknown;

/** Visits all values, and then the rows without a value; returns the resulting object. */
export const walk = (table: Table, values: Values, visit: Visit): Record<string, unknown> =>
  walkObject(table, values, visit, "", []);

/** All values of a walk, in its order: an object comes before its members. */
export function visits(table: Table, values: Values): readonly Visited[] {
  const found: Visited[] = [];
  walk(table, values, (visited) => {
    found.push(visited);
    visited.below();
  });
  return found;
}

function walkObject(
  table: Table,
  siblings: Values,
  visit: Visit,
  path: string,
  names: readonly string[],
) {
  const absent = Object.keys(table).filter((key) => !Object.hasOwn(siblings, key));
  const positions = [...Object.keys(siblings), ...absent].map((key) => {
    const row = Object.hasOwn(table, key) ? table[key] : undefined;
    const value = siblings[key];
    return { row, value, key, path: path + key, names: [...names, key], siblings, table };
  });
  return visitAll(positions, visit);
}

function walkMap(
  { row, path, names }: Pick<Position, "row" | "path" | "names">,
  siblings: Values,
  visit: Visit,
) {
  const positions = Object.entries(siblings).map(([name, value]) => {
    return {
      row,
      value,
      key: name,
      path: memberPath(path, name),
      names: [...names, name],
      siblings,
      table: {},
    };
  });
  return visitAll(positions, visit);
}

function visitAll(positions: readonly Position[], visit: Visit): Record<string, unknown> {
  // Every operation walks its values several times: a loop costs less than mapping and filtering.
  const members: [string, unknown][] = [];
  for (const position of positions) {
    const member = visit(visited(position, visit));
    if (member !== undefined) members.push([position.key, member]);
  }
  return Object.fromEntries(members);
}

function visited(position: Position, visit: Visit): Visited {
  const { row, value, path, names } = position;
  const mayBeOpen = isPlainObject(value) && !isWrappedSecret(value);
  const isOpen = mayBeOpen && row !== undefined && (row.kind === "object" || isMap(row));
  const below = () => {
    if (!isOpen) return value;
    if (row.kind === "object") return walkObject(row.fields, value, visit, `${path}.`, names);
    return walkMap({ row, path, names }, value, visit);
  };
  return { ...position, isOpen, below };
}

/** True if a row's values are maps: the program chooses the names of their members. */
export const isMap = ({ kind }: Row): boolean => kind === "headers" || kind === "json";

/** The path of a member of the map at a path. */
export const memberPath = (path: string, name: string): string =>
  `${path}[${JSON.stringify(name)}]`;

/** True if a path equals another path, or is below it. */
export const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && /^([.[]|$)/.test(path.slice(outer.length));

/** A path without the names of members of maps, which may be secret. */
export const withoutMembers = (path: string): string =>
  path.replaceAll(/\["(?:[^"\\]|\\.)*"\]/g, '["[secret]"]');
