import { z } from "@hono/zod-openapi";
import { parsed } from "../validation/issues";
import type { OptionRow } from "./kinds";
import { type OptionValues, optionTable } from "./registry";

const rows: ReadonlyMap<string, OptionRow> = new Map(Object.entries(optionTable));

const partialOptions = z.strictObject(
  Object.fromEntries([...rows].map(([name, row]) => [name, (row.schema as z.ZodType).optional()])),
);

/** A fresh copy of the documented defaults. */
export function defaultOptions(): OptionValues {
  return structuredClone(
    Object.fromEntries([...rows].map(([name, row]) => [name, row.default])),
  ) as OptionValues;
}

/** Checks options of a user. @throws an Error that names each wrong option */
export function parseOptions(input: unknown): Partial<OptionValues> {
  return parsed(partialOptions, input, "emulator option") as Partial<OptionValues>;
}

/**
 * Reads `name=value` of the command line: numbers as numbers, lists as names between commas, and several lists as
 * `key=a,b;other=c`.
 */
export function parseOptionText(text: string): Partial<OptionValues> {
  if (!text.includes("=")) throw new Error(`"${text}" is not of the form name=value`);
  const [name, value] = split(text);
  return parseOptions({ [name]: read(rows.get(name)?.default, value) });
}

/** Parses a text as a value of the type of `like`. */
function read(like: unknown, text: string): unknown {
  if (typeof like === "number") return Number(text);
  if (typeof like !== "object") return text;
  if (Array.isArray(like)) return namesIn(text);
  const lists = text.split(";").map(split);
  return Object.fromEntries(lists.map(([key, names]) => [key, namesIn(names)]));
}

/** Splits a text at the first "=". */
function split(text: string): [name: string, value: string] {
  const [name = "", ...rest] = text.split("=");
  return [name, rest.join("=")];
}

const namesIn = (text: string): string[] => text.split(",").filter((part) => part !== "");
