import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { isObject, type Values } from "../../src/core/schema/values";

/** The rows of a table for `it.each`: a value for each of these columns. */
export const rows = <Columns extends [z.ZodType, ...z.ZodType[]]>(...columns: Columns) =>
  z.array(z.tuple(columns));

export const text = z.string();
export const anything = z.unknown();
export const values = z.record(text, anything) as z.ZodType<Values>;

/**
 * Returns the content of a YAML file, which may use anchors and merge keys (`<<`), if it has the form of the schema.
 * `$absent` and `$unknown` represent `undefined` and the engine's placeholder for an unknown value; `$repeat` is a text
 * and the number of its repetitions.
 */
export function readData<T>(file: string, schema: z.ZodType<T>): T {
  const content = replaced(
    parse(readFileSync(file, "utf8"), { merge: true, maxAliasCount: -1 }),
    meant,
  );
  const read = schema.safeParse(content);
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}

/**
 * Returns the entries of a YAML file by name: those of its only member apart from `values`, which may contain anchors.
 */
export function readEntries<T>(
  file: string,
  member: string,
  entry: z.ZodType<T>,
): [name: string, entry: T][] {
  const schema = z.strictObject({
    values: z.unknown().optional(),
    [member]: z.record(z.string(), entry),
  });
  return Object.entries(readData(file, schema)[member] as Record<string, T>);
}

/** A value with each value in it replaced, its parts first. */
export function replaced(value: unknown, replacement: (value: unknown) => unknown): unknown {
  const parts = Array.isArray(value)
    ? value.map((item) => replaced(item, replacement))
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, member]) => [key, replaced(member, replacement)]),
        )
      : value;
  return replacement(parts);
}

/** Returns the content of the YAML file next to a module or a test file, with the same name. */
export const dataBeside = <Shape extends z.ZodRawShape>(file: string, shape: Shape) =>
  readData(file.replace(/(\.dist)?(\.test)?\.ts$/, ".yaml"), z.strictObject(shape));

function meant(value: unknown): unknown {
  if (value === "$absent") return undefined;
  if (value === "$unknown") return UNKNOWN;
  const [repeated, times] = isObject(value) && Array.isArray(value.$repeat) ? value.$repeat : [];
  return repeated === undefined ? value : String(repeated).repeat(Number(times));
}
