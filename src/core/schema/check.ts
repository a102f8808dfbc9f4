import { fileKind, UNKNOWN } from "../pulumi/engine-values";
import {
  inputRows,
  itemRow,
  type LeafRow,
  type ObjectRow,
  type ObjectsRow,
  type Row,
  type Table,
} from "./field";
import { type LeafProblem, leafProblems } from "./leaves";
import {
  type Finding,
  list,
  type Mismatch,
  mismatch,
  mustBe,
  notAnArgument,
  type Problem,
  quote,
  REQUIRED,
  toProblem,
  withoutName,
} from "./problem";
import { defined, isObject, isPlainObject, isSet, type Values } from "./values";
import { isMap, isWithin, withoutMembers } from "./walk";

/** The arguments that the table has and that are not null, and the problems of all arguments, also of unknown arguments. */
export interface Checked {
  readonly inputs: Values;
  readonly problems: readonly Problem[];
}

/**
 * Checks arguments against a table. Unknown values pass, and count as set. A rule about another argument whose value is unknown
 * passes, too. No problem contains the text of a value, which may be secret. Within `secretPaths`, no problem contains a number, a
 * length or a name that the table does not have.
 */
export function check(table: Table, args: Values, secretPaths: readonly string[] = []): Checked {
  const findings = [...problemsOfObject(table, args, "")];
  return {
    inputs: withoutAbsent(table, args),
    problems: findings.map((finding) => withoutSecrets(finding, secretPaths)),
  };
}

function withoutSecrets(finding: Finding, secretPaths: readonly string[]): Problem {
  const secret = secretPaths.find((path) => isWithin(finding.path, path));
  if (secret === undefined) return toProblem(finding);
  const { unknownName } = finding;
  const { path, reason } =
    unknownName !== undefined && finding.path !== secret
      ? withoutName(finding, unknownName)
      : finding;
  return { path: secret + withoutMembers(path.slice(secret.length)), reason };
}

const withoutAbsent = (table: Table, values: Values): Values =>
  defined(inputRows(table).map(([key, row]) => [key, presentValue(row, values[key])]));

function presentValue(row: Row, value: unknown): unknown {
  if (value === null) return undefined;
  if (row.kind === "object" && isObject(value)) return withoutAbsent(row.fields, value);
  if (row.kind === "objects" && Array.isArray(value))
    return value.map((item) => (isObject(item) ? withoutAbsent(row.fields, item) : item));
  return value;
}

function* problemsOfObject(table: Table, values: Values, path: string): Generator<Finding> {
  const rows = inputRows(table);
  const names = rows.map(([name]) => name);
  for (const key of Object.keys(values)) {
    if (isSet(values[key]) && !names.includes(key)) yield notAnArgument(key, names, path);
  }
  for (const [key, row] of rows) {
    const value = values[key];
    if (isSet(value)) {
      yield* problemsOfValue(row, value, path + key);
      yield* missingRequirements(row, values, path, key);
    } else if (row.required) {
      yield { path: path + key, reason: REQUIRED };
    }
  }
}

/** The problems of a value at a path. */
export function* problemsOfValue(row: Row, value: unknown, path: string): Generator<Finding> {
  if (value === UNKNOWN) return;
  if (row.kind === "objects") return yield* problemsOfItems(row, value, path);
  const isMapOrObject = row.kind === "object" || isMap(row);
  if (isMapOrObject && fileKind(value) !== undefined)
    return yield { path, ...mustBe("object", value) };
  if (row.kind !== "object") return yield* problemsOfLeaf(row, value, path);
  if (!isObject(value)) return yield { path, ...mustBe("object", value) };
  yield* problemsOfObject(row.fields, value, `${path}.`);
  if (row.exactlyOne) yield* problemsOfChoice(row, value, path);
}

function* problemsOfItems(row: ObjectsRow, items: unknown, path: string): Generator<Finding> {
  if (!Array.isArray(items)) return yield { path, ...mustBe("array", items) };
  for (const [index, item] of items.entries())
    yield* problemsOfValue(itemRow(row), item, `${path}[${index}]`);
}

function* problemsOfLeaf(row: LeafRow, value: unknown, path: string): Generator<Finding> {
  for (const problem of leafProblems(row, value))
    yield { path: path + problem.path, ...withHint(row, problem) };
}

/** Adds a hint for YAML, whose host passes an empty object for a secret inside an output. */
function withHint(row: LeafRow, { value, reason, got }: LeafProblem): Mismatch {
  const mayBeSecret = row.secret || row.kind === "headers";
  const isEmptyObject = isPlainObject(value) && Object.keys(value).length === 0;
  const hint = mayBeSecret && isEmptyObject ? " (in YAML, name the secret itself)" : "";
  return got === undefined ? { reason } : { reason, got: got + hint };
}

function* problemsOfChoice(row: ObjectRow, value: Values, path: string): Generator<Finding> {
  const members = inputRows(row.fields).map(([key]) => key);
  const present = members.filter((key) => isSet(value[key]));
  const known = present.filter((key) => value[key] !== UNKNOWN);
  const mayBeOne = known.length <= 1 && present.length >= 1;
  const got = present.length === 0 ? "none" : list(present);
  if (!mayBeOne)
    yield { path, ...mismatch(`must have exactly one of ${list(members, "disjunction")}`, got) };
}

/** The problems of an argument that requires another argument. */
function* missingRequirements(
  row: Row,
  values: Values,
  path: string,
  key: string,
): Generator<Finding> {
  for (const [required, expected] of Object.entries(row.requiredWith ?? {})) {
    const value = values[required];
    if (value === UNKNOWN) continue;
    const isMet = expected === true ? isSet(value) : value === expected;
    const state = expected === true ? "set" : quote(expected);
    if (!isMet) yield { path: path + key, reason: `requires ${path}${required} to be ${state}` };
  }
}
