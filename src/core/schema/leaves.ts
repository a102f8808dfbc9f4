import { fileKind } from "../pulumi/engine-values";
import type { Format, LeafRow, PlainKind } from "./field";
import { isLoopback } from "./object-address";
import { type Finding, list, type Mismatch, mismatch, mustBe, quote, typeName } from "./problem";
import { isJsonValue, isObject, isPlainObject } from "./values";

/** A problem with a leaf, or with an item or member of it. */
export interface LeafProblem extends Finding {
  /** The path from the leaf to the wrong part, such as `[0]` or `["x-name"]`; empty for the leaf itself. */
  readonly path: string;
  /** The wrong part. */
  readonly value: unknown;
}

type LeafCheck = (value: unknown) => Iterable<LeafProblem>;

/** The problems with the value of an argument that is neither an object nor a list of objects. */
export function leafProblems(row: LeafRow, value: unknown): Iterable<LeafProblem> {
  switch (row.kind) {
    case "string":
      return textProblems(value, row.maxBytes, row.format ?? (row.pathParameter && "id"));
    case "oneOf":
      return problemsNotIn(row.values, value);
    case "uint32":
      return wholeNumberProblems(value, row.min ?? 0, row.max ?? MAX_UINT32);
    default:
      return checks[row.kind](value);
  }
}

const MAX_UINT32 = 2 ** 32 - 1;

const checks: Readonly<Record<PlainKind, LeafCheck>> = {
  domain: domainProblems,
  boolean: booleanProblems,
  fraction: (value) => numberProblems(value, 0, 1),
  set: (value) => itemProblems(value, textProblems),
  list: (value) => itemProblems(value, textProblems),
  headerNames: (value) => itemProblems(value, headerNameProblems),
  headers: headersProblems,
  json: jsonProblems,
};

const problem = (value: unknown, wrong: Mismatch, path = ""): LeafProblem => ({
  ...wrong,
  path,
  value,
});

function* textProblems(
  value: unknown,
  maxBytes = Number.POSITIVE_INFINITY,
  format?: Format,
): Generator<LeafProblem> {
  if (typeof value !== "string") return yield problem(value, mustBe("string", value));
  const reason = value.includes("\0")
    ? "must not contain a NUL character"
    : format && formatProblem(format, value);
  if (reason !== undefined) yield problem(value, { reason });
  const bytes = Buffer.byteLength(value);
  if (bytes > maxBytes) yield problem(value, mismatch(`must be at most ${maxBytes} bytes`, bytes));
}

/** Characters of URLs and addresses, and white space, which a domain name cannot contain. */
const NOT_IN_DOMAIN = /[\s/\\:?#@]/;

function* domainProblems(value: unknown): Generator<LeafProblem> {
  yield* textProblems(value);
  if (typeof value === "string" && NOT_IN_DOMAIN.test(value))
    yield problem(value, {
      reason: "must be a domain name, without a scheme, a port, a path or white space",
    });
}

function* booleanProblems(value: unknown): Generator<LeafProblem> {
  if (typeof value !== "boolean") yield problem(value, mustBe("boolean", value));
}

function* problemsNotIn(
  values: readonly (string | number)[],
  value: unknown,
): Generator<LeafProblem> {
  if (!values.some((allowed) => allowed === value)) yield problem(value, notListed(values, value));
}

/**
 * The mismatch with a value that is not in a list. It names the type of the value if no value of the list has that type, and
 * otherwise a number. It never names a text, which may be secret.
 */
function notListed(values: readonly (string | number)[], value: unknown): Mismatch {
  const reason = `must be ${list(values.map(quote), "disjunction")}`;
  const isOfListedType = values.some((allowed) => typeof allowed === typeof value);
  if (!isOfListedType) return mismatch(reason, typeName(value));
  return typeof value === "number" ? mismatch(reason, value) : { reason };
}

function* numberProblems(value: unknown, min: number, max: number): Generator<LeafProblem> {
  if (typeof value !== "number" || !Number.isFinite(value))
    return yield problem(value, mustBe("number", value));
  if (value < min) yield problem(value, mismatch(`must be at least ${min}`, value));
  if (value > max) yield problem(value, mismatch(`must be at most ${max}`, value));
}

function* wholeNumberProblems(value: unknown, min: number, max: number): Generator<LeafProblem> {
  if (typeof value === "number" && Number.isFinite(value) && !Number.isInteger(value))
    return yield problem(value, mismatch("must be a whole number", value));
  yield* numberProblems(value, min, max);
}

function* itemProblems(value: unknown, check: LeafCheck): Generator<LeafProblem> {
  if (!Array.isArray(value)) return yield problem(value, mustBe("array", value));
  for (const [index, item] of value.entries())
    for (const wrong of check(item)) yield { ...wrong, path: stepPath(index) };
}

/** True if a text may be the name of a header, by RFC 9110, section 5.6.2. The placeholder of an unknown value may be a name, too. */
const isHeaderName = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);

function* headerNameProblems(value: unknown): Generator<LeafProblem> {
  if (typeof value !== "string") yield problem(value, mustBe("string", value));
  else if (!isHeaderName(value))
    yield problem(value, { reason: "is not a name that HTTP allows for a header" });
}

/** Characters that a header value cannot contain by RFC 9110, section 5.5: control characters except the tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression is to find control characters
const NOT_IN_HEADER_VALUE = /[\0-\x08\x0a-\x1f\x7f]/;

function* headersProblems(value: unknown): Generator<LeafProblem> {
  if (!isPlainObject(value)) return yield problem(value, mustBe("object", value));
  const seen = new Set<string>();
  for (const [name, text] of Object.entries(value)) {
    const path = stepPath(name);
    if (typeof text !== "string") yield problem(text, mustBe("string", text), path);
    else if (NOT_IN_HEADER_VALUE.test(text))
      yield problem(text, { reason: "is not a value that HTTP allows for a header" }, path);
    if (!isHeaderName(name))
      yield problem(text, { reason: "has a name that HTTP does not allow for a header" }, path);
    if (seen.has(name.toLowerCase()))
      yield problem(
        text,
        { reason: "is a duplicate header name (names are case-insensitive)" },
        path,
      );
    seen.add(name.toLowerCase());
  }
}

function* jsonProblems(value: unknown): Generator<LeafProblem> {
  if (!isPlainObject(value)) return yield problem(value, mustBe("object", value));
  yield* partsOutsideJson(value, "");
}

/** The parts of a value that JSON cannot represent, or that are an asset or archive of Pulumi. A member may be absent. */
function* partsOutsideJson(value: unknown, path: string): Generator<LeafProblem> {
  if (!isJsonValue(value) || fileKind(value) !== undefined)
    yield problem(value, mustBe("JSON value", value), path);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      yield* partsOutsideJson(item, path + stepPath(index));
  else if (isObject(value))
    for (const [key, member] of Object.entries(value))
      if (member !== undefined) yield* partsOutsideJson(member, path + stepPath(key));
}

/** The step of a path to an item or to a member, whose name may have any characters. */
const stepPath = (key: string | number): string => `[${JSON.stringify(key)}]`;

/**
 * The well-formed ids. The expression is strict, because an id becomes a part of a path: an id has no slash, does not begin with a dot,
 * and needs no escape.
 */
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
