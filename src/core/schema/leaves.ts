import { type ZodType, z } from "zod";
import { fileKind } from "../pulumi/engine-values";
import { type Format, type LeafRow, memoized, type PlainKind } from "./field";
import { isLoopback } from "./object-address";
import { mustBe } from "./problem";
import { isJsonValue, isObject } from "./values";

const MAX_UINT32 = 2 ** 32 - 1;

/** Characters that a header value cannot contain by RFC 9110, section 5.5: control characters except the tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression is to find control characters
const NOT_IN_VALUE = /[\0-\x08\x0a-\x1f\x7f]/;

/** True if a text may be the name of a header, by RFC 9110, section 5.6.2. The placeholder of an unknown value may be a name, too. */
const isName = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);

const text = (maxBytes = Number.POSITIVE_INFINITY, format?: Format): ZodType =>
  z.string().superRefine((value, { addIssue }) => {
    const bytes = Buffer.byteLength(value);
    const problem = format && formatProblem(format, value);
    if (value.includes("\0")) addIssue("must not contain a NUL character");
    else if (problem !== undefined) addIssue(problem);
    if (bytes > maxBytes)
      addIssue({
        code: "custom",
        message: `must be at most ${maxBytes} bytes`,
        params: { got: bytes },
      });
  });

const headerNames = z.array(
  z.string().refine(isName, { error: "is not a name that HTTP allows for a header" }),
);

const headerValue = z.string().refine((value) => !NOT_IN_VALUE.test(value), {
  error: "is not a value that HTTP allows for a header",
});

const headers = z.record(z.string(), headerValue).superRefine((fields, { addIssue }) => {
  const names = Object.keys(fields);
  for (const name of names.filter((candidate) => !isName(candidate))) {
    addIssue({
      code: "custom",
      path: [name],
      message: "has a name that HTTP does not allow for a header",
    });
  }
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase()))
      addIssue({
        code: "custom",
        path: [name],
        message: "is a duplicate header name (names are case-insensitive)",
      });
    seen.add(name.toLowerCase());
  }
});

const json = z.record(z.string(), z.unknown()).superRefine((value, { addIssue }) => {
  for (const { path, value: part } of nonJsonParts(value, [])) {
    const { reason, got } = mustBe("JSON value", part);
    addIssue({ code: "custom", path, message: reason, params: { got } });
  }
});

/** A part of a value that JSON cannot represent, or that is an asset or archive of Pulumi. */
interface NonJsonPart {
  readonly path: (string | number)[];
  readonly value: unknown;
}

/** The parts of a value that are not JSON. A member may be absent. */
function* nonJsonParts(value: unknown, path: (string | number)[]): Generator<NonJsonPart> {
  if (!isJsonValue(value) || fileKind(value) !== undefined) yield { path, value };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* nonJsonParts(item, [...path, index]);
  else if (isObject(value))
    for (const [key, member] of Object.entries(value))
      if (member !== undefined) yield* nonJsonParts(member, [...path, key]);
}

const wholeNumber = (min: number, max: number): ZodType =>
  z
    .number()
    .superRefine((value, { addIssue }) => {
      if (Number.isInteger(value)) return;
      addIssue({
        code: "custom",
        message: "must be a whole number",
        params: { got: value },
        continue: false,
      });
    })
    .min(min)
    .max(max);

const texts = z.array(text());

const schemas: Readonly<Record<PlainKind, ZodType>> = {
  domain: text(),
  boolean: z.boolean(),
  fraction: z.number().min(0).max(1),
  set: texts,
  list: texts,
  headerNames,
  headers,
  json,
};

/** The schema of an argument of the row, apart from unknown values. Building the schema costs more than a check with it. */
export const leafSchema = memoized((row: LeafRow): ZodType => {
  if (row.kind === "string") return text(row.maxBytes, row.format ?? (row.pathParameter && "id"));
  if (row.kind === "oneOf") return z.literal([...row.values]);
  if (row.kind === "uint32") return wholeNumber(row.min ?? 0, row.max ?? MAX_UINT32);
  return schemas[row.kind];
});

/** Strict, because an id becomes part of a path: no slash, no dots in front, nothing to escape. */
const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** The problem with a text that does not have the format; `undefined` if it has. No problem repeats the text. */
export const formatProblem = (format: Format, text: string): string | undefined =>
  formats[format](text);

const formats: { readonly [F in Format]: (text: string) => string | undefined } = {
  id: (text) =>
    ID.test(text)
      ? undefined
      : "is not a well-formed id: at most 128 letters, digits, hyphens, underscores and dots",
  visibleAscii: (text) =>
    /^[\x21-\x7e]+$/.test(text) ? undefined : "must be printable ASCII without spaces",
  baseUrl: (text) => {
    const url = URL.parse(text);
    if (!url) return "must be an absolute URL";
    if (url.username || url.password || url.search || url.hash)
      return "must have no user, password, query or fragment";
    const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
    return isSafe ? undefined : "must begin with https:// (http:// is for loopback hosts alone)";
  },
};
