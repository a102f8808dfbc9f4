/** The comparison of a header that protects users with the value that it had before. */
export type Comparison =
  /** Browsers do the same, whatever the spelling. */
  | "same"
  /** Browsers allow something that they did not allow. */
  | "weaker"
  /** Browsers allow less, or nothing shows whether they allow more. */
  | "other";

/** The comparison of two values, by what is known of them. */
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

/** The first comparison in the order of its weight: what is weaker in one respect is weaker. */
export const heaviest = (comparisons: readonly Comparison[]): Comparison =>
  (["weaker", "other"] as const).find((each) => comparisons.includes(each)) ?? "same";

/** The parts of a list, without white space around them and without empty parts. */
export const partsOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
