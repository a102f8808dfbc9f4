import type { z } from "zod";
import type { Wrong } from "./problem";
import { isObject, isPlainObject } from "./values";
import { SIGNATURE_KEY } from "./wrapped";

/** The parameters of an issue that a leaf's own rule finds. */
export interface IssueParams {
  /** What it is instead. */
  readonly got?: unknown;
}

/** What is wrong with a leaf, to stand behind its path. It shows numbers, and never a text. */
export function describe(issue: z.core.$ZodIssue): Wrong {
  switch (issue.code) {
    case "invalid_type":
      return mustBe(issue.expected === "record" ? "object" : issue.expected, issue.input);
    case "invalid_value":
      return gotInstead(`must be ${list(issue.values.map(quote), "or")}`, issue.input, issue.values);
    case "too_big":
      return insteadOf(`must be at most ${issue.maximum}`, issue.input);
    case "too_small":
      return insteadOf(`must be at least ${issue.minimum}`, issue.input);
    default: {
      const { got }: IssueParams = (issue.code === "custom" && issue.params) || {};
      return got === undefined ? { reason: issue.message } : insteadOf(issue.message, got);
    }
  }
}

/** What was got instead of one of these values: a number, or the kind of what is none of theirs; never a text. */
function gotInstead(reason: string, input: unknown, values: readonly unknown[]): Wrong {
  if (!values.some((value) => typeof value === typeof input)) return insteadOf(reason, typeName(input));
  return typeof input === "number" ? insteadOf(reason, input) : { reason };
}

export const insteadOf = (reason: string, got: unknown): Wrong => ({ reason, got: String(got) });

/** Of what kind a value has to be, and of what kind it is. */
export const mustBe = (type: string, value: unknown): Wrong =>
  insteadOf(`must be ${withArticle(type)}`, typeName(value));

/** Files, as the engine passes them on in the place of objects. */
const files = new Map<unknown, string>([
  ["c44067f5952c0a294b673a41bacd8c17", "asset"],
  ["0def7320c3a5731c473e5ecbe6d01bc7", "archive"],
]);

/** The kind of file that a value is, if it is one. */
export const fileKind = (value: unknown): string | undefined =>
  isObject(value) ? files.get(value[SIGNATURE_KEY]) : undefined;

/** The kind of a value, with its article; a value that has no other of its kind. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined || (typeof value === "number" && !Number.isFinite(value)))
    return String(value);
  if (typeof value === "object" && !Array.isArray(value) && !isPlainObject(value))
    return `an instance of ${value.constructor?.name || "a class"}`;
  return withArticle(Array.isArray(value) ? "array" : (fileKind(value) ?? typeof value));
}

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** A word as the program has to write it. */
export const quote = (value: unknown): string => (typeof value === "string" ? `"${value}"` : String(value));

/** The items as a phrase. */
export const list = (items: readonly string[], conjunction: "and" | "or" = "and"): string =>
  new Intl.ListFormat("en", { type: conjunction === "and" ? "conjunction" : "disjunction" }).format(items);
