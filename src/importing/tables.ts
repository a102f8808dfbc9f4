import type { Column, Members, Program, Resource, Setting, Table, Value } from "../codegen/program";
import { isMembers, isResource, isSetting, Json, Reference, replaced, TextFile, targetsOf } from "../codegen/program";
import { camelCase } from "../core/schema/case";
import { labelsOf, zoneOf } from "./split";

/** Fewer equal resources are easier to read one by one. */
const FEWEST = 3;

/** More columns than a person would read as a table. */
const MOST_COLUMNS = 4;

/** A value that a larger part of the resources has is no column. */
const MOST_EQUAL = 2 / 3;

/** A table is worth its loop if it has at most this part of the lines. */
const WORTH = 0.75;

/** What still fits into a line, beside quotes and brackets. */
const LINE_WIDTH = 74;

/** A resource with the values of its arguments by their paths. An empty object is a value, too. */
interface Row extends Resource {
  readonly values: ReadonlyMap<string, Value>;
}

/** Puts resources of the same purpose that differ in a few plain values alone into tables, in their order. */
export function grouped(resources: readonly Resource[]): Required<Pick<Program, "tables" | "resources">> {
  const linksOf = (each: Resource) => targetsOf(each.args).filter(isResource);
  // A variable has to name what refers to others, or what others refer to.
  const linked = new Set(resources.flatMap((each) => (linksOf(each).length > 0 ? [each, ...linksOf(each)] : [])));
  let rest = resources.filter((each) => !linked.has(each)).map(rowOf);
  const tables: Table[] = [];
  for (const purposeOf of PURPOSES) {
    const alike = Map.groupBy(rest, ({ type, args, values }) =>
      JSON.stringify([type, purposeOf(args), formOf(values)]),
    );
    tables.push(...[...alike.values()].flatMap((rows) => tablesOf(rows, purposeOf)));
    const listed = new Set(tables.flatMap(({ rows }) => rows.map(({ name }) => name)));
    rest = rest.filter(({ name }) => !listed.has(name));
  }
  const others = new Set(rest.map(({ name }) => name));
  return { tables, resources: resources.filter((each) => linked.has(each) || others.has(each.name)) };
}

/** What resources of one table have in common, as a text that those of another purpose do not have, and in words. */
type PurposeOf = (args: Members) => readonly [key: string, comment?: string];

/** The closest first: the hosts of a zone, or what one edge has; hosts of the same name, or what each edge has. */
const PURPOSES: readonly PurposeOf[] = [
  ({ domain, edgeId = null }) => {
    const zone = typeof domain === "string" && zoneOf(domain);
    return zone ? [zone, `Hosts of ${zone}.`] : [identityOf(edgeId)];
  },
  ({ domain, edgeId: _, ...args }) => {
    const [host] = typeof domain === "string" ? labelsOf(domain) : [];
    return host ? [host, `Hosts that are called ${host}.`] : [identityOf(args)];
  },
];

/** A resource that refers to the setting named after it as all rows of a table do, which read it by their names. */
function rowOf(resource: Resource): Row {
  const setting = targetsOf(resource.args).find((to) => isSetting(to) && to.members && to.name === resource.name);
  const own = setting && { ...setting, name: "" };
  const values = new Map<string, Value>();
  const args = replaced(resource.args, (value, names) => {
    const isOfRow = own && value instanceof Reference && value.to === setting;
    const stated = isOfRow ? new Reference(own, value.property) : value;
    values.set(names.join(SEPARATOR), stated);
    return stated;
  });
  return { ...resource, args, values };
}

/** Tables of resources of one form, divided until they differ in few columns: what differs from most is apart. */
function tablesOf(rows: readonly Row[], purposeOf: PurposeOf): Table[] {
  const [first] = rows;
  if (!first || rows.length < FEWEST) return [];
  const partsAt = (path: string) => [...Map.groupBy(rows, ({ values }) => identityOf(values.get(path))).values()];
  const all = [...first.values.keys()].map((path) => ({ path, parts: partsAt(path) }));
  const columns = all.filter(({ parts }) => parts.length > 1);
  const uneven = columns.filter(({ parts }) => parts.some(({ length }) => length > rows.length * MOST_EQUAL));
  const [divided] = (columns.length > MOST_COLUMNS ? columns : uneven).sort((a, b) => a.parts.length - b.parts.length);
  if (divided) return divided.parts.flatMap((part) => tablesOf(part, purposeOf));
  const paths = columns.map(({ path }) => path);
  const table = tableOf(first, rows, paths, purposeOf);
  const lines = rows.reduce((sum, { args }) => sum + linesOf(args) + 1, 0);
  return linesOfTable(table) <= WORTH * lines ? [table] : [];
}

/** Lines of a table and its loop, about. */
function linesOfTable({ args, columns, rows }: Table): number {
  const names = columns.map(({ name }) => name).join(": , ");
  const isLong = (values: readonly Value[]) => identityOf(values).length + names.length > LINE_WIDTH;
  const ofRows = rows.map(({ name, values }) => (isLong([name, ...values]) ? columns.length + 3 : 1));
  return ofRows.reduce((sum, each) => sum + each, linesOf(args) + 4);
}

/** Lines of arguments, about. */
export function linesOf(value: Value): number {
  const members = value instanceof Json ? value.members : value;
  return isMembers(members) ? Object.values(members).reduce<number>((sum, each) => sum + linesOf(each), 2) : 1;
}

function tableOf(first: Row, rows: readonly Row[], paths: readonly string[], purposeOf: PurposeOf): Table {
  const { name: _, args, values, ...declaration } = first;
  const [, comment] = purposeOf(args);
  const columns = new Map(
    paths.map((path) => [path, { name: columnName(path, paths), kind: kindOf(values.get(path) ?? null) ?? "string" }]),
  );
  const [secrets] = targetsOf(args).filter(isOwn);
  return {
    ...declaration,
    args: replaced(args, (value, names) => {
      const column = columns.get(names.join(SEPARATOR));
      return column ? new Reference(column) : value;
    }),
    ...(comment !== undefined && { comment }),
    ...(secrets && { secrets }),
    columns: [...columns.values()],
    rows: rows.map((each) => ({ name: each.name, values: paths.map((path) => each.values.get(path) ?? null) })),
  };
}

/** The last member of a path, unless another column has that name. */
function columnName(path: string, paths: readonly string[]): string {
  const [last = ""] = path.split(SEPARATOR).slice(-1);
  const isUnique =
    last !== "name" && paths.filter((each) => `${SEPARATOR}${each}`.endsWith(SEPARATOR + last)).length === 1;
  return camelCase(isUnique ? last : path);
}

const SEPARATOR = "\0";

/** What resources of one table have in common: the members, the kinds of their values, and whatever is not plain. */
const formOf = (values: Row["values"]): string =>
  JSON.stringify([...values].map(([path, value]) => [path, kindOf(value) ?? identityOf(value)]));

/** Whether it is the setting that each row has. */
const isOwn = (to: Reference["to"]): to is Setting => isSetting(to) && to.name === "";

/** The kind of a value that a column can have. */
function kindOf(value: Value): Column["kind"] | undefined {
  if (value instanceof TextFile) return "string";
  if (!(value instanceof Reference)) return typeof value === "object" ? undefined : (typeof value as Column["kind"]);
  if (isOwn(value.to)) return undefined;
  return isSetting(value.to) && value.to.isSecret ? "secret" : "string";
}

/** A text that equal values alone have. */
const identityOf = (value: Value | undefined): string =>
  JSON.stringify(value, (_, each) =>
    each instanceof Reference ? { to: each.to.name, property: each.property } : each,
  );
