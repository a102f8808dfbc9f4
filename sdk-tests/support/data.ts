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

/** A value with each value in it replaced, its parts first. */
export function replaced(value: unknown, replacement: (value: unknown) => unknown): unknown {
  const parts = Array.isArray(value)
    ? value.map((item) => replaced(item, replacement))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, replacement)]))
      : value;
  return replacement(parts);
}
