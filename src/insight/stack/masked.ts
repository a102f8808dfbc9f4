import type { Row, Table } from "../../core/schema/field";
import { isPlainObject, isSet, UNKNOWN, type Values } from "../../core/schema/values";
import { isWithin, memberPath } from "../../core/schema/walk";
import { MASK, opened, Secret } from "./secrets";

/** Paths of arguments that a program has marked as secrets. */
export type MarkedPaths = readonly string[];

/** Whether a value is a secret as a whole. One secret in a list or a map makes all of it secret. */
export function isHidden(row: Row, value: unknown, path: string, marked: MarkedPaths): boolean {
  if (row.secret || value instanceof Secret) return true;
  if (marked.some((mark) => isWithin(path, mark) || mark.startsWith(`${path}[`))) return true;
  return row.kind !== "object" && opened(value).isSecret;
}

/** A value without its secrets. */
export function masked(row: Row, value: unknown, path: string, marked: MarkedPaths): unknown {
  if (!isSet(value) || value === UNKNOWN) return value;
  if (row.kind === "headers" && isPlainObject(value)) return maskedHeaders(row, value, path, marked);
  // A blank text hides nothing, and whoever judges it has to see that.
  if (isHidden(row, value, path, marked)) return typeof value === "string" && value.trim() === "" ? value : MASK;
  if (row.kind === "object" && isPlainObject(value)) return maskedArguments(row.fields, value, `${path}.`, marked);
  if (row.kind === "objects" && Array.isArray(value)) {
    return value.map((item) => masked({ kind: "object", fields: row.fields }, item, path, marked));
  }
  return value;
}

/** Headers with their names, unless all of the map is a secret. */
function maskedHeaders(row: Row, headers: Values, path: string, marked: MarkedPaths): unknown {
  if (row.secret || marked.some((mark) => isWithin(path, mark))) return MASK;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isMarked = marked.some((mark) => isWithin(memberPath(path, name), mark));
      return [name, isMarked || opened(value).isSecret ? MASK : value];
    }),
  );
}

/** Arguments and outputs of a table without their secrets, and without what is neither. */
export const maskedArguments = (table: Table, values: Values, prefix: string, marked: MarkedPaths): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const row = table[key];
      return row ? [[key, masked(row, value, prefix + key, marked)]] : [];
    }),
  );
