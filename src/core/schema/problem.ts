import { closest, distance } from "fastest-levenshtein";
import type { z } from "zod";
import { fileKind } from "../pulumi/engine-values";
import { isPlainObject } from "./values";

/** What is wrong with a value: its path, by camelCase names, and a reason that is read behind the path. */
export interface Problem {
  /** Empty if no argument alone is at fault. */
  readonly path: string;
  readonly reason: string;
}

/** What is wrong with a value, and what it is instead: a number, a length, or a kind of value, which may be a secret. */
export interface Mismatch {
  readonly reason: string;
  readonly got?: string;
}

/** What is wrong with the value at a path, until it is known which values are secret. */
export interface Finding extends Mismatch {
  readonly path: string;
  /** The path ends with a name that is none of the table's. */
  readonly isUnknownName?: true;
}

/** The reason of a problem with a required argument that is absent. */
export const REQUIRED = "is required";

export const mismatchText = ({ reason, got }: Mismatch): string =>
  got === undefined ? reason : `${reason}, got ${got}`;

/** The problem with a value that may be shown. */
export const toProblem = ({ path, ...wrong }: Finding): Problem => ({
  path,
  reason: mismatchText(wrong),
});

/** The problem as a line. */
export const problemText = ({ path, reason }: Problem): string =>
  path === "" ? reason : `${path} ${reason}`;

/** What is wrong with a leaf, to stand behind its path. It shows numbers, and never a text. */
export function describeIssue(issue: z.core.$ZodIssue): Mismatch {
  switch (issue.code) {
    case "invalid_type":
      return mustBe(issue.expected === "record" ? "object" : issue.expected, issue.input);
    case "invalid_value":
      return gotInstead(
        `must be ${list(issue.values.map(quote), "disjunction")}`,
        issue.input,
        issue.values,
      );
    case "too_big":
      return mismatch(`must be at most ${issue.maximum}`, issue.input);
    case "too_small":
      return mismatch(`must be at least ${issue.minimum}`, issue.input);
    default: {
      // What the value is instead, if the rule of a leaf adds it.
      const got: unknown = issue.code === "custom" ? issue.params?.got : undefined;
      return got === undefined ? { reason: issue.message } : mismatch(issue.message, got);
    }
  }
}

/** What was got instead of one of these values: a number, or the kind of what is none of theirs; never a text. */
function gotInstead(reason: string, input: unknown, values: readonly unknown[]): Mismatch {
  if (!values.some((value) => typeof value === typeof input))
    return mismatch(reason, typeName(input));
  return typeof input === "number" ? mismatch(reason, input) : { reason };
}

export const mismatch = (reason: string, got: unknown): Mismatch => ({ reason, got: String(got) });

/** Of what kind a value has to be, and of what kind it is. */
export const mustBe = (type: string, value: unknown): Mismatch =>
  mismatch(`must be ${withArticle(type)}`, typeName(value));

/** The kind of a value, with its article; a value that has no other of its kind. */
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

/** A word as the program has to write it. */
export const quote = (value: unknown): string =>
  typeof value === "string" ? `"${value}"` : String(value);

/** The items as a phrase. */
export const list = (items: readonly string[], type: Intl.ListFormatType = "conjunction"): string =>
  new Intl.ListFormat("en", { type }).format(items);

/** Says that there is no such argument, and which one was probably meant. `path` is that of the object that holds it. */
export function notAnArgument(key: string, known: readonly string[], path = ""): Finding {
  const nearest = nearestName(key, known);
  const suggestion = nearest === undefined ? "" : `; did you mean ${path}${nearest}?`;
  return { path: path + key, reason: `is not an argument${suggestion}`, isUnknownName: true };
}

/** The problem without the name: that of a member of a secret is secret, too. */
export const withoutName = ({ path }: Finding): Finding => ({
  path: path.slice(0, path.lastIndexOf(".")),
  reason: "has a member that is not an argument",
});

/** The known name that was probably meant, if there is one that is likely. */
export function nearestName(key: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const names = new Map(known.map((name) => [name.toLowerCase(), name]));
  const nearest = closest(key.toLowerCase(), [...names.keys()]);
  const isLikely = distance(key.toLowerCase(), nearest) <= Math.max(2, key.length / 3);
  return isLikely ? names.get(nearest) : undefined;
}

/** What the user is shown while an operation runs. It holds no secret. */
export interface Message {
  /** Of `debug` is what only somebody who looks for a fault wants to read, such as each request. */
  readonly severity: "debug" | "info" | "warning";
  /** One line. */
  readonly text: string;
}

/** Shows the user a message. */
export type Log = (message: Message) => void;
