import { z } from "zod";
import { isObject, UNKNOWN } from "./values";

/** The characters of a field name, by RFC 9110, section 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What a field value cannot hold, by RFC 9110, section 5.5: control characters but the tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_IN_VALUE = /[\0-\x08\x0a-\x1f\x7f]/;

const isName = (text: string): boolean => text === UNKNOWN || NAME.test(text);

/** Names of header fields. */
export const headerNames = z.array(z.string().refine(isName, { error: "is not a name that HTTP allows for a header" }));

const value = z
  .string()
  .refine((text) => !NOT_IN_VALUE.test(text), { error: "is not a value that HTTP allows for a header" });

/** Header fields by their names. */
export const headers = z.record(z.string(), value).superRefine((fields, { addIssue }) => {
  const names = Object.keys(fields);
  for (const name of names.filter((candidate) => !isName(candidate))) {
    addIssue({ code: "custom", path: [name], message: "has a name that HTTP does not allow for a header" });
  }
  const lowered = names.map((name) => name.toLowerCase());
  for (const name of names.filter((candidate, index) => lowered.indexOf(candidate.toLowerCase()) < index)) {
    addIssue({ code: "custom", path: [name], message: "stands there twice: letter case makes no difference" });
  }
});

/** The fields with their names in lower case; no fields are an absent value. */
export function withLowerCaseNames(fields: unknown): unknown {
  if (!isObject(fields)) return fields;
  const entries = Object.entries(fields).map(([name, text]) => [name.toLowerCase(), text]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The server's fields, with names in the program's letter case. */
export function inWrittenCase(actual: unknown, written: unknown): unknown {
  if (!isObject(actual) || !isObject(written)) return actual;
  const names = new Map(Object.keys(written).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(actual).map(([name, text]) => [names.get(name.toLowerCase()) ?? name, text]),
  );
}
