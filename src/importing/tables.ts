import type { Column, Members, Program, Resource, Table, Value } from "../codegen/program";
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
import { domainLabels, parentDomain } from "./split";

/** Fewer rows, or more columns, are easier to read one by one. */
const FEWEST = 3;
const MOST_COLUMNS = 4;

/** The parts of the rows that may have the same value of a column, and of the lines of its resources that a table may have. */
const MOST_EQUAL = 2 / 3;
const WORTH = 0.75;

/** What still fits into a line, beside quotes and brackets. */
const LINE_WIDTH = 74;

/** A resource that may become a row. */
type Row = ReturnType<typeof rowOf>;

/** Puts resources of the same purpose that differ in a few plain values alone into tables, in their order. */
export function groupIntoTables(
  resources: readonly Resource[],
): Required<Pick<Program, "tables" | "resources">> {
  // A variable has to name what refers to others, or what others refer to.
  const linked = new Set(
    resources.flatMap((each) =>
      referencedResources(each).length > 0 ? [each, ...referencedResources(each)] : [],
    ),
  );
  const left = new Map(resources.map((each) => [each.name, each]));
  const tables = PURPOSES.flatMap((purposeOf) => {
    const rows = [...left.values()]
      .filter((each) => !linked.has(each))
      .map((each) => rowOf(each, purposeOf));
    const alike = Map.groupBy(rows, ({ form }) => form);
    const made = [...alike.values()].flatMap((all) => tablesOf(all));
    for (const { name } of made.flatMap((each) => each.rows)) left.delete(name);
    return made;
  });
  return { tables, resources: [...left.values()] };
}

/** What resources of one table have in common, as a text that those of another purpose do not have, and in words. */
type PurposeOf = (args: Members) => readonly [key: string, comment?: string];

/** The closest first: the hosts of a zone, or what one edge has; hosts of the same name, or what each edge has. */
const PURPOSES: readonly PurposeOf[] = [
  ({ domain, edgeId = null }) => {
    const zone = typeof domain === "string" && parentDomain(domain);
    return zone ? [zone, `Hosts of ${zone}.`] : [identityOf(edgeId)];
  },
  ({ domain, edgeId: _, ...args }) => {
    const [host] = typeof domain === "string" ? domainLabels(domain) : [];
    return host ? [host, `Hosts that are called ${host}.`] : [identityOf(args)];
  },
];

/** A resource that refers to the setting named after it as all rows of a table do, which read it by their names. */
function rowOf(resource: Resource, purposeOf: PurposeOf) {
  const settings = referenceTargets(resource.args).filter(isSetting);
  const setting = settings.find(({ members, name }) => members && name === resource.name);
  const own = setting && { ...setting, name: "" };
  const values = new Map<string, Value>();
  const args = replaceLeaves(resource.args, (value, names) => {
    const isOfRow = own && value instanceof Reference && value.to === setting;
    const stated = isOfRow ? new Reference(own, value.property, value.isNumber) : value;
    values.set(names.join(SEPARATOR), stated);
    return stated;
  });
  const [purpose, comment] = purposeOf(args);
  const kinds = [...values].map(([path, value]) => [path, kindOf(value) ?? identityOf(value)]);
  return {
    ...resource,
    args,
    /** The values of the arguments by their paths. An empty object is a value, too. */
    values,
    ...(comment !== undefined && { comment }),
    ...(own && { secrets: own }),
    /** What it has in common with the others of a table: the members, the kinds of their values, and whatever is not plain. */
    form: JSON.stringify([resource.type, purpose, kinds]),
  };
}

/** Tables of resources of one form, divided until they differ in few columns: what differs from most is apart. */
function tablesOf(rows: readonly Row[]): Table[] {
  const [first] = rows;
  if (!first || rows.length < FEWEST) return [];
  const partsAt = (path: string) => [
    ...Map.groupBy(rows, ({ values }) => identityOf(values.get(path))).values(),
  ];
  const all = [...first.values.keys()].map((path) => ({ path, parts: partsAt(path) }));
  const columns = all.filter(({ parts }) => parts.length > 1);
  const uneven = columns.filter(({ parts }) =>
    parts.some(({ length }) => length > rows.length * MOST_EQUAL),
  );
  const [divided] = (columns.length > MOST_COLUMNS ? columns : uneven).sort(
    (a, b) => a.parts.length - b.parts.length,
  );
  if (divided) return divided.parts.flatMap((part) => tablesOf(part));
  const paths = columns.map(({ path }) => path);
  const table = tableOf(first, rows, paths);
  const lines = rows.reduce((sum, { args }) => sum + countLines(args) + 1, 0);
  return linesOfTable(table) <= WORTH * lines ? [table] : [];
}

/** Lines of a table and its loop, about. */
function linesOfTable({ args, columns, rows }: Table): number {
  const names = columns.map(({ name }) => name).join(": , ");
  const isLong = (values: readonly Value[]) =>
    identityOf(values).length + names.length > LINE_WIDTH;
  const ofRows = rows.map(({ name, values }) =>
    isLong([name, ...values]) ? columns.length + 3 : 1,
  );
  return ofRows.reduce((sum, each) => sum + each, countLines(args) + 4);
}

/** Lines of arguments, about. */
export function countLines(value: Value): number {
  const members = value instanceof Json ? value.members : value;
  return isMembers(members)
    ? Object.values(members).reduce<number>((sum, each) => sum + countLines(each), 2)
    : 1;
}

function tableOf(first: Row, rows: readonly Row[], paths: readonly string[]): Table {
  const { name: _, args, values, form: __, ...declaration } = first;
  const columns = paths.map((path): Column => {
    return { name: columnName(path, paths), kind: kindOf(values.get(path) ?? null) ?? "string" };
  });
  return {
    ...declaration,
    args: replaceLeaves(args, (value, names) => {
      const column = columns[paths.indexOf(names.join(SEPARATOR))];
      return column ? new Reference(column) : value;
    }),
    columns,
    rows: rows.map((each) => ({
      name: each.name,
      values: paths.map((path) => each.values.get(path) ?? null),
    })),
  };
}

const SEPARATOR = "\0";

const lastOf = (path: string): string => path.slice(path.lastIndexOf(SEPARATOR) + 1);

/** The last member of a path, unless another column has that name. */
function columnName(path: string, paths: readonly string[]): string {
  const isUnique =
    lastOf(path) !== "name" && paths.filter((each) => lastOf(each) === lastOf(path)).length === 1;
  return camelCase(isUnique ? lastOf(path) : path);
}

/** The kind of a value that a column can have. */
function kindOf(value: Value): Column["kind"] | undefined {
  if (value instanceof TextFile) return "string";
  if (!(value instanceof Reference))
    return typeof value === "object" ? undefined : (typeof value as Column["kind"]);
  if (!isSetting(value.to)) return "string";
  const kind = value.to.isSecret ? "secret" : "string";
  // Each row has the setting without a name.
  return value.to.name === "" ? undefined : kind;
}

/** A text that equal values alone have. */
const identityOf = (value: Value | undefined): string =>
  JSON.stringify(value, (_, each) =>
    each instanceof Reference ? { to: each.to.name, property: each.property } : each,
  );
