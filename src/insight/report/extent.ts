/** The part of a report that is printed. */
export interface Extent {
  /** The number of findings, the most severe first. */
  readonly findings: number;
  /** True if the changes and the accepted findings are listed. */
  readonly hasLists: boolean;
  /** The number of characters after which a text, and a list of names, is cut off. */
  readonly longest: number;
  /** True if the stacks are named. */
  readonly hasNames: boolean;
}

/** The length of a comment that GitHub accepts. */
export const GITHUB_LIMIT = 65_536;

/** The shortest length that a report can be asked to have: that of a summary. */
export const LEAST_LENGTH = 1_000;

/** Long enough for what happens; names that are longer are cut off. */
const LONGEST = 400;

/**
 * Prints a report within a length. Lists go first, then what is long, then findings: the least severe ones before the others.
 *
 * @param total The number of findings.
 * @param maxLength In UTF-16 code units, of which no service counts more characters.
 */
export function printWithin(
  print: (extent: Extent) => string,
  total: number,
  maxLength: number,
): string {
  const whole: Extent = {
    findings: total,
    hasLists: true,
    longest: Number.POSITIVE_INFINITY,
    hasNames: true,
  };
  const isFitting = (extent: Extent) => print(extent).length <= maxLength;
  const short: Extent = { ...whole, hasLists: false, longest: LONGEST };
  const fitting = [whole, { ...whole, hasLists: false }, short].find(isFitting);
  if (fitting) return print(fitting);
  const none = { ...short, findings: 0 };
  if (!isFitting(none)) return print({ ...none, hasNames: false });
  // The number of findings that fit is at least `least` and less than `most`.
  let least = 0;
  let most = total;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (isFitting({ ...short, findings: middle })) least = middle;
    else most = middle;
  }
  return print({ ...short, findings: least });
}

/** A text that ends after so many characters. */
export const clipped = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;

/** Names in a list, as many as the length allows, and how many there are beyond them. */
export function clippedList(names: readonly string[], longest: number): string {
  let number = 0;
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (number > 0 && length > longest) break;
    number += 1;
  }
  const shown = names.slice(0, number).map((name) => clipped(name, longest));
  return number === names.length
    ? shown.join(", ")
    : `${shown.join(", ")} and ${names.length - number} more`;
}
