import type { z } from "zod";

/** What is wrong with a leaf, to stand behind its path. It shows numbers, and never a text. */
export function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "int") return `must be a whole number, got ${String(issue.input)}`;
      return `must be ${withArticle(issue.expected === "record" ? "object" : issue.expected)}, got ${typeName(issue.input)}`;
    case "invalid_value":
      return `must be ${list(issue.values.map(quote), "or")}${gotInstead(issue.input, issue.values)}`;
    case "too_big":
      return `must be at most ${issue.maximum}, got ${String(issue.input)}`;
    case "too_small":
      return `must be at least ${issue.minimum}, got ${String(issue.input)}`;
    default:
      return undefined;
  }
}

/** What was got instead of one of these values: a number, or the kind of what is none of theirs; never a text. */
function gotInstead(input: unknown, values: readonly unknown[]): string {
  if (!values.some((value) => typeof value === typeof input)) return `, got ${typeName(input)}`;
  return typeof input === "number" ? `, got ${input}` : "";
}

/** The kind of a value, with its article. */
export const typeName = (value: unknown): string =>
  value === null ? "null" : withArticle(Array.isArray(value) ? "array" : typeof value);

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** A word as the program has to write it. */
export const quote = (value: unknown): string => (typeof value === "string" ? `"${value}"` : String(value));

/** The items as a phrase. */
export const list = (items: readonly string[], conjunction: "and" | "or" = "and"): string =>
  new Intl.ListFormat("en", { type: conjunction === "and" ? "conjunction" : "disjunction" }).format(items);
