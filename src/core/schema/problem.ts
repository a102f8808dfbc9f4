import { closest, distance } from "fastest-levenshtein";
import { fileKind } from "../pulumi/engine-values";
import { isPlainObject } from "./values";

/** A problem with a value: its path, by camelCase names, and a reason that follows the path in a message. */
export interface Problem {
  /** Empty if the problem is not about a single argument. */
  readonly path: string;
  readonly reason: string;
}

/**
 * A rule that a value breaks, and what the value has instead: a number, a length, a type, or the members that are set. A number or a
 * length may be secret.
 */
export interface Mismatch {
  readonly reason: string;
  readonly got?: string;
}

/** A problem before it is known which values are secret. */
export interface Finding extends Mismatch {
  readonly path: string;
  /** The name at the end of the path, if the table does not have it. */
  readonly unknownName?: string;
}

/** The reason of a problem with a required argument that is absent. */
export const REQUIRED = "is required";

export const mismatchText = ({ reason, got }: Mismatch): string =>
  got === undefined ? reason : `${reason}, got ${got}`;

/** The problem of a finding whose value is not secret. */
export const toProblem = ({ path, ...wrong }: Finding): Problem => ({
  path,
  reason: mismatchText(wrong),
});

/** The problem as a line. */
export const problemText = ({ path, reason }: Problem): string =>
  path === "" ? reason : `${path} ${reason}`;

export const mismatch = (reason: string, got: unknown): Mismatch => ({ reason, got: String(got) });

/** The mismatch with a value of the wrong type. */
export const mustBe = (type: string, value: unknown): Mismatch =>
  mismatch(`must be ${withArticle(type)}`, typeName(value));

/** The type of a value, with its article. Null, undefined, NaN and infinities are named themselves. */
export function typeName(value: unknown): string {
  if (
    value === null ||
    value === undefined ||
    (typeof value === "number" && !Number.isFinite(value))
  )
    return String(value);
  if (typeof value === "object" && !Array.isArray(value) && !isPlainObject(value))
    return `an instance of ${value.constructor?.name || "a class"}`;
  return withArticle(Array.isArray(value) ? "array" : (fileKind(value) ?? typeof value));
}

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** A value as a program has to write it. */
export const quote = (value: unknown): string =>
  typeof value === "string" ? `"${value}"` : String(value);

/** The items as a phrase. */
export const list = (items: readonly string[], type: Intl.ListFormatType = "conjunction"): string =>
  new Intl.ListFormat("en", { type }).format(items);

/** The problem with an unknown argument. It suggests the probable name. `path` is the path of the object with the argument. */
export function notAnArgument(key: string, known: readonly string[], path = ""): Finding {
  const nearest = nearestName(key, known);
  const suggestion = nearest === undefined ? "" : `; did you mean ${path}${nearest}?`;
  return { path: path + key, reason: `is not an argument${suggestion}`, unknownName: key };
}

/** The finding without its unknown name, which may have dots: the name of a member of a secret is secret, too. */
export const withoutName = ({ path }: Finding, unknownName: string): Finding => ({
  path: path.slice(0, -(unknownName.length + 1)),
  reason: "has a member that is not an argument",
});

/** The known name that the user probably meant; undefined if no name is similar. */
export function nearestName(key: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const names = new Map(known.map((name) => [name.toLowerCase(), name]));
  const nearest = closest(key.toLowerCase(), [...names.keys()]);
  const isLikely = distance(key.toLowerCase(), nearest) <= Math.max(2, key.length / 3);
  return isLikely ? names.get(nearest) : undefined;
}

/** A message to the user during an operation. It contains no secret. */
export interface Message {
  /** `debug` is for troubleshooting, such as a line for each request. */
  readonly severity: "debug" | "info" | "warning";
  /** A single line. */
  readonly text: string;
}

/** Shows the user a message. */
export type Log = (message: Message) => void;
