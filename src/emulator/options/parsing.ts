import { z } from "@hono/zod-openapi";
import { issueText } from "../validation/issue";
import { validationIssues } from "../validation/issues";
import type { OptionRow } from "./kinds";
import { type OptionValues, optionNames, optionTable } from "./registry";

/** A fresh copy of the documented defaults. */
export function defaultOptions(): OptionValues {
  return structuredClone(
    Object.fromEntries(optionNames.map((name) => [name, optionTable[name].default])),
  ) as OptionValues;
}

const nameList = z.array(z.string().min(1));

const rows: ReadonlyMap<string, OptionRow> = new Map(Object.entries(optionTable));
const partialOptions = z.strictObject(Object.fromEntries([...rows].map(([name, row]) => [name, schemaOf(row)])));

/** Checks options that come from outside. @throws an Error that names each wrong option */
export function parseOptions(input: unknown): Partial<OptionValues> {
  const parsed = partialOptions.safeParse(input);
  if (parsed.success) return parsed.data as Partial<OptionValues>;
  throw new Error(`wrong emulator option: ${issueText(validationIssues(parsed.error))}`);
}

/**
 * Reads `name=value` of the command line: numbers as numbers, lists as names between commas, and several lists as
 * `key=a,b;other=c`.
 */
export function parseOptionText(given: string): Partial<OptionValues> {
  const at = given.indexOf("=");
  if (at === -1) throw new Error(`"${given}" is not of the form name=value`);
  const name = given.slice(0, at);
  const value = given.slice(at + 1);
  const { kind } = rows.get(name) ?? {};
  if (kind === "names") return parseOptions({ [name]: namesIn(value) });
  if (kind === "lists") return parseOptions({ [name]: Object.fromEntries(value.split(";").map(listIn)) });
  return parseOptions({ [name]: kind === "number" ? Number(value) : value });
}

const namesIn = (text: string): string[] => text.split(",").filter((part) => part !== "");

function listIn(text: string): [key: string, names: string[]] {
  const [key = "", ...rest] = text.split("=");
  return [key, namesIn(rest.join("="))];
}

function schemaOf(row: OptionRow): z.ZodType {
  switch (row.kind) {
    case "choice":
      return z.enum(row.values).optional();
    case "number":
      return z.int().min(row.min).max(row.max).optional();
    case "text":
      return z.string().min(1).optional();
    case "names":
      return nameList.optional();
    case "lists":
      return z.strictObject(Object.fromEntries(row.of.map((key) => [key, nameList.min(1).optional()]))).optional();
  }
}
