import { problemsOfValue } from "./check";
import { inputRows, type Row, type Table } from "./field";
import { type Finding, type Problem, toProblem } from "./problem";
import type { Values } from "./values";

/** Reads the text of a setting; `undefined` if it is absent. */
export type ReadSetting = (name: string) => string | undefined;

/** The sources of settings: the configuration, with names below a namespace, and the environment. */
export interface Sources {
  readonly namespace: string;
  readonly config: ReadSetting;
  readonly environment: ReadSetting;
}

/** Settings, with their sources and problems. */
export interface Settings {
  /** The values by their names, defaults included. */
  readonly values: Values;
  /** The source of each setting that was found: its name in the configuration, or an environment variable. */
  readonly sources: Readonly<Record<string, string>>;
  /** The problems of the settings that were found. */
  readonly problems: readonly Problem[];
}

/** Reads settings by their table: from the configuration, else the environment, else the documented default. */
export function readSettings(table: Table, sources: Sources): Settings {
  const rows = inputRows(table).map(([name, row]) => ({
    name,
    row,
    setting: find(name, row, sources),
  }));
  const found = rows.flatMap(({ name, row, setting }) =>
    setting ? [{ name, row, ...setting }] : [],
  );
  return {
    values: Object.fromEntries(
      rows.map(({ name, row, setting }) => [name, setting?.value ?? row.default]),
    ),
    sources: Object.fromEntries(found.map(({ name, source }) => [name, source])),
    problems: found
      .flatMap(({ row, value, source }) => parsedFindings(row, value, source))
      .map(toProblem),
  };
}

/** The problems with the text of a setting, which is not empty. */
export const settingFindings = (row: Row, text: string, path: string): Finding[] =>
  parsedFindings(row, parse(row, text), path);

/** The problems with a parsed setting. A text that is not a number is not reported as a string: the text of every setting is a string. */
const parsedFindings = (row: Row, value: unknown, path: string): Finding[] =>
  row.kind === "uint32" && typeof value === "string"
    ? [{ path, reason: "must be a whole number" }]
    : [...problemsOfValue(row, value, path)];

/** A setting that was found. */
interface FoundSetting {
  readonly value: unknown;
  readonly source: string;
}

/** Finds a setting. An empty text counts as absent. */
function find(
  name: string,
  row: Row,
  { namespace, config, environment }: Sources,
): FoundSetting | undefined {
  const key = `${namespace}:${name}`;
  const configured = config(key)?.trim();
  if (configured) return { value: parse(row, configured), source: key };
  if (row.environment === undefined) return undefined;
  const inherited = environment(row.environment)?.trim();
  if (!inherited) return undefined;
  return { value: parse(row, inherited), source: `environment variable ${row.environment}` };
}

/** The value of a text. A text that is not a number stays a text, which the check of the row then refuses. */
const parse = (row: Row, text: string): unknown =>
  row.kind === "uint32" && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
