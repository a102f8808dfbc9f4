import { problemsOfValue } from "./check";
import { inputRows, type Row, type Table } from "./field";
import { type Problem, toProblem } from "./problem";
import type { Values } from "./values";

/** Reads one text; `undefined` if there is none. */
export type ReadSetting = (name: string) => string | undefined;

/** Where settings come from: the configuration, each below a namespace, and the environment. */
export interface Sources {
  readonly namespace: string;
  readonly config: ReadSetting;
  readonly environment: ReadSetting;
}

/** Settings as they were found. */
export interface Settings {
  /** By their names, defaults included. */
  readonly values: Values;
  /** The source of each setting that was found: its name in the configuration, or an environment variable. */
  readonly sources: Readonly<Record<string, string>>;
  /** What is wrong with those that are there. */
  readonly problems: readonly Problem[];
}

/** Reads settings by their table: from the configuration, else the environment, else the documented default. */
export function readSettings(table: Table, sources: Sources): Settings {
  const read = inputRows(table).map(([name, row]) => ({
    name,
    row,
    found: find(name, row, sources),
  }));
  const found = read.flatMap(({ name, row, found }) => (found ? [{ name, row, ...found }] : []));
  return {
    values: Object.fromEntries(
      read.map(({ name, row, found }) => [name, found?.value ?? row.default]),
    ),
    sources: Object.fromEntries(found.map(({ name, source }) => [name, source])),
    problems: found.flatMap(({ row, value, source }) => problemsWith(row, value, source)),
  };
}

/** For a setting that is not a number, the problem names the expected type, not that the value is a string. */
const problemsWith = (row: Row, value: unknown, path: string): Problem[] =>
  row.kind === "uint32" && typeof value === "string"
    ? [{ path, reason: "must be a whole number" }]
    : [...problemsOfValue(row, value, path)].map(toProblem);

/** An empty text is an absent one. */
function find(name: string, row: Row, { namespace, config, environment }: Sources) {
  const key = `${namespace}:${name}`;
  const configured = config(key)?.trim();
  if (configured) return { value: parse(row, configured), source: key };
  const inherited =
    row.environment === undefined ? undefined : environment(row.environment)?.trim();
  return inherited
    ? { value: parse(row, inherited), source: `environment variable ${row.environment}` }
    : undefined;
}

/** The value of a text; one that cannot be read stays a text, which is none of the row's values. */
const parse = (row: Row, text: string): unknown =>
  row.kind === "uint32" && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
