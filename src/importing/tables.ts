import type { Column, Members, Program, Resource, Setting, Table, Value } from "../codegen/program";
import {
  isMembers,
  isSetting,
  Json,
  Reference,
  referencedResources,
  referenceTargets,
  replaceLeaves,
  TextFile,
} from "../codegen/program";
import { camelCase } from "../core/schema/case";
import { domainLabels, parentDomain } from "./places";

/** A table with fewer rows, or with more columns, is harder to read than single resources. */
const MIN_ROWS = 3;
const MAX_COLUMNS = 4;

/** The largest part of the rows that may have the same value in a column. */
const MAX_EQUAL_SHARE = 2 / 3;

/** The largest length of a table, relative to the length of its resources outside a table. */
const MAX_LENGTH_SHARE = 0.75;

/** The width of a line without quotes and brackets. */
const LINE_WIDTH = 74;

/**
 * Moves similar resources to tables: resources of a type and a group that differ in a few plain
 * values. Keeps their order.
 */
export function groupIntoTables(
  resources: readonly Resource[],
): Required<Pick<Program, "tables" | "resources">> {
  const linked = linkedResources(resources);
  const single = new Map(resources.map((resource) => [resource.name, resource]));
  const tables: Table[] = [];
  for (const findGroup of GROUPINGS) {
    const candidates = [...single.values()]
      .filter((resource) => !linked.has(resource))
      .map((resource) => candidateRow(resource, findGroup));
    for (const rows of Map.groupBy(candidates, ({ tableKey }) => tableKey).values())
      tables.push(...divideIntoTables(rows));
    for (const { name } of tables.flatMap(({ rows }) => rows)) single.delete(name);
  }
  return { tables, resources: [...single.values()] };
}

/** Resources that refer to each other. A row cannot be one of them, because a reference needs a variable. */
function linkedResources(resources: readonly Resource[]): ReadonlySet<Resource> {
  const linked = new Set<Resource>();
  for (const resource of resources) {
    for (const target of referencedResources(resource)) {
      linked.add(resource);
      linked.add(target);
    }
  }
  return linked;
}

/** A group of resources that may share a table. */
interface Group {
  /** A text that is equal for the resources of the group. */
  readonly label: string;
  /** A description of the group for a comment. */
  readonly comment?: string;
}

/**
 * Ways to group resources, the closest group first: hosts of a domain or objects of an edge, then
 * hosts or edges that are alike.
 */
const GROUPINGS: readonly ((args: Members) => Group)[] = [
  ({ domain, edgeId = null }) => {
    const parent = typeof domain === "string" ? parentDomain(domain) : "";
    if (parent === "") return { label: valueKey(edgeId) };
    return { label: parent, comment: `Hosts of ${parent}.` };
  },
  // Objects of different edges may share a table if their other arguments are equal.
  ({ domain, edgeId: _, ...args }) => {
    const [host] = typeof domain === "string" ? domainLabels(domain) : [];
    if (host === undefined) return { label: valueKey(args) };
    return { label: host, comment: `Hosts that are called ${host}.` };
  },
];

/** A resource that may become a row of a table. */
interface CandidateRow extends Resource {
  /** Leaf values of the arguments by their paths. */
  readonly values: ReadonlyMap<string, Value>;
  readonly comment?: string;
  readonly secrets?: Setting;
  /**
   * Equal for resources that may share a table: their type, group, members, and values that a
   * column cannot contain.
   */
  readonly tableKey: string;
}

function candidateRow(resource: Resource, findGroup: (args: Members) => Group): CandidateRow {
  const { secrets, args } = withSecretsOfRow(resource);
  const values = new Map<string, Value>();
  replaceLeaves(args, (value, path) => {
    values.set(path.join(SEPARATOR), value);
    return value;
  });
  const { label, comment } = findGroup(args);
  // A value that fits no column must be equal in all rows.
  const kinds = [...values].map(([path, value]) => [path, columnKind(value) ?? valueKey(value)]);
  return {
    ...resource,
    args,
    values,
    ...(comment !== undefined && { comment }),
    ...(secrets && { secrets }),
    tableKey: JSON.stringify([resource.type, label, kinds]),
  };
}

/**
 * Replaces references to the secrets of a resource by references to a setting without a name, as all rows of a table have it. The
 * loop reads the setting under the name of the row.
 */
function withSecretsOfRow(resource: Resource): { args: Members; secrets?: Setting } {
  const { args, name } = resource;
  const settings = referenceTargets(args).filter(isSetting);
  const setting = settings.find((target) => target.members && target.name === name);
  if (!setting) return { args };
  const secrets = { ...setting, name: "" };
  const replaced = replaceLeaves(args, (value) => {
    if (!(value instanceof Reference) || value.to !== setting) return value;
    return new Reference(secrets, value.property, value.isNumber);
  });
  return { args: replaced, secrets };
}

/** A path whose values differ between rows, with the rows of each value. */
interface Difference {
  readonly path: string;
  readonly parts: readonly (readonly CandidateRow[])[];
}

/** Creates a table of rows, or divides them into several tables that differ in fewer values. */
function divideIntoTables(rows: readonly CandidateRow[]): Table[] {
  const [first] = rows;
  if (!first || rows.length < MIN_ROWS) return [];
  const differences = findDifferences(first, rows);
  const divider = findDivider(differences, rows.length);
  if (divider) return divider.parts.flatMap(divideIntoTables);
  const table = createTable(
    first,
    rows,
    differences.map(({ path }) => path),
  );
  return isShorter(table, rows) ? [table] : [];
}

const findDifferences = ({ values }: CandidateRow, rows: readonly CandidateRow[]): Difference[] =>
  [...values.keys()]
    .map((path) => {
      const parts = Map.groupBy(rows, (row) => valueKey(row.values.get(path)));
      return { path, parts: [...parts.values()] };
    })
    .filter(({ parts }) => parts.length > 1);

/**
 * The difference by which rows are divided: if a table would have too many columns, or if most rows have the same value. It is the
 * difference with the fewest values.
 */
function findDivider(differences: readonly Difference[], rowCount: number): Difference | undefined {
  const hasCommonValue = ({ parts }: Difference) =>
    parts.some(({ length }) => length > rowCount * MAX_EQUAL_SHARE);
  const dividers =
    differences.length > MAX_COLUMNS ? differences : differences.filter(hasCommonValue);
  return dividers.toSorted((a, b) => a.parts.length - b.parts.length)[0];
}

function isShorter(table: Table, rows: readonly CandidateRow[]): boolean {
  const linesOfResources = rows.reduce((sum, { args }) => sum + countLines(args) + 1, 0);
  return countTableLines(table) <= MAX_LENGTH_SHARE * linesOfResources;
}

/** Estimates the lines of a table and its loop. */
function countTableLines({ args, columns, rows }: Table): number {
  const names = columns.map(({ name }) => name).join(": , ");
  let lines = countLines(args) + 4;
  for (const { name, values } of rows) {
    const width = valueKey([name, ...values]).length + names.length;
    lines += width > LINE_WIDTH ? columns.length + 3 : 1;
  }
  return lines;
}

/** Estimates the lines of arguments. */
export function countLines(value: Value): number {
  const members = value instanceof Json ? value.members : value;
  if (!isMembers(members)) return 1;
  return Object.values(members).reduce<number>((sum, member) => sum + countLines(member), 2);
}

function createTable(
  first: CandidateRow,
  rows: readonly CandidateRow[],
  paths: readonly string[],
): Table {
  // The other members are those of the declaration, which all rows share.
  const { name: _, args, values, tableKey: __, ...declaration } = first;
  const columns = paths.map((path): Column => {
    return {
      name: columnName(path, paths),
      kind: columnKind(values.get(path) ?? null) ?? "string",
    };
  });
  return {
    ...declaration,
    args: replaceLeaves(args, (value, path) => {
      const column = columns[paths.indexOf(path.join(SEPARATOR))];
      return column ? new Reference(column) : value;
    }),
    columns,
    rows: rows.map((row) => ({
      name: row.name,
      values: paths.map((path) => row.values.get(path) ?? null),
    })),
  };
}

/** Separates the members of a path. */
const SEPARATOR = "\0";

const lastMember = (path: string): string => path.slice(path.lastIndexOf(SEPARATOR) + 1);

/** The last member of a path, or the whole path if another column has the same last member. */
function columnName(path: string, paths: readonly string[]): string {
  const name = lastMember(path);
  const isUnique = paths.filter((other) => lastMember(other) === name).length === 1;
  // The column `name` is the name of the resource.
  return camelCase(isUnique && name !== "name" ? name : path);
}

/** The kind of a column with a value; undefined if a column cannot contain the value. */
function columnKind(value: Value): Column["kind"] | undefined {
  if (value instanceof TextFile) return "string";
  if (value instanceof Reference) return referenceKind(value);
  return typeof value === "object" ? undefined : (typeof value as Column["kind"]);
}

function referenceKind({ to }: Reference): Column["kind"] | undefined {
  if (!isSetting(to)) return "string";
  // All rows have the same reference to a setting without a name.
  if (to.name === "") return undefined;
  return to.isSecret ? "secret" : "string";
}

/** A text that is equal for equal values. */
const valueKey = (value: Value | undefined): string =>
  JSON.stringify(value, (_, member) =>
    member instanceof Reference ? { to: member.to.name, property: member.property } : member,
  );
