import { outputRows, type Table } from "./field";
import { isMap, type Marks, marksOf, memberPath } from "./paths";
import { holdsSecret, isSecret } from "./secrets";
import { isObject, type Values } from "./values";

/**
 * The paths of what is wrapped beside the table's own secrets: the program has marked it. A path ends at a row, or at a
 * member of a map: below it, anything that is marked makes all of it secret.
 */
export function* markedPaths(table: Table, values: Values, path = ""): Generator<string> {
  for (const [key, value] of Object.entries(values)) {
    const row = table[key];
    if (!row || row.secret) continue;
    if (row.kind === "object" && isInClear(value)) yield* markedPaths(row.fields, value, `${path}${key}.`);
    else if (isMap(row)) yield* markedMembers(value, path + key);
    else if (holdsSecret(value)) yield path + key;
  }
}

/** The same in a map, and in the maps that it holds. */
function* markedMembers(value: unknown, path: string): Generator<string> {
  if (isInClear(value)) {
    const holding = Object.entries(value).filter(([, member]) => holdsSecret(member));
    for (const [name, member] of holding) yield* markedMembers(member, memberPath(path, name));
  } else if (holdsSecret(value)) {
    yield path;
  }
}

/** The paths, and the outputs that repeat what is marked there. */
export function withRepeats(table: Table, marked: readonly string[]): string[] {
  const { members } = marksOf(marked);
  const repeating = outputRows(table).filter(([, { repeats = [] }]) => repeats.some((name) => members.has(name)));
  return [...marked, ...repeating.map(([name]) => name)];
}

/** Whether a value is an object that is not wrapped as a whole. */
const isInClear = (value: unknown): value is Values => isObject(value) && !isSecret(value);

/**
 * The paths of members that maps have got since their values were recorded, if any member of theirs is marked: it may be
 * that secret under another name.
 */
export const markedSince = (table: Table, marked: readonly string[], recorded: Values, values: Values): string[] => [
  ...newInObject(table, marksOf(marked), recorded, values, ""),
];

function* newInObject(table: Table, marks: Marks, recorded: Values, values: Values, path: string): Generator<string> {
  for (const [key, marksBelow] of marks.members) {
    const row = table[key];
    const value = values[key];
    if (row?.kind === "object" && isObject(value))
      yield* newInObject(row.fields, marksBelow, objectOf(recorded[key]), value, `${path}${key}.`);
    else if (row && isMap(row)) yield* newInMap(marksBelow, objectOf(recorded[key]), value, path + key);
  }
}

function* newInMap(marks: Marks, recorded: Values, value: unknown, path: string): Generator<string> {
  const isMarked = marks.isMarked || marks.members.size > 0;
  if (!isMarked || !isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const marksBelow = marks.members.get(name);
    if (!Object.hasOwn(recorded, name)) yield memberPath(path, name);
    else if (marksBelow) yield* newInMap(marksBelow, objectOf(recorded[name]), member, memberPath(path, name));
  }
}

const objectOf = (value: unknown): Values => (isObject(value) ? value : {});
