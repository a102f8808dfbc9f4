import { clipped, clippedList, type Extent } from "../report/extent";
import { type Finding, severities } from "../report/finding";
import { effectOf, type FindingGroup } from "../report/group";
import { count, tally } from "../report/text";
import { countsOf, type Review, type StackReview } from "./findings";

/** The sentences about a review that text and Markdown have in common, before a format prints them. */

/** The name of a stack in a summary, if its preview shows no resources. */
const EMPTY = "a stack without resources";

/** `shop/dev: 2 parts of the ingress change; 2 high, 1 medium, 0 low`. */
export function summaryLine(review: Review, { maxTextLength, namesStacks }: Extent): string {
  const { high, medium, low } = countsOf(review);
  const names = review.stacks.map(({ project, stack, isEmpty }) =>
    isEmpty ? EMPTY : `${project}/${stack}`,
  );
  const stacks = namesStacks ? clippedList(names, maxTextLength) : count(names.length, "stack");
  const isPlan = review.stacks.some(({ kind }) => kind === "preview");
  const changes = review.stacks.flatMap(plannedIn).length;
  const drifts = review.stacks.flatMap(driftIn).length;
  const parts = [
    ...(isPlan ? [`${ingressParts(changes)} ${changes > 1 ? "change" : "changes"}`] : []),
    ...(drifts > 0 || !isPlan
      ? [`${ingressParts(drifts)} ${drifts > 1 ? "were" : "was"} changed outside Pulumi`]
      : []),
  ];
  return `${stacks}: ${parts.join(", ")}; ${high} high, ${medium} medium, ${low} low`;
}

const ingressParts = (number: number): string =>
  `${number === 0 ? "nothing" : count(number, "part")} of the ingress`;

/** The changes of a stack that are planned. */
const plannedIn = ({ kind, changes }: StackReview) => (kind === "refresh" ? [] : changes);

/** The changes of a stack that were made outside Pulumi. */
const driftIn = ({ kind, changes, drift }: StackReview) => (kind === "refresh" ? changes : drift);

/** The changes of a stack, with titles. */
export const changeTables = (review: StackReview) =>
  [
    {
      title: `Changed outside Pulumi in ${review.project}/${review.stack}`,
      changes: driftIn(review),
    },
    { title: `Changes in ${review.project}/${review.stack}`, changes: plannedIn(review) },
  ].filter((table) => table.changes.length > 0);

/** What a report says of a group of findings, for a format to print. */
export interface GroupText {
  /** The effect on the only object, or the effect on each object. */
  readonly lead: string;
  /** The other effects of the same cause, in the order of the parts of the first finding. */
  readonly also: readonly string[];
  /** The objects of several findings; absent for a single finding, whose lead names its object. */
  readonly subjects?: string;
}

export function groupText({ first, others }: FindingGroup, maxTextLength: number): GroupText {
  const isAlone = others.length === 0;
  const [message = "", ...parts] = isAlone ? messagesOf(first) : effectsOf(first);
  const also = parts.map((part) => `also ${part}`);
  if (isAlone) return { lead: message, also };
  return {
    lead: `${others.length + 1} times in one line of the program: ${message}`,
    also,
    subjects: subjectsOf(first, others, maxTextLength),
  };
}

const messagesOf = ({ message, parts }: Finding): string[] => [
  message,
  ...parts.map((part) => part.message),
];

const effectsOf = (finding: Finding): string[] =>
  messagesOf(finding).map((message) => effectOf(message, finding));

const subjectsOf = (first: Finding, others: readonly Finding[], maxTextLength: number): string =>
  clippedList(
    [first, ...others].map(({ subject }) => subject),
    maxTextLength,
  );

export const andOthers = (others: readonly Finding[]): string =>
  others.length === 0 ? "" : ` and of ${count(others.length, "other resource")}`;

/** The note on what a report of limited length does not list, and how to see it; none in a whole report. */
export function leftOut(
  review: Review,
  groups: readonly FindingGroup[],
  extent: Extent,
  todo: string,
): string[] {
  const { findingCount, listsChanges, maxTextLength } = extent;
  const missing = groups.slice(findingCount).flatMap(({ first, others }) => [first, ...others]);
  const counts = tally(severities, missing, ({ rule }) => rule.severity);
  const bySeverity = severities.flatMap((severity) =>
    counts[severity] > 0 ? [`${counts[severity]} ${severity}`] : [],
  );
  const changes = listsChanges
    ? 0
    : review.stacks.flatMap(changeTables).flatMap((table) => table.changes).length;
  const ignored = listsChanges ? 0 : review.ignored.length;
  const parts = [
    ...(missing.length > 0
      ? [`${count(missing.length, "finding")} (${bySeverity.join(", ")})`]
      : []),
    ...(changes > 0 ? [`the list of ${count(changes, "change")}`] : []),
    ...(ignored > 0 ? [`the list of ${count(ignored, "ignored finding")}`] : []),
    ...(Number.isFinite(maxTextLength) ? ["the ends of long texts"] : []),
  ];
  if (parts.length === 0) return [];
  return [
    `Left out, because the length of this report is limited: ${parts.join(", ")}. For the full report, ${todo}.`,
  ];
}

/** The notes on what a review of a preview cannot see. */
function notes({ stack, unchangedLeftOut, isEmpty }: StackReview): string[] {
  if (isEmpty) {
    return [
      "Note: a preview shows no resources at all, so nothing was reviewed. Check that it is of the right stack.",
    ];
  }
  if (unchangedLeftOut === 0) return [];
  const left = `leaves out ${count(unchangedLeftOut, "unchanged resource")}`;
  return [
    `Note: the preview of ${stack} ${left}, so overlaps with them and protections that they state are not seen; ` +
      "make it with `pulumi preview --json --show-sames`.",
  ];
}

export function notesOn(
  { stacks }: Pick<Review, "stacks">,
  { maxTextLength, namesStacks }: Extent,
): string[] {
  const all = stacks.flatMap(notes);
  if (namesStacks || all.length === 0) return all.map((note) => clipped(note, maxTextLength));
  return [`Left out: ${count(all.length, "note")} on what the review cannot see.`];
}
