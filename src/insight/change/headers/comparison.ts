import type { KnownHeaders } from "./values";

/** The comparison of a header that protects users with the value that it had before. */
export type Comparison =
  /** Browsers do the same, whatever the spelling. */
  | "same"
  /** Browsers allow something that they did not allow. */
  | "weaker"
  /** Browsers allow less, or nothing shows whether they allow more. */
  | "other";

/** Compares the values of a header, either of which may be absent, with the other headers of its responses. */
export type Compare = (
  before: string | undefined,
  after: string | undefined,
  headers: HeadersOfSides,
) => Comparison;

/** The headers that a module sets on each side of a change. */
export interface HeadersOfSides {
  readonly before: KnownHeaders;
  readonly after: KnownHeaders;
}

/** The comparison of two values of which it is known whether they are the same, and whether the second is weaker. */
export function comparisonOf({
  isSame,
  isWeaker,
}: {
  readonly isSame: boolean;
  readonly isWeaker: boolean;
}): Comparison {
  if (isSame) return "same";
  return isWeaker ? "weaker" : "other";
}

/** The comparison of a whole by those of its parts: a header that is weaker in one respect is weaker. */
export function heaviest(comparisons: readonly Comparison[]): Comparison {
  if (comparisons.includes("weaker")) return "weaker";
  return comparisons.includes("other") ? "other" : "same";
}

/** The parts of a list, without white space around them and without empty parts. */
export const partsOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
