import type { Row, Table } from "./field";
import { withRepeats } from "./marked";
import { isWithin } from "./paths";
import { isObject, type Values } from "./values";
import { walk } from "./walk";

/**
 * The texts that no message may show: those of the table's secrets, all below what the program has marked, and the outputs
 * that repeat it.
 */
export function secretTexts(table: Table, values: Values, marked: readonly string[] = []): string[] {
  const paths = withRepeats(table, marked);
  const texts: string[] = [];
  walk(table, values, ({ row, value, path, isOpen, below }) => {
    // The names of a row's members are the API's, and no secret; those in a map are the program's.
    if (row?.kind === "object" && isOpen) below();
    else if (row?.secret || paths.some((outer) => isWithin(path, outer))) texts.push(...textsIn(row, value));
    else below();
  });
  return texts;
}

function textsIn(row: Row | undefined, value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(row, item));
  if (!isObject(value)) return [];
  const names = row?.kind === "objects" ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap((member) => textsIn(row, member))];
}
