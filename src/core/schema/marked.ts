import { outputRows, type Table } from "./field";
import { isMap, isWithin, memberPath } from "./paths";
import { isObject, type Values, valueAt } from "./values";
import { walk } from "./walk";
import { holdsWrapped } from "./wrapped";

/**
 * The paths of what is wrapped beside the table's own secrets: the program has marked it. A path ends at a row, or at a
 * member of a map: below it, anything that is marked makes all of it secret.
 */
export function markedPaths(table: Table, values: Values): string[] {
  const paths: string[] = [];
  walk(table, values, ({ row, value, path, isOpen, below }) => {
    if (!row || row.secret) return;
    if (isOpen) below();
    else if (holdsWrapped(value)) paths.push(path);
  });
  return paths;
}

/** The paths, and the outputs that repeat what is marked there. */
export function withRepeats(table: Table, marked: readonly string[]): string[] {
  const isMarked = (argument: string) => marked.some((path) => isWithin(path, argument));
  const repeating = outputRows(table).filter(([, { repeats = [] }]) => repeats.some(isMarked));
  return [...marked, ...repeating.map(([name]) => name)];
}

/**
 * The paths of members that maps have got since their values were recorded, if any member of theirs is marked: it may be
 * that secret under another name.
 */
export function markedSince(table: Table, marked: readonly string[], recorded: Values, values: Values): string[] {
  const paths: string[] = [];
  walk(table, values, ({ row, value, path, names, below }) => {
    if (row && isMap(row) && isObject(value) && marked.some((mark) => isWithin(mark, path))) {
      const known = valueAt(recorded, names);
      const added = Object.keys(value).filter((name) => !isObject(known) || !Object.hasOwn(known, name));
      paths.push(...added.map((name) => memberPath(path, name)));
    }
    below();
  });
  return paths;
}
