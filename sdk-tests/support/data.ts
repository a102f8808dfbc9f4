import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/** The content of a YAML file, which may use anchors and merge keys (`<<`), if it has the form of the schema. */
export function readData<T>(file: string, schema: z.ZodType<T>): T {
  const read = schema.safeParse(parse(readFileSync(file, "utf8"), { merge: true, maxAliasCount: -1 }));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}
