import { z } from "@hono/zod-openapi";
import { issueText, validationIssues } from "./errors";
import { type OptionRow, type OptionValues, optionNames, optionTable } from "./options";

/** A fresh copy of the documented defaults. */
export function defaultOptions(): OptionValues {
  return structuredClone(
    Object.fromEntries(optionNames.map((name) => [name, optionTable[name].default])),
  ) as OptionValues;
}

const rows: ReadonlyMap<string, OptionRow> = new Map(Object.entries(optionTable));
const schemas = Object.fromEntries(optionNames.map((name) => [name, optionTable[name].schema.optional()]));
const partialOptions = z.strictObject(schemas);

/** Checks options that come from outside. @throws an Error that names each wrong option */
export function parseOptions(input: unknown): Partial<OptionValues> {
  const parsed = partialOptions.safeParse(input);
  if (parsed.success) return parsed.data as Partial<OptionValues>;
  throw new Error(`wrong emulator option: ${issueText(validationIssues(parsed.error))}`);
}

/** Reads `name=value` of the command line: numbers as numbers, lists as comma-separated names. */
export function parseOptionText(text: string): Partial<OptionValues> {
  const [name = "", ...rest] = text.split("=");
  if (rest.length === 0) throw new Error(`"${text}" is not of the form name=value`);
  const value = rest.join("=");
  const row = rows.get(name);
  if (Array.isArray(row?.default)) return parseOptions({ [name]: value.split(",").filter((part) => part !== "") });
  if (typeof row?.default === "number") return parseOptions({ [name]: Number(value) });
  return parseOptions({ [name]: value });
}
