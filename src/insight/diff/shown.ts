import type { Row } from "../../core/schema/field";
import { isSet } from "../../core/schema/values";
import { isPlainObject, opened, Secret } from "./secret";

/** What stands for a secret. */
export const MASK = "[secret]";

/** Paths of arguments that a program has marked as secrets. */
export type Marks = readonly string[];

/** Whether a value is a secret as a whole. In a list or a map, one secret makes all of it secret. */
export function isHidden(row: Row, value: unknown, path: string, marks: Marks): boolean {
  if (row.secret || value instanceof Secret) return true;
  if (marks.some((mark) => path === mark || path.startsWith(`${mark}.`) || mark.startsWith(`${path}[`))) return true;
  return row.kind !== "object" && opened(value).isSecret;
}

/** A value without its secrets. */
export function shown(row: Row, value: unknown, path: string, marks: Marks): unknown {
  if (!isSet(value)) return value;
  if (isHidden(row, value, path, marks)) return MASK;
  if (row.kind === "object" && isPlainObject(value)) {
    const members = Object.entries(value).flatMap(([key, member]) => {
      const below = row.fields[key];
      return below ? [[key, shown(below, member, `${path}.${key}`, marks)] as const] : [];
    });
    return Object.fromEntries(members);
  }
  if (row.kind === "objects" && Array.isArray(value)) {
    return value.map((item) => shown({ kind: "object", fields: row.fields }, item, path, marks));
  }
  return value;
}
