/** The part of a report that is printed. */
export interface Extent {
  /** The number of groups of findings that are listed, the most severe first. */
  readonly groupCount: number;
  /** True if the changes and the accepted findings are listed. */
  readonly listsChanges: boolean;
  /** The number of characters after which a text, and a list of names, is cut off. */
  readonly maxTextLength: number;
  /** True if the stacks are named. */
  readonly namesStacks: boolean;
}

/** The length of a comment that GitHub accepts. */
export const GITHUB_LIMIT = 65_536;

/** The shortest length that a report can be asked to have: that of a summary. */
export const LEAST_LENGTH = 1_000;

/** The length at which texts are cut off in a short report: a sentence fits, a long name may not. */
const SHORT_TEXT_LENGTH = 400;

/**
 * Prints a report within a length. Parts that do not fit are left out in this order: the lists; the ends of long texts; the groups of
 * findings, the least severe first; the names of the stacks. A report without names fits {@link LEAST_LENGTH}.
 *
 * @param total The number of groups.
 * @param maxLength In UTF-16 code units: a service that counts characters counts no more.
 */
export function printWithin(
  print: (extent: Extent) => string,
  total: number,
  maxLength: number,
): string {
  const whole: Extent = {
    groupCount: total,
    listsChanges: true,
    maxTextLength: Number.POSITIVE_INFINITY,
    namesStacks: true,
  };
  const isFitting = (extent: Extent) => print(extent).length <= maxLength;
  const short: Extent = { ...whole, listsChanges: false, maxTextLength: SHORT_TEXT_LENGTH };
  const fitting = [whole, { ...whole, listsChanges: false }, short].find(isFitting);
  if (fitting) return print(fitting);
  const none = { ...short, groupCount: 0 };
  if (!isFitting(none)) return print({ ...none, namesStacks: false });
  // The number of groups that fit is at least `least` and less than `most`.
  let least = 0;
  let most = total;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (isFitting({ ...short, groupCount: middle })) least = middle;
    else most = middle;
  }
  return print({ ...short, groupCount: least });
}

/** A text that ends after `maxLength` characters. */
export const clipped = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;

/** Names in a list, as many as the length allows, and how many there are beyond them. */
export function clippedList(names: readonly string[], maxLength: number): string {
  let number = 0;
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (number > 0 && length > maxLength) break;
    number += 1;
  }
  const shown = names.slice(0, number).map((name) => clipped(name, maxLength));
  return number === names.length
    ? shown.join(", ")
    : `${shown.join(", ")} and ${names.length - number} more`;
}
