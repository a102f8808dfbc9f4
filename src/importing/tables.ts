import {
  type Column,
  isMembers,
  isResource,
  isSetting,
  Json,
  leavesOf,
  type Members,
  type Program,
  Reference,
  type Resource,
  replaced,
  type Setting,
  type Table,
  TextFile,
  targetsOf,
  type Value,
} from "../codegen/program";
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

/**
 * Puts resources that a person would list in a table into one, in their order: those of the same purpose that differ in a few
 * plain values alone. Resources that refer to others, or that others refer to, stay as they are: a variable has to name them.
 */
export function grouped(resources: readonly Resource[]): Required<Pick<Program, "tables" | "resources">> {
  const linked = new Set(resources.flatMap((each) => linksOf(each)));
  const owns = new Map<string, Setting>();
  let rest = resources.filter((each) => !linked.has(each)).map((each) => withOwnSecrets(each, owns));
  const tables: Table[] = [];
  for (const purposeOf of PURPOSES) {
    const alike = Map.groupBy(rest, ({ type, args }) => JSON.stringify([type, purposeOf(args), formOf(args)]));
    tables.push(...[...alike.values()].flatMap(groupsOf).map((all) => tableOf(all, purposeOf)));
    const inTables = new Set(tables.flatMap(({ rows }) => rows.map(({ name }) => name)));
    rest = rest.filter(({ name }) => !inTables.has(name));
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
function withOwnSecrets(resource: Resource, owns: Map<string, Setting>): Resource {
  const args = replaced(resource.args, (value) => {
    const to = value instanceof Reference && isSetting(value.to) ? value.to : undefined;
    if (!to?.members || to.name !== resource.name) return value;
    const key = to.members.join(SEPARATOR);
    const own = owns.get(key) ?? { ...to, name: "" };
    owns.set(key, own);
    return new Reference(own, (value as Reference).property);
  });
  return { ...resource, args };
}

/** Resources that one refers to, and itself if there are any. */
function linksOf(resource: Resource): Resource[] {
  const links = targetsOf(leavesOf(resource.args)).filter(isResource);
  return links.length > 0 ? [resource, ...links] : [];
}

/** Resources of the same form, divided until they differ in a few columns: those that differ from most of the others apart. */
function groupsOf(resources: readonly Resource[]): (readonly Resource[])[] {
  if (resources.length < FEWEST) return [];
  const columns = [...differencesOf(resources).values()];
  const uneven = columns.filter((parts) =>
    [...parts.values()].some(({ length }) => length > resources.length * MOST_EQUAL),
  );
  const [parts] = (columns.length > MOST_COLUMNS ? columns : uneven).sort((a, b) => a.size - b.size);
  if (parts) return [...parts.values()].flatMap(groupsOf);
  const lines = resources.reduce((sum, { args }) => sum + linesOf(args) + 1, 0);
  return linesOfTable(tableOf(resources)) <= WORTH * lines ? [resources] : [];
}

/** Resources of the same form by their values at each path at which they differ. */
function differencesOf(resources: readonly Resource[]): Map<string, Map<string, readonly Resource[]>> {
  const values = new Map(resources.map((each) => [each, valuesIn(each.args)]));
  const [paths] = [...values.values()].map((each) => [...each.keys()]);
  const parts = (paths ?? []).map(
    (path) => [path, Map.groupBy(resources, (each) => identityOf(values.get(each)?.get(path)))] as const,
  );
  return new Map(parts.filter(([, { size }]) => size > 1));
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

function tableOf(resources: readonly Resource[], purposeOf?: PurposeOf): Table {
  const [{ type, args, isProtected = false } = { type: "", args: {} }] = resources;
  const [, comment] = purposeOf?.(args) ?? [];
  const paths = [...differencesOf(resources).keys()];
  const values = valuesIn(args);
  const columns = new Map(
    paths.map((path): [string, Column] => {
      return [path, { name: columnName(path, paths), kind: kindOf(values.get(path) ?? null) ?? "string" }];
    }),
  );
  const [secrets] = targetsOf(leavesOf(args)).filter(isOwn);
  return {
    type,
    args: replaced(args, (value, names) => {
      const column = columns.get(names.join(SEPARATOR));
      return column ? new Reference(column) : value;
    }),
    ...(comment !== undefined && { comment }),
    ...(isProtected && { isProtected }),
    ...(secrets && { secrets }),
    columns: [...columns.values()],
    rows: resources.map(({ name, args: own }) => {
      const of = valuesIn(own);
      return { name, values: paths.map((path) => of.get(path) ?? null) };
    }),
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

/** The values of arguments by their paths; an empty object is a value, too. */
function valuesIn(args: Members): Map<string, Value> {
  const values = new Map<string, Value>();
  replaced(args, (value, names) => {
    values.set(names.join(SEPARATOR), value);
    return value;
  });
  return values;
}

/** What resources of one table have in common: the members, the kinds of their values, and whatever is not plain. */
const formOf = (args: Members): string =>
  JSON.stringify([...valuesIn(args)].map(([path, value]) => [path, kindOf(value) ?? identityOf(value)]));

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
