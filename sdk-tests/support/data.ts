import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { isObject } from "../../src/core/schema/values";

/** The content of a YAML file, which may use anchors and merge keys (`<<`), if it has the form of the schema. */
export function readData<T>(file: string, schema: z.ZodType<T>): T {
  const read = schema.safeParse(parse(readFileSync(file, "utf8"), { merge: true, maxAliasCount: -1 }));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}

/** The entries of a YAML file by their names: of its only member but `values`, in which it may have anchors. */
export function readEntries<T>(file: string, member: string, entry: z.ZodType<T>): [name: string, entry: T][] {
  const schema = z.strictObject({ values: z.unknown().optional(), [member]: z.record(z.string(), entry) });
  return Object.entries(readData(file, schema)[member] as Record<string, T>);
}

/** A value with each value in it replaced, its parts first. */
export function replaced(value: unknown, replacement: (value: unknown) => unknown): unknown {
  const parts = Array.isArray(value)
    ? value.map((item) => replaced(item, replacement))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, replacement)]))
      : value;
  return replacement(parts);
}
