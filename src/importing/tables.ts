import {
  type Column,
  isMembers,
  isResource,
  isSetting,
  Json,
  leavesOf,
  type Members,
  type Named,
  Reference,
  type Resource,
  type Setting,
  type Table,
  TextFile,
  type Value,
} from "../codegen/program";
import { camelCase } from "../core/schema/case";

/** Fewer equal resources are easier to read one by one. */
const FEWEST = 3;

/** More columns than a person would read as a table. */
const MOST_COLUMNS = 4;

/** Resources of a program, of which the equal ones are in tables. */
export interface Grouped {
  readonly tables: readonly Table[];
  readonly resources: readonly Resource[];
}

/**
 * Puts resources that differ in a few plain values alone into tables, in their order. Resources that refer to others, or that
 * others refer to, stay as they are: a variable has to name them.
 */
export function grouped(resources: readonly Resource[]): Grouped {
  const linked = new Set(resources.flatMap((each) => linksOf(each)));
  const owns = new Map<string, Setting>();
  const alike = Map.groupBy(
    resources.filter((each) => !linked.has(each)).map((each) => withOwnSecrets(each, owns)),
    ({ type, args }) => `${type} ${formOf(args)}`,
  );
  const tables = [...alike.values()].flatMap(groupsOf).map(tableOf);
  const inTables = new Set(tables.flatMap(({ rows }) => rows.map(({ name }) => name)));
  return { tables, resources: resources.filter(({ name }) => !inTables.has(name)) };
}

/** A resource that refers to the setting named after it as all rows of a table do, which read it by their names. */
function withOwnSecrets(resource: Resource, owns: Map<string, Setting>): Resource {
  const swapped = (value: Value): Value => {
    if (value instanceof Reference && isSetting(value.to) && value.to.members && value.to.name === resource.name) {
      const key = value.to.members.join(SEPARATOR);
      const own = owns.get(key) ?? { ...value.to, name: "" };
      owns.set(key, own);
      return new Reference(own, value.property);
    }
    if (Array.isArray(value)) return value.map(swapped);
    return isMembers(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, swapped(each)]))
      : value;
  };
  return { ...resource, args: swapped(resource.args) as Members };
}

/** Resources that one refers to, and itself if there are any. */
function linksOf(resource: Resource): Resource[] {
  const found = leavesOf(resource.args).flatMap((value) =>
    value instanceof Reference && isResource(value.to) ? [value.to] : [],
  );
  return found.length > 0 ? [resource, ...found] : [];
}

/** Resources of the same form, divided by the values of which there are the fewest until the rest fits into columns. */
function groupsOf(resources: readonly Resource[]): (readonly Resource[])[] {
  if (resources.length < FEWEST) return [];
  const counts = differencesOf(resources);
  if (counts.size <= MOST_COLUMNS) return [resources];
  const [[path = ""] = []] = [...counts].sort(([, a], [, b]) => a - b);
  const parts = Map.groupBy(resources, ({ args }) => identityOf(valuesIn(args).get(path)));
  return [...parts.values()].flatMap(groupsOf);
}

/** The paths at which resources of the same form differ, with how many values each has. */
function differencesOf(resources: readonly Resource[]): Map<string, number> {
  const all = resources.map(({ args }) => valuesIn(args));
  const counts = [...(all[0]?.keys() ?? [])].map(
    (path) => [path, new Set(all.map((leaves) => identityOf(leaves.get(path)))).size] as const,
  );
  return new Map(counts.filter(([, count]) => count > 1));
}

function tableOf(resources: readonly Resource[]): Table {
  const [{ type, args, isProtected = false } = { type: "", args: {} }] = resources;
  const paths = [...differencesOf(resources).keys()];
  const values = valuesIn(args);
  const columns = new Map<string, Column>();
  for (const path of paths) {
    columns.set(path, { name: columnName(path, paths), kind: kindOf(values.get(path) ?? null) });
  }
  const secrets = leavesOf(args).flatMap((each) => (each instanceof Reference && isOwn(each.to) ? [each.to] : []));
  return {
    type,
    args: withColumns(args, columns),
    ...(isProtected && { isProtected }),
    ...(secrets[0] && { secrets: secrets[0] }),
    columns: [...columns.values()],
    rows: resources.map((each) => ({
      name: each.name,
      values: paths.map((path) => valuesIn(each.args).get(path) ?? null),
    })),
  };
}

/** The last member of a path, unless another column has that name. */
function columnName(path: string, paths: readonly string[]): string {
  const last = lastOf(path);
  const isUnique = last !== "name" && paths.filter((each) => lastOf(each) === last).length === 1;
  return camelCase(isUnique ? last : path);
}

const SEPARATOR = "\0";

const lastOf = (path: string): string => path.slice(path.lastIndexOf(SEPARATOR) + 1);

function withColumns(args: Members, columns: ReadonlyMap<string, Column>, prefix = ""): Members {
  const entries = Object.entries(args).map(([key, value]) => {
    const column = columns.get(prefix + key);
    if (column) return [key, new Reference(column)];
    const members = membersOf(value);
    if (!members) return [key, value];
    const inside = withColumns(members, columns, prefix + key + SEPARATOR);
    return [key, value instanceof Json ? new Json(inside) : inside];
  });
  return Object.fromEntries(entries) as Members;
}

/** The values of arguments that are not objects, by their paths. */
function valuesIn(value: Value, path: readonly string[] = []): Map<string, Value> {
  const members = membersOf(value);
  if (!members) return new Map([[path.join(SEPARATOR), value]]);
  return new Map(Object.entries(members).flatMap(([key, each]) => [...valuesIn(each, [...path, key])]));
}

const membersOf = (value: Value): Members | undefined =>
  value instanceof Json ? value.members : isMembers(value) ? value : undefined;

/** What resources of one table have in common: the members, the kinds of their values, and whatever is not plain. */
function formOf(value: Value): string {
  const members = membersOf(value);
  if (members) {
    const kind = value instanceof Json ? "json" : "";
    return `${kind}{${Object.entries(members).map(([key, each]) => `${JSON.stringify(key)}:${formOf(each)}`)}}`;
  }
  const isFixed = Array.isArray(value) || value === null || (value instanceof Reference && isOwn(value.to));
  return isFixed ? identityOf(value) : kindOf(value);
}

/** Whether it is the setting that each row has. */
const isOwn = (to: Named): to is Setting => isSetting(to) && to.name === "";

function kindOf(value: Value): Column["kind"] {
  if (value instanceof Reference) return isSetting(value.to) && value.to.isSecret ? "secret" : "string";
  return value instanceof TextFile ? "string" : (typeof value as Column["kind"]);
}

/** A text that equal values alone have. */
const identityOf = (value: Value | undefined): string =>
  JSON.stringify(value, (_, each) =>
    each instanceof Reference ? { to: each.to.name, property: each.property } : each,
  );
