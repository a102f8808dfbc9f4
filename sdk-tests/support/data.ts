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
 * The content of a YAML file, which may use anchors and merge keys (`<<`), if it has the form of the schema. `$absent` and
 * `$unknown` stand for `undefined` and for what the engine has in place of an unknown value; `$repeat` is a text and how often it
 * is repeated.
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

/** The entries of a YAML file by their names: of its only member but `values`, in which it may have anchors. */
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

/** The content of the YAML file beside a module or a test file, which has the same name. */
export const dataBeside = <Shape extends z.ZodRawShape>(file: string, shape: Shape) =>
  readData(file.replace(/(\.dist)?(\.test)?\.ts$/, ".yaml"), z.strictObject(shape));

function meant(value: unknown): unknown {
  if (value === "$absent") return undefined;
  if (value === "$unknown") return UNKNOWN;
  const [repeated, times] = isObject(value) && Array.isArray(value.$repeat) ? value.$repeat : [];
  return repeated === undefined ? value : String(repeated).repeat(Number(times));
}
